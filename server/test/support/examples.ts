import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Route } from '../../src/http/route.ts';
import { uuidv7 } from '../../src/kernel/ids.ts';
import type { Client } from './client.ts';
import { documentForm, newBusiness, newIndividual, newOwner, passport, person, upload } from './documents.ts';
import { exampleRequest } from './external-accounts.ts';

/** One call of an operation that succeeds, against things that belong to the platform it was made for. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** `platform` may do everything, and is not the token of the call. */
type MakeExample = (platform: Client) => Example | Promise<Example>;

/**
 * Every operation once. The tests that walk all routes (tenancy, idempotency, secrets, the documented answers) live
 * from this table: an operation that is not in it fails them, so a new route comes with its line.
 */
const examples: Record<string, MakeExample> = {
  getPlatformConfig: () => ({}),
  updatePlatformConfig: () => ({ body: { umaDomain: 'pay.example.com' } }),
  createToken: () => ({ body: { name: 'example', permissions: ['VIEW'] } }),
  listTokens: () => ({}),
  getTokenById: async (platform) => ({ params: { tokenId: await newToken(platform) } }),
  deleteTokenById: async (platform) => ({ params: { tokenId: await newToken(platform) } }),
  listRequests: () => ({}),
  getRequest: async (platform) => ({ params: { requestId: await loggedRequest(platform) } }),
  listPlatformInternalAccounts: () => ({}),
  listCustomerInternalAccounts: () => ({}),
  getEndUserTerms: () => ({}),
  createCustomer: () => ({ body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } }),
  listCustomers: () => ({}),
  getCustomerById: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  updateCustomerById: async (platform) => ({
    params: { customerId: await newCustomer(platform) },
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada King' },
  }),
  deleteCustomerById: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  uploadCustomersCsv: () => ({ body: csvForm() }),
  getBulkCustomerImportJob: async (platform) => {
    const { body } = await platform.post('/customers/bulk/csv', csvForm());
    return { params: { jobId: body.jobId } };
  },
  sendCustomerEmailVerification: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  sendCustomerPhoneVerification: async (platform) => ({ params: { customerId: await newCustomer(platform) } }),
  confirmCustomerEmailVerification: (platform) => contactCode(platform, 'email'),
  confirmCustomerPhoneVerification: (platform) => contactCode(platform, 'phone'),
  createBeneficialOwner: async (platform) => ({
    body: { customerId: await newBusiness(platform), roles: ['UBO'], ownershipPercentage: 20, personalInfo: person },
  }),
  listBeneficialOwners: async (platform) => ({ query: { customerId: await newBusiness(platform) } }),
  getBeneficialOwner: (platform) => ownerOf(platform),
  updateBeneficialOwner: async (platform) => ({ ...(await ownerOf(platform)), body: { ownershipPercentage: 30 } }),
  createVerification: async (platform) => ({ body: { customerId: await newIndividual(platform) } }),
  listVerifications: () => ({}),
  getVerification: async (platform) => {
    const { body } = await platform.post('/verifications', { customerId: await newIndividual(platform) });
    return { params: { verificationId: body.id } };
  },
  createCustomerKycLink: async (platform) => ({ params: { customerId: await newIndividual(platform) } }),
  uploadDocument: async (platform) => ({
    body: documentForm({ documentHolder: await newIndividual(platform), ...passport }),
  }),
  listDocuments: () => ({}),
  getDocument: (platform) => documentOf(platform),
  replaceDocument: async (platform) => ({ ...(await documentOf(platform)), body: documentForm(passport) }),
  deleteDocument: (platform) => documentOf(platform),
  listCustomerExternalAccounts: () => ({}),
  createCustomerExternalAccount: async (platform) => ({
    body: { customerId: await newCustomer(platform), ...exampleRequest('GBP_ACCOUNT') },
  }),
  getCustomerExternalAccountById: (platform) => newWallet(platform, CUSTOMERS_WALLETS),
  deleteCustomerExternalAccountById: (platform) => newWallet(platform, CUSTOMERS_WALLETS),
  createExternalAccountOwnershipChallenge: (platform) => challengedWallet(platform, CUSTOMERS_WALLETS),
  verifyExternalAccountOwnership: (platform) => signedWallet(platform, CUSTOMERS_WALLETS),
  listPlatformExternalAccounts: () => ({}),
  createPlatformExternalAccount: () => ({ body: exampleRequest('GBP_ACCOUNT') }),
  getPlatformExternalAccountById: (platform) => newWallet(platform, PLATFORM_WALLETS),
  deletePlatformExternalAccountById: (platform) => newWallet(platform, PLATFORM_WALLETS),
  createPlatformExternalAccountOwnershipChallenge: (platform) => challengedWallet(platform, PLATFORM_WALLETS),
  verifyPlatformExternalAccountOwnership: (platform) => signedWallet(platform, PLATFORM_WALLETS),
  sandboxFundInternalAccount: async (platform) => ({
    params: { accountId: await platformAccount(platform) },
    body: { amount: 1_000 },
  }),
  createSandboxPlatform: () => ({ body: { name: 'example' } }),
  getSandboxClock: () => ({}),
  advanceSandboxClock: () => ({ body: { seconds: 1 } }),
  listSandboxMessages: () => ({}),
  listMagicValues: () => ({}),
};

/** For the tests that walk all routes: they grow with the service. */
export const WALK_MS = 60_000;

export interface Call {
  method: Route['method'];
  path: string;
  body: unknown;
}

/** The example of a route, made for this platform. */
export async function exampleCall(route: Route, platform: Client): Promise<Call> {
  const make = examples[route.operationId];
  if (!make) throw new Error(`${route.operationId} has no example in server/test/support/examples.ts`);
  const { params = {}, query, body } = await make(platform);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? `{${name}}`);
  return { method: route.method, path: query ? `${path}?${new URLSearchParams(query)}` : path, body };
}

/** The path of a route with ids that are well-formed and unknown. */
export function unknownPath(route: Route): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const pattern: string | undefined = route.params?.properties[name]?.pattern;
    const type = /^\^(\w+):/.exec(pattern ?? '')?.[1];
    return type ? `${type}:${uuidv7()}` : uuidv7();
  });
}

/** One whose contact must be verified. */
async function newCustomer(platform: Client): Promise<string> {
  const contact = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
  const { body } = await platform.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada', ...contact });
  return body.id;
}

async function ownerOf(platform: Client): Promise<Example> {
  const { id } = await newOwner(platform, await newBusiness(platform));
  return { params: { beneficialOwnerId: id } };
}

async function documentOf(platform: Client): Promise<Example> {
  const { body } = await upload(platform, await newIndividual(platform));
  return { params: { documentId: body.id } };
}

const CUSTOMERS_WALLETS = '/customers/external-accounts';
const PLATFORM_WALLETS = '/platform/external-accounts';

interface Wallet {
  params: { externalAccountId: string };
  key: KeyObject;
}

/** A self-custody wallet whose owner has to prove it. */
async function newWallet(platform: Client, base: string): Promise<Wallet> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const owner = base === CUSTOMERS_WALLETS ? { customerId: await newCustomer(platform) } : {};
  const accountInfo = { accountType: 'SOLANA_WALLET', address };
  const { body } = await platform.post(base, { ...owner, currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo });
  return { params: { externalAccountId: body.id }, key: privateKey };
}

async function challengedWallet(platform: Client, base: string): Promise<Example> {
  const { params } = await newWallet(platform, base);
  return { params, body: { method: 'WALLET_SIGNATURE' } };
}

async function signedWallet(platform: Client, base: string): Promise<Example> {
  const { params, key } = await newWallet(platform, base);
  const path = `${base}/${params.externalAccountId}/challenge`;
  const { body } = await platform.post(path, { method: 'WALLET_SIGNATURE' });
  return { params, body: { signature: base58.encode(sign(null, Buffer.from(body.messageToSign), key)) } };
}

async function contactCode(platform: Client, channel: 'email' | 'phone'): Promise<Example> {
  const customerId = await newCustomer(platform);
  await platform.post(`/customers/${customerId}/verify-${channel}`);
  return { params: { customerId }, body: { code: '123456' } };
}

function csvForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['platformCustomerId,customerType,fullName\n']), 'customers.csv');
  return form;
}

async function newToken(platform: Client): Promise<string> {
  const { body } = await platform.post('/tokens', { name: 'made for an example', permissions: ['VIEW'] });
  return body.id;
}

export async function platformAccount(platform: Client, currency = 'USD'): Promise<string> {
  const { body } = await platform.get(`/platform/internal-accounts?currency=${currency}`);
  return body.data[0].id;
}

/** A request is in the log a moment after its answer. */
async function loggedRequest(platform: Client): Promise<string> {
  const { headers } = await platform.get('/config');
  const id = headers.get('x-request-id') ?? '';
  for (let i = 0; i < 100; i++) {
    if ((await platform.get(`/request-log/${id}`)).status === 200) return id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`request ${id} is not in the log`);
}
