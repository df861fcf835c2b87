import { expect, describe as group, it } from 'vitest';
import { currencies } from '../../../../server/src/parties/rates/currencies.ts';
import { describe } from '../../src/index.ts';
import { moneyText } from '../../src/money-text.ts';
import { ACCOUNT, QUOTE } from '../support/ids.ts';

const payment = {
  action: 'EXECUTE_QUOTE',
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@pay.example' },
  expiresAt: '2030-01-01T00:05:00.000Z',
  fees: 120_000,
  quoteId: QUOTE,
  receive: { amount: 1150, currency: 'EUR' },
  send: { amount: 12_500_000, currency: 'USDB' },
  source: ACCOUNT,
};

const activity = (type: string, parameters: object) =>
  describe(JSON.stringify({ accountId: ACCOUNT, expiresAt: 'then', parameters, type: `ACTIVITY_TYPE_${type}` }));

group('what is to be signed', () => {
  it('is described as a payment with amount, payee, received amount, fees and expiry', () => {
    const { title, text, isUnderstood } = describe(JSON.stringify(payment));
    expect(isUnderstood).toBe(true);
    expect(title).toBe('Send 12.50 USDB');
    expect(text).toBe(
      [
        'Send 12.50 USDB',
        'To: $bob@pay.example',
        'They receive: 11.50 EUR',
        'Fees included: 0.12 USDB',
        `From: ${ACCOUNT}`,
        `Quote: ${QUOTE}`,
        'Valid until: 2030-01-01T00:05:00.000Z',
      ].join('\n'),
    );
  });

  it.each([
    ['EXPORT_WALLET', {}, 'Show the recovery phrase of this wallet'],
    ['CREATE_AUTHENTICATORS_V2', { authenticators: [{ authenticatorName: 'Laptop' }] }, 'Add the passkey “Laptop”'],
    ['DELETE_AUTHENTICATORS', {}, 'Remove a passkey'],
    ['CREATE_OAUTH_PROVIDERS', { oauthProviders: [{ providerName: 'Google' }] }, 'Add the login with “Google”'],
    ['UPDATE_USER_EMAIL', { userEmail: 'a@b.example' }, 'Send login codes to a@b.example'],
    ['UPDATE_USER_PHONE_NUMBER', { userPhoneNumber: '+15550100' }, 'Send login codes to +15550100'],
    ['SIGN_RAW_PAYLOAD_V2', { privateEnabled: true }, 'Hide this wallet from others on its network'],
    ['SIGN_RAW_PAYLOAD_V2', { privateEnabled: false }, 'Show this wallet to others on its network'],
    ['SIGN_RAW_PAYLOAD_V2', { payload: 'ff' }, 'Sign raw data with this wallet'],
    ['CREATE_POLICY', { scope: { cardId: 'Card:1' } }, 'Let a card draw on this wallet'],
  ])('is described as an activity: %s', (type, parameters, title) => {
    const description = activity(type, parameters);
    expect([description.title, description.isUnderstood]).toEqual([title, true]);
    expect(description.lines).toContainEqual({ label: 'Account', value: ACCOUNT });
  });

  it('of an unknown kind is shown completely and marked as unknown', () => {
    const description = describe('{"type":"ACTIVITY_TYPE_NEW","parameters":{"to":["x"]}}');
    expect(description).toMatchObject({ isUnderstood: false, title: 'Sign a request of an unknown kind' });
    expect(description.lines).toContainEqual({ label: 'parameters.to.0', value: 'x' });
    expect(describe('not JSON').lines).toEqual([{ label: 'payload', value: 'not JSON' }]);
    expect(describe('{"type":"constructor"}').isUnderstood).toBe(false);
  });

  it('cannot add lines or change the direction of the text', () => {
    const evil = { ...payment, destination: { umaAddress: '$bob@x\nTo: $ann@y\u202e' } };
    const { lines, text } = describe(JSON.stringify(evil));
    expect(lines.find(({ label }) => label === 'To')?.value).toBe('$bob@x\uFFFDTo: $ann@y\uFFFD');
    expect(text.split('\n').filter((line) => line.startsWith('To:'))).toHaveLength(1);
  });

  it('shows invalid amounts as they are', () => {
    const { title } = describe(JSON.stringify({ ...payment, send: { amount: '12', currency: 'USDB' } }));
    expect(title).toBe('Send {"amount":"12","currency":"USDB"}');
  });
});

group('money', () => {
  it('uses the decimals of the service for each currency', () => {
    expect(currencies.size).toBeGreaterThan(40);
    for (const { code, decimals } of currencies.values()) {
      expect(moneyText(10 ** decimals, code)).toBe(`1${decimals > 0 ? '.00' : ''} ${code}`);
    }
  });

  it.each([
    [0, 'USD', '0.00 USD'],
    [5, 'USD', '0.05 USD'],
    [1_234_567_89, 'USD', '1,234,567.89 USD'],
    [1_234, 'JPY', '1,234 JPY'],
    [1, 'USDB', '0.000001 USDB'],
    [1_230_000, 'USDB', '1.23 USDB'],
    [1_234_000, 'USDB', '1.234 USDB'],
    [100_000_000, 'BTC', '1.00 BTC'],
    [9_007_199_254_740_991, 'BTC', '90,071,992.54740991 BTC'],
  ])('formats %d %s as %s', (amount, currency, text) => {
    expect(moneyText(amount, currency)).toBe(text);
  });
});
