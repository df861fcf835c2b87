import { umaErrors } from '../../src/engine/providers/protocols/uma-codes.ts';
import { type ErrorCode, errorStatus } from '../../src/foundation/kernel/errors.ts';
import { newId } from '../../src/foundation/kernel/ids.ts';
import { Authenticator } from './authenticator.ts';
import { activeCard, cardName, cardRequest, newCard } from './cards.ts';
import type { Answer, Client } from './client.ts';
import { paymentToDecide } from './deferral.ts';
import { newIndividual, passport, png, upload } from './documents.ts';
import { withSuffix } from './external-accounts.ts';
import { newExternalAccount, platformAccount, quoted, useCurrencies } from './payment-world.ts';
import { fund, newPayer, payeeWithSuffix, quoteFor, transactionIn } from './payments.ts';
import { CODE, enrollPasskey, newEuropean, newUsdcAddress, sca } from './sca.ts';
import { credentials, keyed, mint, mintRequest, newCoin, newLink, registration } from './stablecoins.ts';
import { lookUp, umaQuote } from './uma.ts';
import {
  addPasskey,
  assertionOf,
  ClientKey,
  loginByCode,
  loginByPasskey,
  newWallet,
  passkeyRequest,
  retry,
  send,
  signedHeaders,
  signedTwice,
  type Wallet,
} from './wallets.ts';

/** Sends a request of its own sandbox platform, which the service rejects with the code. */
export type ErrorRecipe = (client: Client) => Promise<Answer>;

const DOMAIN = 'sandbox.causeway.test';
const UNKNOWN = '019542f5-b3e7-7d02-8000-000000000001';

const paying = async (client: Client, suffix: string, more: object = {}, balance = 100_000): Promise<Answer> => {
  const payer = await newPayer(client, { balance });
  return client.post('/quotes', quoteFor(payer, await payeeWithSuffix(client, payer.customerId, suffix), more));
};

const transferring = async (client: Client, suffix: string, paymentRail: string) => {
  const { customerId, accountId } = await newPayer(client);
  const destination = { accountId: await payeeWithSuffix(client, customerId, suffix), paymentRail };
  const { body } = await client.post('/transfer-out', { source: { accountId }, destination, amount: 1_000 });
  return body.id as string;
};

/** A signed retry with exactly one error. */
async function wrongRetry(client: Client, headersOf: (requestId: string, stamp: string) => Record<string, string>) {
  const wallet = await newWallet(client);
  const { key } = await loginByCode(wallet);
  const ask = { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled: true } };
  const { body } = await send(client, ask);
  return send(client, ask, headersOf(body.requestId, key.stamp(body.payloadToSign)));
}

const contactChange = ({ customerId }: Wallet, email: string) => ({
  method: 'PATCH',
  path: `/customers/${customerId}`,
  body: { customerType: 'INDIVIDUAL', email },
});

const newCode = async (client: Client): Promise<string> => {
  const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  return (await client.post('/invitations', { inviterUma: body.umaAddress })).body.code;
};
const claim = (client: Client, code: string) =>
  client.post(`/invitations/${code}/claim`, { inviteeUma: '$grace@bank.example' });

const closedCard = async (client: Client) => {
  const { id } = await activeCard(client);
  await client.patch(`/cards/${id}`, { state: 'CLOSED' });
  return `/cards/${id}`;
};

const atLookup =
  (code: ErrorCode): ErrorRecipe =>
  async (client) =>
    lookUp(client, await newPayer(client), `$lookup.${code.toLowerCase()}@${DOMAIN}`);

const atQuote =
  (code: ErrorCode): ErrorRecipe =>
  async (client) => {
    const payer = await newPayer(client);
    return client.post('/quotes', await umaQuote(client, payer, `$quote.${code.toLowerCase()}@${DOMAIN}`));
  };

/** A document whose number has this suffix. */
const numbered =
  (suffix: string): ErrorRecipe =>
  async (client) =>
    upload(client, await newIndividual(client), { ...passport, documentNumber: `P${suffix}` });

const byName = (codes: readonly ErrorCode[], recipe: (code: ErrorCode) => ErrorRecipe) =>
  Object.fromEntries(codes.map((code) => [code, recipe(code)]));

/** The request that produces each code in the sandbox, by magic values, simulations or input. */
export const errorRecipes: Partial<Record<ErrorCode, ErrorRecipe>> = {
  ...byName(umaErrors.quote, atQuote),
  ...byName(umaErrors.lookup, atLookup),
  INVALID_INPUT: (client) => client.post('/customers', {}),
  END_USER_TERMS_VERSION_NOT_FOUND: (client) =>
    client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      endUserTermsConsent: {
        termsVersion: 'V99',
        acceptedAt: '2026-01-02T03:04:05Z',
        ipAddress: '203.0.113.7',
        acceptanceMethod: 'CHECKBOX',
      },
    }),
  MISSING_MANDATORY_USER_INFO: async (client) => {
    const payer = await newPayer(client);
    await useCurrencies(client, ['USD', 'EUR']);
    const address = `$success.eur@${DOMAIN}`;
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'EUR' };
    return client.post('/quotes', await umaQuote(client, payer, address, { destination }));
  },
  INVITATION_ALREADY_CLAIMED: async (client) => {
    const code = await newCode(client);
    await claim(client, code);
    return claim(client, code);
  },
  INVITATION_CANCELLED: async (client) => {
    const code = await newCode(client);
    await client.post(`/invitations/${code}/cancel`);
    return claim(client, code);
  },
  INVITATION_NOT_FOUND: (client) => client.get('/invitations/ffffffff'),
  INVALID_UMA_ADDRESS: async (client) => lookUp(client, await newPayer(client), 'nobody'),
  UMA_NOT_FOUND: async (client) => lookUp(client, await newPayer(client), `$nobody@${DOMAIN}`),
  UNSUPPORTED_UMA_VERSION: async (client) => lookUp(client, await newPayer(client), `$lookup412@${DOMAIN}`),
  LNURLP_REQUEST_FAILED: async (client) => lookUp(client, await newPayer(client), `$lookup424@${DOMAIN}`),
  AMOUNT_OUT_OF_RANGE: async (client) => {
    await useCurrencies(client, ['USD'], { only: { USD: { maxAmount: 5_000 } } });
    return paying(client, '111');
  },
  INVALID_CURRENCY: (client) => client.get('/exchange-rates?sourceCurrency=USD&destinationCurrency=XYZ'),
  INVALID_REQUEST_FORMAT: (client) =>
    client.request('POST', '/customers', { raw: 'x', headers: { 'content-type': 'text/plain' } }),
  INVALID_BANK_ACCOUNT: async (client) => {
    const { customerId } = await newPayer(client);
    return client.post('/customers/external-accounts', { customerId, ...withSuffix('USD_ACCOUNT', '105') });
  },
  SELF_PAYMENT: async (client) => {
    const payer = await newPayer(client);
    return client.post('/quotes', quoteFor(payer, payer.accountId));
  },
  INVALID_AMOUNT: (client) => paying(client, '111', { immediatelyExecute: true }, 100),
  WEBHOOK_ENDPOINT_NOT_SET: (client) => client.post('/webhooks/test'),
  WEBHOOK_DELIVERY_ERROR: async (client) => {
    await client.patch('/config', { webhookEndpoint: 'http://127.0.0.1:9/hooks' });
    return client.post('/webhooks/test');
  },
  DATA_MISMATCH: numbered('201'),
  EXPIRED: numbered('202'),
  SUSPECTED_FRAUD: numbered('203'),
  LOW_QUALITY: numbered('204'),
  UNSUITABLE_DOCUMENT: async (client) =>
    upload(client, await newIndividual(client), passport, Buffer.from('dear reviewer, here is my passport')),
  INCOMPLETE: async (client) => upload(client, await newIndividual(client), passport, png().subarray(0, 60)),
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: async (client) => {
    const { accountId } = await newWallet(client);
    return client.post('/auth/credentials', { type: 'EMAIL_OTP', accountId });
  },
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: async (client) => {
    const wallet = await newWallet(client);
    const { key } = await loginByCode(wallet);
    const ask = { method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId: wallet.accountId } };
    await signedTwice(client, ask, key);
    return send(client, ask);
  },
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: async (client) => {
    const wallet = await newWallet(client);
    const { authenticator } = await addPasskey(wallet, await loginByCode(wallet));
    return send(client, {
      method: 'POST',
      path: '/auth/credentials',
      body: passkeyRequest(wallet.accountId, authenticator),
    });
  },
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: (client) =>
    client.post('/stablecoin-provider-accounts', credentials('002'), keyed()),
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: (client) =>
    client.post('/stablecoin-provider-accounts', credentials('003'), keyed()),
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: async (client) => {
    const { stablecoinProviderAccountId: _, ...unnamed } = registration(await newLink(client));
    await newLink(client);
    return client.post('/stablecoins', unnamed, keyed());
  },
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: (client) => {
    const { stablecoinProviderAccountId: _, ...unnamed } = registration('');
    return client.post('/stablecoins', unnamed, keyed());
  },
  CARDHOLDER_KYC_NOT_APPROVED: async (client) => {
    const { accountId } = await newPayer(client);
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada 001' });
    return client.post('/cards', cardRequest({ customerId: body.id, accountId }));
  },
  FUNDING_SOURCE_INELIGIBLE: async (client) => {
    const { customerId } = await newPayer(client);
    const { accountId } = await newPayer(client);
    return client.post('/cards', cardRequest({ customerId, accountId }));
  },
  TRANSACTION_SIZE_LIMIT_EXCEEDED: (client) => paying(client, '111', { lockedCurrencyAmount: 100_000_001 }),
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: async (client) => {
    await useCurrencies(client, ['USD', 'USDC']);
    const payer = await newPayer(client, { currency: 'USDC', balance: 2_000_000_000 });
    const more = { ownershipType: 'FIRST_PARTY' };
    const wallet = await newExternalAccount(client, { customerId: payer.customerId, type: 'SOLANA_WALLET', more });
    return client.post('/quotes', quoteFor(payer, wallet, { lockedCurrencyAmount: 1_100_000_000 }));
  },
  UNAUTHORIZED: (client) =>
    client.request('GET', '/config', { headers: { authorization: 'Basic bm9ib2R5Om5vYm9keQ==' } }),
  INVALID_SIGNATURE: async (client) => {
    const wallet = await newWallet(client);
    const { id, authenticator } = await addPasskey(wallet, await loginByCode(wallet));
    const { uncompressed: clientPublicKey } = new ClientKey();
    const { body } = await client.post(`/auth/credentials/${id}/challenge`, { clientPublicKey });
    const assertion = {
      ...assertionOf(authenticator, body.challenge),
      signature: assertionOf(new Authenticator(), body.challenge).signature,
    };
    return client.request('POST', `/auth/credentials/${id}/verify`, {
      body: { type: 'PASSKEY', assertion },
      headers: { 'request-id': body.requestId },
    });
  },
  WALLET_SIGNATURE_MISSING: (client) => wrongRetry(client, (requestId) => ({ 'request-id': requestId })),
  WALLET_SIGNATURE_MALFORMED: (client) => wrongRetry(client, (requestId) => signedHeaders(requestId, 'nonsense!')),
  WALLET_SIGNATURE_INVALID: (client) =>
    wrongRetry(client, (requestId) => signedHeaders(requestId, new ClientKey().stamp('something else'))),
  WALLET_SIGNATURE_BODY_MISMATCH: async (client) => {
    const wallet = await newWallet(client);
    const { key } = await loginByCode(wallet);
    const ask = { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled: true } };
    const { body } = await send(client, ask);
    const other = { ...ask, body: { privateEnabled: false } };
    return send(client, other, signedHeaders(body.requestId, key.stamp(body.payloadToSign)));
  },
  REQUEST_ID_MISSING: (client) => wrongRetry(client, (_, stamp) => ({ 'service-wallet-signature': stamp })),
  FORBIDDEN: async (client) => {
    const { body } = await client.post('/tokens', { name: 'reader', permissions: ['VIEW'] });
    return client.with(body).post('/customers', { customerType: 'INDIVIDUAL' });
  },
  USER_NOT_READY: async (client) => {
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Pending 001' });
    const payer = await newPayer(client);
    const source = { sourceType: 'REALTIME_FUNDING', customerId: body.id, currency: 'USD' };
    const payee = await payeeWithSuffix(client, payer.customerId, '111');
    return client.post('/quotes', quoteFor(payer, payee, { source }));
  },
  END_USER_TERMS_NOT_ACCEPTED: async (client) => {
    const made = await client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: false });
    const unregulated = client.with(made.body.token);
    const { body } = await unregulated.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    const payee = await payeeWithSuffix(unregulated, body.id, '111');
    const source = { sourceType: 'REALTIME_FUNDING', customerId: body.id, currency: 'USD' };
    return unregulated.post('/quotes', { ...quoteFor({ customerId: '', accountId: '', currency: '' }, payee), source });
  },
  TRANSACTION_NOT_FOUND: (client) => client.get(`/transactions/Transaction:${UNKNOWN}`),
  USER_NOT_FOUND: (client) => client.get(`/customers/Customer:${UNKNOWN}`),
  QUOTE_NOT_FOUND: (client) => client.get(`/quotes/Quote:${UNKNOWN}`),
  LOOKUP_REQUEST_NOT_FOUND: (client) => paying(client, '111', { lookupId: newId('Lookup') }),
  TOKEN_NOT_FOUND: (client) => client.get(`/tokens/Token:${UNKNOWN}`),
  BULK_UPLOAD_JOB_NOT_FOUND: (client) => client.get(`/customers/bulk/jobs/Job:${UNKNOWN}`),
  REFERENCE_NOT_FOUND: (client) => client.get(`/cards/Card:${UNKNOWN}`),
  METHOD_NOT_ALLOWED: (client) => client.request('PUT', '/customers', { body: {} }),
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: async (client) => {
    const id = await paymentToDecide(client);
    await client.post(`/transactions/${id}/approve`);
    return client.post(`/transactions/${id}/approve`);
  },
  TRANSACTION_NOT_CANCELLABLE: async (client) => {
    const id = await transferring(client, '111', 'ACH');
    await transactionIn(client, id, 'COMPLETED');
    return client.post(`/transactions/${id}/cancel`);
  },
  UMA_ADDRESS_EXISTS: async (client) => {
    const request = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', umaAddress: '$taken@x.test' };
    await client.post('/customers', request);
    return client.post('/customers', request);
  },
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: async (client) => {
    const [one, other] = [await newWallet(client), await newWallet(client)];
    const { body } = await client.get(`/customers/${one.customerId}`);
    return send(client, contactChange(other, body.email));
  },
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: async (client) => {
    const wallet = await newWallet(client);
    const { key } = await loginByPasskey(wallet, await addPasskey(wallet, await loginByCode(wallet)));
    const ask = contactChange(wallet, `set.${wallet.customerId.slice(-6)}@example.com`);
    const { body: challenge } = await send(client, ask);
    await signedTwice(client, { method: 'DELETE', path: `/auth/credentials/${wallet.emailId}` }, key);
    const body = { type: 'EMAIL_OTP', accountId: wallet.accountId };
    await signedTwice(client, { method: 'POST', path: '/auth/credentials', body }, key);
    return retry(client, ask, { challenge, key });
  },
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: async (client) => {
    const wallet = await newWallet(client);
    const { key } = await loginByCode(wallet);
    const ask = contactChange(wallet, 'ada+syncfail@example.com');
    return retry(client, ask, { challenge: (await send(client, ask)).body, key });
  },
  PASSKEY_ALREADY_ENROLLED: async (client) => {
    const customerId = await newEuropean(client);
    await enrollPasskey(client, customerId);
    return sca(client, customerId).enroll('PASSKEY');
  },
  BENEFICIARY_TRUSTED: async (client) => {
    const path = `/customers/external-accounts/${await newUsdcAddress(client, await newEuropean(client))}`;
    const { body } = await client.post(`${path}/trust`);
    await client.post(`${path}/trust/confirm`, { challengeId: body.scaChallenge.id, code: CODE });
    return client.delete(path);
  },
  INVALID_STATE_TRANSITION: async (client) => {
    const { id } = await newCard(client, await newPayer(client), { platformCardId: cardName('001') });
    return client.patch(`/cards/${id}`, { state: 'FROZEN' });
  },
  CARD_ALREADY_CLOSED: async (client) => client.patch(await closedCard(client), { state: 'CLOSED' }),
  CARD_NOT_MUTABLE: async (client) => client.patch(await closedCard(client), { state: 'FROZEN' }),
  CONFLICT: async (client) => {
    const { body } = await paying(client, '111', { immediatelyExecute: true });
    return client.post(`/quotes/${body.id}/execute`);
  },
  CUSTOMER_DELETED: async (client) => {
    const { customerId } = await newPayer(client, { balance: 0 });
    await client.delete(`/customers/${customerId}`);
    return client.patch(`/customers/${customerId}`, { customerType: 'INDIVIDUAL', fullName: 'Ada King' });
  },
  ACCOUNT_LOCKED: async (client) => {
    const { start, complete } = sca(client, await newEuropean(client));
    let answer = await start('SMS_OTP');
    for (let i = 0; i < 5; i++) {
      const { challengeId } = (await start('SMS_OTP')).body;
      answer = await complete({ factor: 'SMS_OTP', challengeId, code: '999999' });
      if (i === 3) await client.post('/sandbox/clock/advance', { seconds: 600 });
    }
    return answer;
  },
  RATE_LIMITED: async (client) => {
    const { customerId } = await newPayer(client, { phoneNumber: '+14155550100', region: 'DE', balance: 0 });
    for (let i = 0; i < 5; i++) await client.post(`/customers/${customerId}/verify-phone`);
    return client.post(`/customers/${customerId}/verify-phone`);
  },
  DAILY_VOLUME_LIMIT_EXCEEDED: async (client) => {
    const own = await platformAccount(client, 'USD');
    await fund(client, own.id, 1_100_000_000);
    const payer = { customerId: '', accountId: own.id, currency: 'USD' };
    const { accountId } = await newPayer(client, { balance: 0 });
    const request = quoteFor(payer, accountId, { lockedCurrencyAmount: 100_000_000, immediatelyExecute: true });
    for (let i = 0; i < 10; i++) await quoted(client, request);
    return client.post('/quotes', request);
  },
  SERVICE_SWITCH_ERROR: (client) => paying(client, '111', { description: 'switch-error' }),
  NOT_IMPLEMENTED: async (client) => client.post(`/transactions/${await transferring(client, '005', 'RTP')}/cancel`),
  SERVICE_UNAVAILABLE: async (client) =>
    mint(client, await newCoin(client), await mintRequest(client, { type: 'WIRE' }, 7)),
};

/** Codes that no sandbox scenario produces, with the reason. */
export const unreachable: Partial<Record<ErrorCode, string>> = {
  INTERNAL_ERROR: 'a defect of the service, never produced on purpose',
  INVITATIONS_NOT_CONFIGURED: 'depends on a setting of the operator (INVITATION_URL), not on a request',
  LOOKUP_REQUEST_FAILED: 'depends on corridors that the operator has closed',
  TOTAL_OUT_OF_RANGE: 'needs more money than a sandbox can be funded with in reasonable time',
  SCA_SESSION_REQUIRED: 'a missing login never blocks a payment here: the proof of the payment itself is asked for',
};

export const allCodes = Object.keys(errorStatus) as ErrorCode[];
