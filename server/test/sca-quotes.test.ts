import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { balanceOf, fund, newPayer, type Payer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';
import { CODE, enrollPasskey, enrollTotp, newEuropean, newUsdcAddress, ORIGIN, sca } from './support/sca.ts';

const WRONG = '000001';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const european = { region: 'DE', phoneNumber: '+4915112345678' };
const newEuropeanPayer = (platform: Client, more: object = {}): Promise<Payer> =>
  newPayer(platform, { ...european, ...more });

/** A platform that also supports euros. */
async function withEuros(): Promise<Client> {
  const platform = await app.newPlatform();
  const { body } = await platform.get('/config');
  const [first] = body.supportedCurrencies;
  const supportedCurrencies = [...body.supportedCurrencies, { ...first, currencyCode: 'EUR' }];
  await platform.patch('/config', { supportedCurrencies });
  return platform;
}

const authorize = (platform: Client, id: string, code = CODE): Promise<Answer> =>
  platform.post(`/quotes/${id}/authorize`, { code });
const execute = (platform: Client, id: string, body?: object): Promise<Answer> =>
  platform.post(`/quotes/${id}/execute`, body);
const resend = (platform: Client, id: string): Promise<Answer> => platform.post(`/quotes/${id}/authorize/resend`);
const advance = (platform: Client, seconds: number) => platform.post('/sandbox/clock/advance', { seconds });

/** A quote from a funded account to an external account. */
async function prefunded(platform: Client, more: object = {}) {
  const payer = await newEuropeanPayer(platform);
  const payee = await payeeWithSuffix(platform, payer.customerId, '111');
  const created = await platform.post('/quotes', quoteFor(payer, payee, more));
  return { payer, payee, created, quote: created.body };
}

/** A quote funded by the customer's bank, to an external account. */
async function realtime(platform: Client, { currency = 'USD', ...more } = {}) {
  const customerId = await newEuropean(platform);
  const accountId = await payeeWithSuffix(platform, customerId, '111');
  const created = await platform.post('/quotes', {
    source: { sourceType: 'REALTIME_FUNDING', currency, customerId },
    destination: { destinationType: 'ACCOUNT', accountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
    ...more,
  });
  return { customerId, created, quote: created.body };
}

async function eventsOf(transactionId: string): Promise<string[]> {
  const { rows } = await app.database.db.pool.query<{ type: string }>(
    'SELECT type FROM events WHERE resource_id = $1 ORDER BY sequence',
    [transactionId],
  );
  return rows.map(({ type }) => type.replace('OUTGOING_PAYMENT.', ''));
}

describe('a payment from an account', () => {
  it('requires a proof at execution, and starts when it is given', async () => {
    const { payer, created, quote } = await prefunded(client);
    expect([created.status, quote.status, quote.scaChallenge]).toEqual([201, 'PENDING', undefined]);
    const executed = await execute(client, quote.id);
    expect([executed.status, executed.body.status]).toEqual([200, 'PENDING_AUTHORIZATION']);
    expect(executed.body.scaChallenge).toEqual({
      id: expect.stringMatching(/^ScaChallenge:/),
      expiresAt: expect.any(String),
      factor: 'SMS_OTP',
      availableFactors: ['SMS_OTP'],
      purpose: 'PAYOUT',
    });
    expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
    expect((await client.get(`/quotes/${quote.id}`)).body).toEqual(executed.body);
    await transactionIn(client, quote.transactionId, 'PENDING_AUTHORIZATION');
    const authorized = await authorize(client, quote.id);
    expect([authorized.status, authorized.body.status, authorized.body.scaChallenge]).toEqual([
      200,
      'PROCESSING',
      undefined,
    ]);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, payer)).balance).toBe(990_000);
    expect(await eventsOf(quote.transactionId)).toEqual([
      'PENDING',
      'PENDING_AUTHORIZATION',
      'PROCESSING',
      'COMPLETED',
    ]);
    await app.audit();
  });

  it('states amount and payee in the text message', async () => {
    const platform = await app.newPlatform();
    const { quote } = await prefunded(platform);
    await execute(platform, quote.id);
    const { body } = await platform.get('/sandbox/messages');
    expect(body.data[0].text).toContain('to pay 100.00 USD to Ana Example');
  });

  it('to an internal account is a TRANSFER', async () => {
    const payer = await newEuropeanPayer(client);
    const neighbour = await newPayer(client, { balance: 0 });
    const { body: quote } = await client.post('/quotes', quoteFor(payer, neighbour.accountId));
    expect((await execute(client, quote.id)).body.scaChallenge.purpose).toBe('TRANSFER');
    expect((await authorize(client, quote.id)).body.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, neighbour)).balance).toBe(quote.totalReceivingAmount);
    await app.audit();
  });

  it('into another currency has one challenge, because the money is already held', async () => {
    const platform = await withEuros();
    const payer = await newEuropeanPayer(platform, { currency: 'EUR' });
    const payee = await payeeWithSuffix(platform, payer.customerId, '111');
    const { body: quote } = await platform.post('/quotes', quoteFor(payer, payee));
    expect((await execute(platform, quote.id)).body.scaChallenge.purpose).toBe('PAYOUT');
    expect((await authorize(platform, quote.id)).body.status).toBe('PROCESSING');
    await transactionIn(platform, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  it('collected from a bank account requires the proof before the collection', async () => {
    const payer = await newEuropeanPayer(client, { balance: 0 });
    const accountId = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: quote } = await client.post('/quotes', {
      ...quoteFor(payer, payer.accountId),
      source: { sourceType: 'ACCOUNT', accountId },
    });
    expect((await execute(client, quote.id)).body.scaChallenge.purpose).toBe('TRANSFER');
    expect((await authorize(client, quote.id)).body.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, payer)).balance).toBe(quote.totalReceivingAmount);
    await app.audit();
  });

  it('with immediatelyExecute is created and requires the proof in one call', async () => {
    const { payer, created, quote } = await prefunded(client, { immediatelyExecute: true });
    expect([created.status, quote.status, quote.scaChallenge.purpose]).toEqual([
      202,
      'PENDING_AUTHORIZATION',
      'PAYOUT',
    ]);
    expect((await balanceOf(client, payer)).balance).toBe(1_000_000);
    expect((await authorize(client, quote.id)).body.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  it('has one challenge: executing again returns 409, and one of several concurrent executes creates it', async () => {
    const { quote } = await prefunded(client);
    const answers = await Promise.all(Array.from({ length: 5 }, () => execute(client, quote.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const again = await execute(client, quote.id);
    expect([again.status, again.body.details.reason]).toEqual([409, 'PENDING_AUTHORIZATION']);
    const asked = answers.find(({ status }) => status === 200)?.body.scaChallenge;
    expect((await client.get(`/quotes/${quote.id}`)).body.scaChallenge).toEqual(asked);
    expect(await eventsOf(quote.transactionId)).toEqual(['PENDING', 'PENDING_AUTHORIZATION']);
  });

  it('is executed once by concurrent proofs', async () => {
    const { payer, quote } = await prefunded(client);
    await execute(client, quote.id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => authorize(client, quote.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, payer)).balance).toBe(990_000);
    expect((await authorize(client, quote.id)).status).toBe(409);
    await app.audit();
  });

  it('keeps the accepted price for as long as the challenge is valid', async () => {
    const platform = await app.newPlatform();
    const { quote } = await prefunded(platform);
    const seconds = Math.floor((Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1_000);
    await advance(platform, seconds - 10);
    expect((await execute(platform, quote.id)).body.status).toBe('PENDING_AUTHORIZATION');
    await advance(platform, 60);
    expect((await authorize(platform, quote.id)).body.status).toBe('PROCESSING');
    const { quote: late } = await prefunded(platform);
    await advance(platform, seconds + 1);
    const rejected = await execute(platform, late.id);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
  });

  it('without funds is rejected at the proof, which can be repeated', async () => {
    const payer = await newEuropeanPayer(client, { balance: 0 });
    const payee = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: quote } = await client.post('/quotes', quoteFor(payer, payee));
    await execute(client, quote.id);
    const rejected = await authorize(client, quote.id);
    expect([rejected.status, rejected.body.code]).toEqual([400, 'INVALID_AMOUNT']);
    await fund(client, payer.accountId, 50_000);
    expect((await authorize(client, quote.id)).body.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  it('replays the first answer to a proof under its key', async () => {
    const { quote } = await prefunded(client);
    await execute(client, quote.id);
    const send = () =>
      client.post(`/quotes/${quote.id}/authorize`, { code: CODE }, { headers: { 'idempotency-key': quote.id } });
    const [first, repeat] = [await send(), await send()];
    expect([first.status, repeat.text, repeat.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
  });
});

describe('a real-time funded payment', () => {
  it('requires a proof at creation, and shows the payment instructions after it', async () => {
    const { created, quote } = await realtime(client);
    expect([created.status, quote.status, quote.scaChallenge.purpose]).toEqual([
      202,
      'PENDING_AUTHORIZATION',
      'PAYOUT',
    ]);
    expect(quote.paymentInstructions).toBeUndefined();
    expect((await client.get(`/quotes/${quote.id}`)).body).toEqual(quote);
    const waiting = await transactionIn(client, quote.transactionId, 'PENDING_AUTHORIZATION');
    expect(waiting.paymentInstructions).toBeUndefined();
    const authorized = await authorize(client, quote.id);
    expect([authorized.status, authorized.body.status, authorized.body.scaChallenge]).toEqual([
      200,
      'PENDING',
      undefined,
    ]);
    expect(authorized.body.paymentInstructions.length).toBeGreaterThan(0);
    expect((await client.get(`/quotes/${quote.id}`)).body).toEqual(authorized.body);
    const payable = await transactionIn(client, quote.transactionId, 'PENDING');
    expect(payable.paymentInstructions).toEqual(authorized.body.paymentInstructions);
    expect(await eventsOf(quote.transactionId)).toEqual(['PENDING_AUTHORIZATION', 'PENDING']);
    expect((await execute(client, quote.id)).status).toBe(400);
  });

  it('cannot be funded before it is authorized, and is paid out after', async () => {
    const { quote } = await realtime(client);
    const send = () => client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' });
    const early = await send();
    expect([early.status, early.body.code]).toEqual([409, 'CONFLICT']);
    await authorize(client, quote.id);
    expect((await send()).status).toBe(200);
    const completed = await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(completed.paymentInstructions.length).toBeGreaterThan(0);
    await app.audit();
  });

  it('into another currency requires two proofs: the conversion, then the payout', async () => {
    const platform = await withEuros();
    const { quote } = await realtime(platform, { currency: 'EUR' });
    expect(quote.scaChallenge.purpose).toBe('CURRENCY_CONVERSION');
    const first = await authorize(platform, quote.id);
    expect([first.status, first.body.status, first.body.scaChallenge.purpose]).toEqual([
      200,
      'PENDING_AUTHORIZATION',
      'PAYOUT',
    ]);
    expect(first.body.scaChallenge.id).not.toBe(quote.scaChallenge.id);
    expect(first.body.paymentInstructions).toBeUndefined();
    expect((await platform.get(`/quotes/${quote.id}`)).body).toEqual(first.body);
    const both = await Promise.all([authorize(platform, quote.id), authorize(platform, quote.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await platform.get(`/quotes/${quote.id}`)).body.paymentInstructions.length).toBeGreaterThan(0);
    expect(await eventsOf(quote.transactionId)).toEqual(['PENDING_AUTHORIZATION', 'PENDING_AUTHORIZATION', 'PENDING']);
  });

  it('requires no proof of customers in other regions', async () => {
    for (const region of ['US', 'BR']) {
      const customerId = await newEuropean(client, { region });
      const accountId = await payeeWithSuffix(client, customerId, '111');
      const { status, body } = await client.post('/quotes', {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
        destination: { destinationType: 'ACCOUNT', accountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      });
      expect([status, body.status]).toEqual([201, 'PENDING']);
      const rejected = await authorize(client, body.id);
      expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'NO_PENDING_CHALLENGE']);
      expect((await resend(client, body.id)).status).toBe(409);
    }
  });
});

describe('an expired challenge', () => {
  it('fails the payment, and moves no money', async () => {
    const platform = await app.newPlatform();
    const { payer, quote } = await prefunded(platform);
    await execute(platform, quote.id);
    await advance(platform, 299);
    await transactionIn(platform, quote.transactionId, 'PENDING_AUTHORIZATION');
    await advance(platform, 2);
    const failed = await transactionIn(platform, quote.transactionId, 'FAILED');
    expect([failed.failureReason, failed.refund]).toEqual(['SCA_NOT_COMPLETED', undefined]);
    expect((await balanceOf(platform, payer)).balance).toBe(1_000_000);
    const { body } = await platform.get(`/quotes/${quote.id}`);
    expect([body.status, body.scaChallenge]).toEqual(['FAILED', undefined]);
    expect((await authorize(platform, quote.id)).status).toBe(409);
    expect((await execute(platform, quote.id)).status).toBe(409);
    expect((await eventsOf(quote.transactionId)).at(-1)).toBe('FAILED');
    await app.audit();
  });

  it('leaves the payment instructions hidden', async () => {
    const platform = await app.newPlatform();
    const { quote } = await realtime(platform);
    await advance(platform, 301);
    const failed = await transactionIn(platform, quote.transactionId, 'FAILED');
    const { body } = await platform.get(`/quotes/${quote.id}`);
    expect([failed.paymentInstructions, body.paymentInstructions]).toEqual([undefined, undefined]);
  });

  it('is the last one: the expiry of the first does not end the second', async () => {
    const platform = await withEuros();
    const { quote } = await realtime(platform, { currency: 'EUR' });
    await advance(platform, 200);
    await authorize(platform, quote.id);
    await advance(platform, 200);
    await transactionIn(platform, quote.transactionId, 'PENDING_AUTHORIZATION');
    await advance(platform, 101);
    await transactionIn(platform, quote.transactionId, 'FAILED');
  });

  it('has no effect after it was met', async () => {
    const platform = await app.newPlatform();
    const { quote } = await prefunded(platform);
    await execute(platform, quote.id);
    await authorize(platform, quote.id);
    await transactionIn(platform, quote.transactionId, 'COMPLETED');
    await advance(platform, 3_600);
    await transactionIn(platform, quote.transactionId, 'COMPLETED');
  });
});

describe('a trusted payee', () => {
  /** USDC sent to an address that the first customer trusts. */
  async function trustedAddress() {
    const payer = await newEuropeanPayer(client, { currency: 'USDC', balance: 100_000_000 });
    const account = await newUsdcAddress(client, payer.customerId);
    const path = `/customers/external-accounts/${account}`;
    const { body } = await client.post(`${path}/trust`);
    await client.post(`${path}/trust/confirm`, { challengeId: body.scaChallenge.id, code: CODE });
    return { payer, account };
  }
  const usdc = { lockedCurrencyAmount: 5_000_000 };

  it('is paid without a proof', async () => {
    const { payer, account } = await trustedAddress();
    const { body: quote } = await client.post('/quotes', quoteFor(payer, account, usdc));
    expect((await execute(client, quote.id)).body.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  it('is trusted only by the customer who confirmed it', async () => {
    const { account } = await trustedAddress();
    const other = await newEuropeanPayer(client, { currency: 'USDC', balance: 100_000_000 });
    const { body: quote } = await client.post('/quotes', quoteFor(other, account, usdc));
    expect((await execute(client, quote.id)).body.status).toBe('PENDING_AUTHORIZATION');
  });

  it('that is no longer trusted expires earlier quotes, and the next one requires a proof', async () => {
    const { payer, account } = await trustedAddress();
    const { body: quote } = await client.post('/quotes', quoteFor(payer, account, usdc));
    const elsewhere = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: other } = await client.post('/quotes', quoteFor(payer, elsewhere, usdc));
    const path = `/customers/external-accounts/${account}`;
    const { body } = await client.post(`${path}/untrust`);
    await client.post(`${path}/untrust/confirm`, { challengeId: body.scaChallenge.id, code: CODE });
    await transactionIn(client, quote.transactionId, 'EXPIRED');
    const rejected = await execute(client, quote.id);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
    expect(await eventsOf(quote.transactionId)).toEqual(['PENDING', 'EXPIRED']);
    expect((await client.get(`/quotes/${other.id}`)).body.status).toBe('PENDING');
    const { body: next } = await client.post('/quotes', quoteFor(payer, account, usdc));
    expect((await execute(client, next.id)).body.status).toBe('PENDING_AUTHORIZATION');
  });
});

describe('a customer newly subject to strong customer authentication', () => {
  it('has earlier quotes expired, and the next one requires a proof', async () => {
    const payer = await newPayer(client, { phoneNumber: '+4915112345678' });
    const payee = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: quote } = await client.post('/quotes', quoteFor(payer, payee));
    const address = { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };
    const moved = await client.patch(`/customers/${payer.customerId}`, { customerType: 'INDIVIDUAL', address });
    expect(moved.status).toBe(200);
    await transactionIn(client, quote.transactionId, 'EXPIRED');
    const rejected = await execute(client, quote.id);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
    const { body: next } = await client.post('/quotes', quoteFor(payer, payee));
    expect((await execute(client, next.id)).body.status).toBe('PENDING_AUTHORIZATION');
  });
});

describe('the factor of a payment', () => {
  it('can be a passkey, whose assertion authorizes it', async () => {
    const { payer, quote } = await prefunded(client);
    const rejected = await execute(client, quote.id, { scaFactor: 'PASSKEY' });
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'scaFactor']);
    const authenticator = await enrollPasskey(client, payer.customerId);
    const { body } = await execute(client, quote.id, { scaFactor: 'PASSKEY' });
    expect(body.scaChallenge).toMatchObject({ factor: 'PASSKEY', availableFactors: ['SMS_OTP', 'PASSKEY'] });
    expect(body.scaChallenge.passkeyAllowedOrigins).toBeUndefined();
    const { challenge } = body.scaChallenge.passkeyAssertionOptions;
    const proof = { passkeyAssertion: authenticator.assert({ challenge, origin: ORIGIN }), origin: ORIGIN };
    const texted = await authorize(client, quote.id);
    expect([texted.status, texted.body.details.errors[0].field]).toEqual([400, 'passkeyAssertion']);
    const { status, body: authorized } = await client.post(`/quotes/${quote.id}/authorize`, proof);
    expect([status, authorized.status]).toEqual([200, 'PROCESSING']);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  it('stays the same from proof to proof', async () => {
    const platform = await withEuros();
    const customerId = await newEuropean(platform);
    const authenticator = await enrollPasskey(platform, customerId);
    const accountId = await payeeWithSuffix(platform, customerId, '111');
    const { body: quote } = await platform.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      scaFactor: 'PASSKEY',
    });
    const { challenge } = quote.scaChallenge.passkeyAssertionOptions;
    const passkeyAssertion = authenticator.assert({ challenge, origin: ORIGIN });
    const { body } = await platform.post(`/quotes/${quote.id}/authorize`, { passkeyAssertion, origin: ORIGIN });
    expect(body.scaChallenge).toMatchObject({ factor: 'PASSKEY', purpose: 'PAYOUT' });
    expect(body.scaChallenge.passkeyAssertionOptions.challenge).not.toBe(challenge);
  });

  it('is never TOTP', async () => {
    const { payer, payee, quote } = await prefunded(client);
    await enrollTotp(client, payer.customerId);
    const created = await client.post('/quotes', quoteFor(payer, payee, { scaFactor: 'TOTP' }));
    const executed = await execute(client, quote.id, { scaFactor: 'TOTP' });
    for (const { status, body } of [created, executed]) {
      expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'scaFactor']);
    }
  });
});

describe('a wrong proof', () => {
  it('is rejected, and the fifth voids the challenge', async () => {
    const { payer, quote } = await prefunded(client);
    await execute(client, quote.id);
    for (let left = 4; left > 0; left--) {
      const rejected = await authorize(client, quote.id, WRONG);
      expect([rejected.status, rejected.body.details.hint]).toEqual([400, `${left} of 5 tries are left.`]);
    }
    for (const code of [WRONG, CODE]) {
      const rejected = await authorize(client, quote.id, code);
      expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await client.get(`/quotes/${quote.id}`)).body).toMatchObject({ status: 'PENDING_AUTHORIZATION' });
    expect((await resend(client, quote.id)).status).toBe(429);
    expect((await balanceOf(client, payer)).balance).toBe(1_000_000);
  });

  it('in twenty concurrent requests counts five times', async () => {
    const { quote } = await prefunded(client);
    await execute(client, quote.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(client, quote.id, WRONG)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(16);
  });

  it('without exactly one of code and passkeyAssertion returns 400', async () => {
    const { quote } = await prefunded(client);
    await execute(client, quote.id);
    const both = { code: CODE, passkeyAssertion: { id: 'x' }, origin: ORIGIN };
    for (const proof of [{}, both, { code: null }, { passkeyAssertion: { id: 'x' } }]) {
      expect((await client.post(`/quotes/${quote.id}/authorize`, proof)).status).toBe(400);
    }
    const proof = { code: CODE, endUserIpAddress: '203.0.113.7' };
    expect((await client.post(`/quotes/${quote.id}/authorize`, proof)).status).toBe(200);
  });

  it('is rejected while the customer is locked, and so is a correct one', async () => {
    const { payer, quote } = await prefunded(client);
    await execute(client, quote.id);
    for (let i = 0; i < 5; i++) await sca(client, payer.customerId).record('FAILED_LOGIN_ATTEMPT');
    const { status, body } = await authorize(client, quote.id);
    expect([status, body.code, body.details.failedAttempts]).toEqual([423, 'ACCOUNT_LOCKED', 5]);
  });

  it('for an unknown quote returns 404', async () => {
    const unknown = 'Quote:019542f5-b3e7-7d02-8000-000000000001';
    for (const answer of [await authorize(client, unknown), await resend(client, unknown)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
    }
  });
});

describe('a resent code', () => {
  it('belongs to the same challenge, whose expiry is unchanged', async () => {
    const platform = await app.newPlatform();
    const { quote } = await prefunded(platform);
    const { body: executed } = await execute(platform, quote.id);
    await advance(platform, 100);
    expect((await resend(platform, quote.id)).status).toBe(204);
    expect((await platform.get(`/quotes/${quote.id}`)).body.scaChallenge).toEqual(executed.scaChallenge);
    const { body: inbox } = await platform.get('/sandbox/messages?channel=SMS');
    expect(inbox.data.map(({ code }: { code: string }) => code)).toEqual([CODE, CODE]);
    expect((await authorize(platform, quote.id)).status).toBe(200);
  });

  it('is sent five times at most', async () => {
    const { quote } = await prefunded(client);
    await execute(client, quote.id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(client, quote.id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(4);
    const rejected = answers.find(({ status }) => status === 429);
    expect([rejected?.body.code, Number(rejected?.headers.get('retry-after')) > 0]).toEqual(['RATE_LIMITED', true]);
  });

  it('is not sent for a passkey, nor without a pending challenge', async () => {
    const { payer, quote } = await prefunded(client);
    const early = await resend(client, quote.id);
    expect([early.status, early.body.details.reason]).toEqual([409, 'NO_PENDING_CHALLENGE']);
    await enrollPasskey(client, payer.customerId);
    await execute(client, quote.id, { scaFactor: 'PASSKEY' });
    const rejected = await resend(client, quote.id);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'NOT_A_TEXTED_CODE']);
  });
});
