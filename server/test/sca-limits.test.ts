import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { CODE, enrollPasskey, newEuropean, newUsdcAddress, sca } from './support/sca.ts';

const MINUTE = 60;
const WRONG = '000001';
const address = { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };

let app: TestApp;
let platform: Client;
let operator: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  platform = app.client;
  operator = await app.newOperator();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const authorize = (client: Client, id: string, code = CODE): Promise<Answer> =>
  client.post(`/quotes/${id}/authorize`, { code });
const resend = (client: Client, id: string): Promise<Answer> => client.post(`/quotes/${id}/authorize/resend`);
const advance = (client: Client, seconds: number) => client.post('/sandbox/clock/advance', { seconds });
const textsOf = async (client: Client): Promise<number> => (await client.get('/sandbox/messages')).body.totalCount;
const retryAfter = ({ headers }: Answer): number => Number(headers.get('retry-after'));

/** A customer who must authenticate each quote at its creation. */
async function newAsker(client: Client) {
  const customerId = await newEuropean(client);
  const accountId = await payeeWithSuffix(client, customerId, '111');
  const quote = (more: object = {}): Promise<Answer> =>
    client.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      ...more,
    });
  return { customerId, quote };
}

/** Five failed proofs, each on a separate challenge. */
async function locked(client: Client) {
  const asker = await newAsker(client);
  const quotes = await Promise.all(Array.from({ length: 5 }, () => asker.quote()));
  const ids = quotes.map(({ body }) => body.id as string);
  const answers: Answer[] = [];
  for (const id of ids) answers.push(await authorize(client, id, WRONG));
  return { ...asker, ids, answers };
}

describe('failed proofs', () => {
  it('lock the proofs of a customer for 15 minutes after five in a row, over all challenges', async () => {
    const client = await app.newPlatform();
    const { customerId, ids, answers, quote } = await locked(client);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 429]);
    const rejected = await authorize(client, ids[0] ?? '');
    expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(retryAfter(rejected)).toBeGreaterThan(14 * MINUTE);
    expect(retryAfter(rejected)).toBeLessThanOrEqual(15 * MINUTE);
    await enrollPasskey(client, customerId);
    await sca(client, customerId).start('PASSKEY');
    const passkeyAssertion = { id: 'x' };
    const login = await sca(client, customerId).complete({ factor: 'PASSKEY', passkeyAssertion, origin: 'x' });
    expect(login.status).toBe(429);
    await advance(client, 15 * MINUTE);
    const { body } = await quote();
    expect((await authorize(client, body.id)).status).toBe(200);
  });

  it('are limited to five for twenty concurrent challenges and guesses', async () => {
    const { quote } = await newAsker(platform);
    const quotes = await Promise.all(Array.from({ length: 5 }, () => quote()));
    const ids = quotes.flatMap(({ body }) => Array.from({ length: 4 }, () => body.id as string));
    const answers = await Promise.all(ids.map((id) => authorize(platform, id, WRONG)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(16);
    expect((await quote()).status).toBe(429);
  });

  it('are reset by a success', async () => {
    const { quote } = await newAsker(platform);
    for (let i = 0; i < 2; i++) {
      const { body } = await quote();
      for (let j = 0; j < 4; j++) expect((await authorize(platform, body.id, WRONG)).status).toBe(400);
      expect((await authorize(platform, body.id)).status).toBe(200);
    }
  });

  it('exclude correct proofs of a payment without funds', async () => {
    const payer = await newPayer(platform, { region: 'DE', phoneNumber: '+4915112345678', balance: 0 });
    const payee = await payeeWithSuffix(platform, payer.customerId, '111');
    for (let i = 0; i < 2; i++) {
      const { body } = await platform.post('/quotes', quoteFor(payer, payee));
      await platform.post(`/quotes/${body.id}/execute`);
      for (let j = 0; j < 4; j++) expect((await authorize(platform, body.id)).body.code).toBe('INVALID_AMOUNT');
    }
  });

  it('of logins and of trust count too', async () => {
    const customerId = await newEuropean(platform);
    const { start, complete } = sca(platform, customerId);
    const { body } = await start('SMS_OTP');
    for (let i = 0; i < 3; i++) {
      const proof = { factor: 'SMS_OTP', challengeId: body.challengeId, code: WRONG };
      expect((await complete(proof)).status).toBe(400);
    }
    const path = `/customers/external-accounts/${await newUsdcAddress(platform, customerId)}/trust`;
    const { body: asked } = await platform.post(path);
    const confirm = () => platform.post(`${path}/confirm`, { challengeId: asked.scaChallenge.id, code: WRONG });
    expect([(await confirm()).status, (await confirm()).status]).toEqual([400, 429]);
  });

  it('allow logins after a new password, and nothing else', async () => {
    const { customerId, ids } = await locked(platform);
    const { start, complete, record, enroll, confirm } = sca(platform, customerId);
    const { body: app } = await enroll('TOTP');
    await confirm({ type: 'TOTP', secret: app.secret, code: CODE });
    const logIn = async () => {
      await start('TOTP');
      return (await complete({ factor: 'TOTP', code: CODE })).status;
    };
    expect(await logIn()).toBe(429);
    await record('RESET_PASSWORD_COMPLETED');
    expect(await logIn()).toBe(200);
    expect((await authorize(platform, ids[0] ?? '')).status).toBe(429);
  });

  it('are cleared by an operator', async () => {
    const { customerId, ids } = await locked(platform);
    const path = `/operator/platforms/${platform.platformId}/customers/${customerId}/unlock`;
    expect((await operator.post(path, { reason: 'called back' })).status).toBe(200);
    expect((await authorize(platform, ids[0] ?? '')).status).toBe(200);
  });
});

describe('text messages', () => {
  it('for quotes are limited to five in ten minutes, concurrent ones included, and the next quote is rejected', async () => {
    const client = await app.newPlatform();
    const { quote, customerId } = await newAsker(client);
    const answers = await Promise.all(Array.from({ length: 12 }, () => quote()));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const rejected = answers.find(({ status }) => status === 429);
    expect(rejected?.body).toMatchObject({
      code: 'RATE_LIMITED',
      details: { hint: expect.stringContaining('passkey') },
    });
    expect(rejected && retryAfter(rejected)).toBeGreaterThan(9 * MINUTE);
    expect(await textsOf(client)).toBe(5);
    expect((await client.get('/transactions')).body.totalCount).toBe(5);
    const [accepted] = answers.filter(({ status }) => status === 202);
    expect((await resend(client, accepted?.body.id)).status).toBe(429);
    expect((await sca(client, customerId).start('SMS_OTP')).status).toBe(429);
    await enrollPasskey(client, customerId);
    expect((await quote({ scaFactor: 'PASSKEY' })).status).toBe(202);
    await advance(client, 10 * MINUTE);
    expect((await quote()).status).toBe(202);
  });

  it('at their limit reject the execution of a quote, which stays PENDING', async () => {
    const client = await app.newPlatform();
    const payer = await newPayer(client, { region: 'DE', phoneNumber: '+4915112345678' });
    const payee = await payeeWithSuffix(client, payer.customerId, '111');
    for (let i = 0; i < 5; i++) await sca(client, payer.customerId).start('SMS_OTP');
    const { status, body } = await client.post('/quotes', quoteFor(payer, payee));
    expect([status, body.status]).toEqual([201, 'PENDING']);
    expect((await client.post(`/quotes/${body.id}/execute`)).status).toBe(429);
    expect((await client.get(`/quotes/${body.id}`)).body.status).toBe('PENDING');
  });

  it('for the second proof of a quote are sent beyond the limit, because the first was given', async () => {
    const client = await app.newPlatform();
    const { body: config } = await client.get('/config');
    const [first] = config.supportedCurrencies;
    await client.patch('/config', {
      supportedCurrencies: [...config.supportedCurrencies, { ...first, currencyCode: 'EUR' }],
    });
    const { customerId, quote } = await newAsker(client);
    for (let i = 0; i < 4; i++) await sca(client, customerId).start('SMS_OTP');
    const { body } = await quote({ source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId } });
    const second = await authorize(client, body.id);
    expect([second.status, second.body.scaChallenge?.purpose]).toEqual([200, 'PAYOUT']);
    expect((await authorize(client, body.id)).body.status).toBe('PENDING');
  });
});

describe('the region of strong customer authentication', () => {
  const needsSca = async (customerId: string): Promise<boolean> =>
    (await sca(platform, customerId).factors()).status === 200;
  const moveTo = (customerId: string, country: string): Promise<Answer> =>
    platform.patch(`/customers/${customerId}`, { customerType: 'INDIVIDUAL', address: { ...address, country } });
  const regionPath = (customerId: string) =>
    `/operator/platforms/${platform.platformId}/customers/${customerId}/sca-region`;

  it('is fixed at creation: a new address or nationality does not change it', async () => {
    for (const more of [{ address }, { nationality: 'DE' }]) {
      const customerId = await newEuropean(platform, { region: undefined, ...more });
      const moved = await moveTo(customerId, 'US');
      expect([moved.status, moved.body.address.country]).toEqual([200, 'US']);
      expect(await needsSca(customerId)).toBe(true);
    }
    const american = await newEuropean(platform, { region: undefined, address: { ...address, country: 'US' } });
    await moveTo(american, 'DE');
    expect(await needsSca(american)).toBe(false);
  });

  it('of a customer without a country is fixed by the first one', async () => {
    const customerId = await newEuropean(platform, { region: undefined });
    expect(await needsSca(customerId)).toBe(false);
    await moveTo(customerId, 'DE');
    expect(await needsSca(customerId)).toBe(true);
    await moveTo(customerId, 'US');
    expect(await needsSca(customerId)).toBe(true);
  });

  it('is changed by an operator, with a recorded reason', async () => {
    const customerId = await newEuropean(platform);
    expect((await operator.post(regionPath(customerId), { region: 'US' })).status).toBe(400);
    expect((await platform.post(regionPath(customerId), { region: 'US', reason: 'moved' })).status).toBe(404);
    const changed = await operator.post(regionPath(customerId), { region: 'US', reason: 'moved to Boston' });
    expect(changed).toMatchObject({ status: 200, body: { customerId, region: 'US', requiresSca: false } });
    expect(await needsSca(customerId)).toBe(false);
    const { body } = await operator.get('/operator/actions');
    expect(body.data[0]).toMatchObject({
      action: 'CUSTOMER_SCA_REGION_CHANGED',
      resourceId: customerId,
      details: { reason: 'moved to Boston', from: 'DE', to: 'US' },
    });
  });

  it('that starts to require proofs expires quotes created without one', async () => {
    const payer = await newPayer(platform, { region: 'US', phoneNumber: '+4915112345678' });
    const payee = await payeeWithSuffix(platform, payer.customerId, '111');
    const { body: quote } = await platform.post('/quotes', quoteFor(payer, payee));
    await operator.post(regionPath(payer.customerId), { region: 'FR', reason: 'moved to Paris' });
    await expect.poll(async () => (await platform.get(`/quotes/${quote.id}`)).body.status).toBe('EXPIRED');
  });
});
