import { newAgent } from './agents.ts';
import type { Client } from './client.ts';
import { businessInfo } from './documents.ts';
import type { Example } from './examples.ts';
import { exampleRequest } from './external-accounts.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './payments.ts';
import { loginByCode, newWallet } from './wallets.ts';

type MakeExample = (platform: Client) => Promise<Example>;

/** Operation whose example creates the first item of a list. */
export const preparations: Readonly<Record<string, string>> = {
  listCustomerInternalAccounts: 'createCustomer',
  listCustomerExternalAccounts: 'createCustomerExternalAccount',
  listPlatformExternalAccounts: 'createPlatformExternalAccount',
  listCustomers: 'createCustomer',
  listVerifications: 'createVerification',
  listDocuments: 'uploadDocument',
  listTransactions: 'executeQuote',
  listAgents: 'createAgent',
  listAgentApprovals: 'approveAgentAction',
  listWebhookEvents: 'testWebhookEndpoint',
  listStablecoins: 'registerStablecoin',
  listStablecoinProviderAccounts: 'linkStablecoinProviderAccount',
  listSandboxMessages: 'sendCustomerEmailVerification',
};

/** Preparations whose example must not be called: creating it makes the item already. */
export const withoutCall: ReadonlySet<string> = new Set(['approveAgentAction', 'testWebhookEndpoint']);

/** Further requests of an operation, for other variants of its body and for its other responses. */
export const furtherExamples: Readonly<Record<string, readonly MakeExample[]>> = {
  createCustomer: [
    async () => ({
      body: {
        customerType: 'BUSINESS',
        region: 'US',
        email: 'finance@acme.example',
        address: { line1: '500 Commerce St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
        businessInfo: { ...businessInfo, legalName: 'Acme Trading LLC' },
      },
    }),
  ],
  updateCustomerById: [
    async (platform) => ({
      params: { customerId: (await newWallet(platform)).customerId },
      body: { customerType: 'INDIVIDUAL', email: 'ada.king@example.com' },
    }),
  ],
  createCustomerExternalAccount: (['EUR_ACCOUNT', 'MXN_ACCOUNT', 'SOLANA_WALLET'] as const).map(
    (type) => async (platform) => ({
      body: { customerId: (await newPayer(platform, { balance: 0 })).customerId, ...exampleRequest(type) },
    }),
  ),
  createQuote: [
    async (platform) => ({ body: await realtimeQuote(platform, {}) }),
    async (platform) => ({ body: await realtimeQuote(platform, EUROPEAN) }),
    async (platform) => ({ body: await umaQuote(platform) }),
  ],
  executeQuote: [
    async (platform) => {
      const wallet = await newWallet(platform);
      await loginByCode(wallet);
      const { accountId, customerId } = wallet;
      await platform.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 50_000_000 });
      const payer = { accountId, customerId, currency: 'USDB' };
      const { body } = await platform.post(
        '/quotes',
        quoteFor(payer, await payeeWithSuffix(platform, customerId, '111'), { lockedCurrencyAmount: 1_000_000 }),
      );
      return { params: { quoteId: body.id }, body: {} };
    },
  ],
  createAuthCredential: [
    async (platform) => ({ body: { type: 'SMS_OTP', accountId: (await newWallet(platform)).accountId } }),
  ],
  agentCreateQuote: [
    async (platform) => {
      const payer = await newPayer(platform, EUROPEAN);
      const { client, payee } = await newAgent(platform, { payer });
      const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
      return { as: client, body: { ...quoteFor(payer, payee), source } };
    },
  ],
};

/** Strong customer authentication applies. */
const EUROPEAN = { region: 'DE', phoneNumber: '+4915112345678' };

async function realtimeQuote(platform: Client, profile: Record<string, string>): Promise<object> {
  const payer = await newPayer(platform, profile);
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: payer.customerId };
  return { ...quoteFor(payer, await payeeWithSuffix(platform, payer.customerId, '111')), source };
}

async function umaQuote(platform: Client): Promise<object> {
  const payer = await newPayer(platform);
  const umaAddress = '$success.usd@sandbox.causeway.test';
  const path = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${payer.customerId}`;
  const { body } = await platform.get(path);
  return {
    ...quoteFor(payer, ''),
    lookupId: body.lookupId,
    destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
  };
}
