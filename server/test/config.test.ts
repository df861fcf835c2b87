import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
});
afterAll(() => app.stop());

const patch = (body: unknown, asker = client) => asker.patch('/config', body);
const get = async () => (await client.get('/config')).body;
const fieldsOf = (answer: Answer): string[] =>
  answer.body.details.errors.map((error: { field: string }) => error.field).toSorted();

const currency = (currencyCode: string, more: object = {}) => ({
  currencyCode,
  minAmount: 1,
  maxAmount: 1_000,
  requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
  enabledTransactionTypes: ['INCOMING'],
  ...more,
});
const fee = (variableFeeBps: number, amount: number, sourceCurrency = 'USD', fixedCurrency = sourceCurrency) => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency,
  variableFeeBps,
  fixedFee: { amount, currency: fixedCurrency },
});

describe('the configuration of a new platform', () => {
  it('is usable immediately', async () => {
    const config = await get();
    expect(config).toEqual({
      id: expect.stringMatching(/^PlatformConfig:/),
      isRegulatedFinancialInstitution: true,
      supportedCurrencies: ['USD', 'USDC', 'USDB'].map((currencyCode) => ({
        currencyCode,
        minAmount: 1,
        maxAmount: 9_000_000_000_000_000,
        requiredCounterpartyFields: [],
        enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
        providerRequiredCustomerFields: expect.arrayContaining(['FULL_NAME']),
        providerRequiredCounterpartyCustomerFields: ['FULL_NAME'],
      })),
      embeddedWalletConfig: {
        otpLength: 6,
        alphanumeric: false,
        expirationSeconds: 300,
        sendFromEmailSenderName: 'Notifications',
      },
      cardTokenization2faConfig: {},
      hostedPages: { name: null, logoUrl: null, accentColor: null, language: null },
      feeConfigs: [],
      createdAt: expect.any(String),
      updatedAt: config.createdAt,
    });
  });
});

describe('an update of the configuration', () => {
  it('sets every field, and returns the new configuration', async () => {
    const update = {
      umaDomain: 'Pay.Example.com',
      webhookEndpoint: 'http://localhost:9/hooks?x=1',
      supportedCurrencies: [currency('EUR'), currency('BTC', { minAmount: 0, enabledTransactionTypes: [] })],
      embeddedWalletConfig: {
        appName: 'Wallet',
        otpLength: 8,
        alphanumeric: true,
        expirationSeconds: 60,
        sendFromEmailAddress: 'codes@example.com',
        sendFromEmailSenderName: 'Codes',
        replyToEmailAddress: 'help@example.com',
        logoUrl: 'https://example.com/logo.png',
        relyingParties: [{ id: 'example.com', origins: ['https://example.com', 'android:apk-key-hash:abc'] }],
      },
      cardTokenization2faConfig: {
        displayName: 'Card',
        logoUrl: 'https://example.com/card.png',
        email: {
          fromAddress: 'card@example.com',
          fromName: 'Card',
          replyToAddress: 'help@example.com',
          subject: 'Your code',
          bodyText: 'Code: {code}',
        },
        sms: { templateSid: 'T1', bodyText: 'Code {code}' },
      },
      feeConfigs: [fee(30, 50)],
    };
    const before = await get();
    const { status, body } = await patch(update);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...update, umaDomain: 'pay.example.com' });
    expect(body.id).toBe(before.id);
    expect(body.createdAt).toBe(before.createdAt);
    expect(Date.parse(body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    expect(await get()).toEqual(body);
  });

  it('keeps omitted fields: at the top level, and members of objects at every level', async () => {
    await patch({
      umaDomain: 'a.example',
      webhookEndpoint: 'https://a.example/hooks',
      embeddedWalletConfig: { appName: 'A', otpLength: 7 },
      cardTokenization2faConfig: {
        displayName: 'A',
        email: { fromName: 'A', subject: 'S' },
        sms: { templateSid: 'T' },
      },
    });
    await patch({ umaDomain: 'b.example' });
    await patch({ embeddedWalletConfig: { otpLength: 9 } });
    await patch({ cardTokenization2faConfig: { email: { fromName: 'B' } } });
    await patch({});
    expect(await get()).toMatchObject({
      umaDomain: 'b.example',
      webhookEndpoint: 'https://a.example/hooks',
      embeddedWalletConfig: { appName: 'A', otpLength: 9, alphanumeric: false, expirationSeconds: 300 },
      cardTokenization2faConfig: {
        displayName: 'A',
        email: { fromName: 'B', subject: 'S' },
        sms: { templateSid: 'T' },
      },
    });
  });

  it('replaces lists', async () => {
    await patch({ supportedCurrencies: [currency('EUR'), currency('GBP')] });
    await patch({ supportedCurrencies: [currency('GBP', { maxAmount: 5 })] });
    const parties = [{ id: 'a.example', origins: ['https://a.example'] }];
    await patch({ embeddedWalletConfig: { relyingParties: parties } });
    await patch({ embeddedWalletConfig: { relyingParties: [] } });
    const { supportedCurrencies, embeddedWalletConfig } = await get();
    expect(supportedCurrencies).toEqual([expect.objectContaining({ currencyCode: 'GBP', maxAmount: 5 })]);
    expect(embeddedWalletConfig.relyingParties).toEqual([]);
  });

  it('accepts its own answer: read-only members are ignored', async () => {
    const hostedPages = { name: 'Acme', accentColor: '#ff6600', language: 'de' };
    await patch({ umaDomain: 'a.example', feeConfigs: [fee(10, 5)], hostedPages });
    const config = await get();
    const { status, body } = await patch({
      ...config,
      id: 'PlatformConfig:00000000-0000-7000-8000-000000000000',
      createdAt: '2001-01-01T00:00:00Z',
      proxyUmaSubdomain: 'mine',
      isRegulatedFinancialInstitution: false,
    });
    expect(status).toBe(200);
    expect({ ...body, updatedAt: config.updatedAt }).toEqual(config);
  });

  it('opens a platform account in each new currency, once', async () => {
    await patch({ supportedCurrencies: [currency('EUR'), currency('JPY'), currency('USDT')] });
    await patch({ supportedCurrencies: [currency('EUR')] });
    const { body } = await client.get('/platform/internal-accounts');
    const opened = body.data.map((account: { balance: { currency: { code: string } }; type: string }) => [
      account.balance.currency.code,
      account.type,
    ]);
    expect(opened).toEqual([
      ['EUR', 'INTERNAL_FIAT'],
      ['JPY', 'INTERNAL_FIAT'],
      ['USD', 'INTERNAL_FIAT'],
      ['USDB', 'INTERNAL_CRYPTO'],
      ['USDC', 'INTERNAL_CRYPTO'],
      ['USDT', 'INTERNAL_CRYPTO'],
    ]);
    const { body: euros } = await client.get('/platform/internal-accounts?currency=EUR&type=INTERNAL_FIAT');
    expect(euros.data).toHaveLength(1);
    const funded = await client.post(`/sandbox/internal-accounts/${euros.data[0].id}/fund`, { amount: 5 });
    expect(funded.body.balance).toMatchObject({ amount: 5, currency: { code: 'EUR', decimals: 2 } });
    await app.audit();
  });

  it('does not lose concurrent updates', async () => {
    const updates = [
      { umaDomain: 'both.example' },
      { webhookEndpoint: 'https://both.example/hooks' },
      { embeddedWalletConfig: { appName: 'Both' } },
      { embeddedWalletConfig: { otpLength: 8 } },
      { cardTokenization2faConfig: { sms: { bodyText: 'Both' } } },
      { cardTokenization2faConfig: { displayName: 'Both' } },
      { feeConfigs: [fee(1, 1)] },
      { supportedCurrencies: [currency('EUR')] },
    ];
    const answers = await Promise.all(updates.map((update) => patch(update)));
    expect(answers.map(({ status }) => status)).toEqual(updates.map(() => 200));
    const config = await get();
    for (const update of updates) expect(config).toMatchObject(update);
  });
});

describe('an invalid update of the configuration', () => {
  it('reports every invalid field and changes nothing', async () => {
    const before = await get();
    const answer = await patch({
      umaDomain: 'no spaces here',
      webhookEndpoint: '',
      supportedCurrencies: [
        { currencyCode: 'EUR', minAmount: -1, maxAmount: 1.5, enabledTransactionTypes: ['SIDEWAYS'] },
      ],
      embeddedWalletConfig: {
        appName: 'x'.repeat(256),
        otpLength: 3,
        alphanumeric: 'no',
        expirationSeconds: 601,
        sendFromEmailAddress: 'x',
        sendFromEmailSenderName: 5,
        replyToEmailAddress: `${'x'.repeat(250)}@example.com`,
        logoUrl: 'not a url',
        relyingParties: [{ id: '', origins: [] }],
      },
      cardTokenization2faConfig: {
        displayName: 'x'.repeat(256),
        logoUrl: 'http://example.com/card.png',
        email: {
          fromAddress: 'x',
          fromName: 'x'.repeat(256),
          replyToAddress: 'x',
          subject: 'x'.repeat(256),
          bodyText: 'x'.repeat(2_001),
        },
        sms: { templateSid: 'x'.repeat(65), bodyText: 'x'.repeat(481) },
      },
      feeConfigs: [{ feeType: 'OTHER', sourceCurrency: 'US', variableFeeBps: 10_001, fixedFee: { amount: -1 } }],
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    const invalid = [
      'umaDomain',
      'webhookEndpoint',
      ...['minAmount', 'maxAmount', 'requiredCounterpartyFields', 'enabledTransactionTypes.0'].map(
        (name) => `supportedCurrencies.0.${name}`,
      ),
      ...['appName', 'otpLength', 'alphanumeric', 'expirationSeconds', 'sendFromEmailAddress'].map(
        (name) => `embeddedWalletConfig.${name}`,
      ),
      ...['sendFromEmailSenderName', 'replyToEmailAddress', 'logoUrl', 'relyingParties.0.id'].map(
        (name) => `embeddedWalletConfig.${name}`,
      ),
      'embeddedWalletConfig.relyingParties.0.origins',
      ...['displayName', 'logoUrl', 'email.fromAddress', 'email.fromName', 'email.replyToAddress'].map(
        (name) => `cardTokenization2faConfig.${name}`,
      ),
      ...['email.subject', 'email.bodyText', 'sms.templateSid', 'sms.bodyText'].map(
        (name) => `cardTokenization2faConfig.${name}`,
      ),
      ...['feeType', 'sourceCurrency', 'variableFeeBps', 'fixedFee.amount', 'fixedFee.currency'].map(
        (name) => `feeConfigs.0.${name}`,
      ),
    ];
    expect([...new Set(fieldsOf(answer))]).toEqual(invalid.toSorted());
    expect(await get()).toEqual(before);
  });

  it('reports broken rules: unknown and repeated currencies, inverted bounds, foreign fees, invalid URLs', async () => {
    const answer = await patch({
      webhookEndpoint: 'ftp://example.com',
      supportedCurrencies: [
        currency('XYZ'),
        currency('EUR'),
        currency('EUR'),
        currency('GBP', { minAmount: 9, maxAmount: 8 }),
      ],
      feeConfigs: [fee(1, 1, 'USD', 'EUR')],
    });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([
      'feeConfigs.0.fixedFee.currency',
      'supportedCurrencies.0.currencyCode',
      'supportedCurrencies.2.currencyCode',
      'supportedCurrencies.3.maxAmount',
      'webhookEndpoint',
    ]);
    for (const [name, value] of Object.entries({
      supportedCurrencies: [],
      umaDomain: null,
      webhookEndpoint: 'https://user:secret@example.com',
      feeConfigs: {},
    })) {
      expect(fieldsOf(await patch({ [name]: value }))).toEqual([name]);
    }
  });

  it('reports broken rules together with fields of the wrong type', async () => {
    const before = await get();
    const answer = await patch({
      webhookEndpoint: 'ftp://example.com',
      supportedCurrencies: [
        5,
        currency('XYZ'),
        currency('EUR', { minAmount: -1 }),
        currency('EUR', { minAmount: 5_000 }),
      ],
      cardRevealOrigins: [null, 'https://example.com/page'],
      feeConfigs: ['none', { ...fee(1, 1), fixedFee: 7 }, fee(1, 1, 'USD', 'EUR'), fee(-1, 1)],
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([
      400,
      [
        'cardRevealOrigins.0',
        'cardRevealOrigins.1',
        'feeConfigs.0',
        'feeConfigs.1.fixedFee',
        'feeConfigs.2.fixedFee.currency',
        'feeConfigs.3.variableFeeBps',
        'supportedCurrencies.0',
        'supportedCurrencies.1.currencyCode',
        'supportedCurrencies.2.minAmount',
        'supportedCurrencies.3.currencyCode',
        'supportedCurrencies.3.maxAmount',
        'webhookEndpoint',
      ],
    ]);
    expect(await get()).toEqual(before);
  });

  it('rejects one-time codes of less than six characters in production and with strict handling', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const update = (otpLength: number) => ({ embeddedWalletConfig: { otpLength } });
    expect((await production.patch('/config', update(6))).status).toBe(200);
    const strict = { headers: { prefer: 'handling=strict' } };
    for (const rejected of [
      await production.patch('/config', update(5)),
      await app.client.patch('/config', update(5), strict),
    ]) {
      expect([rejected.status, fieldsOf(rejected)]).toEqual([400, ['embeddedWalletConfig.otpLength']]);
    }
  });

  it('accepts the bounds themselves', async () => {
    for (const embeddedWalletConfig of [
      { otpLength: 4, expirationSeconds: 1, allowPasskeyPresenceOnly: true },
      { otpLength: 12, expirationSeconds: 600, appName: 'x'.repeat(255) },
    ]) {
      expect((await patch({ embeddedWalletConfig })).status).toBe(200);
    }
    const sms = { templateSid: 'x'.repeat(64), bodyText: 'x'.repeat(480) };
    expect((await patch({ cardTokenization2faConfig: { sms, email: { bodyText: 'x'.repeat(2_000) } } })).status).toBe(
      200,
    );
    expect((await patch({ feeConfigs: [fee(10_000, 0)] })).status).toBe(200);
    const zero = currency('EUR', { minAmount: 0, maxAmount: 0, requiredCounterpartyFields: [] });
    expect((await patch({ supportedCurrencies: [zero] })).status).toBe(200);
  });
});

describe('fees', () => {
  it('are upserted by type and currency, and removed by a fee of zero', async () => {
    await patch({ feeConfigs: [fee(30, 50)] });
    await patch({ umaDomain: 'keeps.example' });
    expect((await get()).feeConfigs).toEqual([fee(30, 50)]);
    await patch({ feeConfigs: [fee(40, 0)] });
    expect((await get()).feeConfigs).toEqual([fee(40, 0)]);
    await patch({ feeConfigs: [] });
    expect((await get()).feeConfigs).toEqual([fee(40, 0)]);
    await patch({ feeConfigs: [fee(0, 0)] });
    expect((await get()).feeConfigs).toEqual([]);
  });

  it('in currencies other than USD return 501 NOT_IMPLEMENTED, and nothing of the update is stored', async () => {
    const { status, body } = await patch({ umaDomain: 'lost.example', feeConfigs: [fee(30, 50, 'EUR')] });
    expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
    expect(body.details.hint).toContain('USD');
    const config = await get();
    expect([config.umaDomain, config.feeConfigs]).toEqual([undefined, []]);
    expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});

describe('a production platform', () => {
  it('accepts only https webhook endpoints', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const rejected = await patch({ webhookEndpoint: 'http://example.com/hooks' }, production);
    expect([rejected.status, fieldsOf(rejected)]).toEqual([400, ['webhookEndpoint']]);
    expect(rejected.body.message).toContain('https');
    expect((await patch({ webhookEndpoint: 'https://example.com/hooks' }, production)).status).toBe(200);
    expect((await patch({ webhookEndpoint: 'http://example.com/hooks' })).status).toBe(200);
  });
});
