import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxNetworks } from '../src/engine/providers/networks/sandbox.ts';
import { creditorReference } from '../src/engine/providers/protocols/creditor-reference.ts';
import { isFieldValid } from '../src/parties/accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from '../src/parties/accounts/account-types.ts';
import { currencies } from '../src/parties/rates/currencies.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';

const nostroAccounts = {
  USD: [{ accountType: 'USD_ACCOUNT', accountNumber: '987654321', routingNumber: '021000021', paymentRails: ['ACH'] }],
};

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.start({ config: { nostroAccounts } });
  client = await app.newPlatform();
  const supportedCurrencies = [...currencies.keys()].map((currencyCode) => ({
    currencyCode,
    minAmount: 1,
    maxAmount: 1_000_000,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
  }));
  await client.patch('/config', { supportedCurrencies });
});
afterAll(() => app.stop());

const instructionsIn = async (currency: string): Promise<any[]> => {
  const { body } = await client.get(`/platform/internal-accounts?currency=${currency}`);
  return body.data[0].fundingPaymentInstructions.map((instructions: any) => instructions.accountOrWalletInfo);
};

/** The funding variant of each currency, where it is not `<currency>_ACCOUNT`. */
const variants: Record<string, string[]> = {
  BTC: ['SPARK_WALLET', 'BITCOIN_L1'],
  USDB: ['SPARK_WALLET'],
  USDC: ['SOLANA_WALLET', 'ETHEREUM_WALLET', 'BASE_WALLET', 'POLYGON_WALLET'],
  USDT: ['SOLANA_WALLET', 'ETHEREUM_WALLET', 'TRON_WALLET', 'PLASMA_WALLET'],
  JPY: ['SWIFT_ACCOUNT'],
  KRW: ['SWIFT_ACCOUNT'],
};

/** Currencies for which the public interface has no type of payment instructions. */
const undocumented = 'AED BDT BWP CNY EGP GHS GTQ HTG JMD KES MWK PKR RWF TZS UGX XAF XOF ZAR ZMW'.split(' ');

describe('fundingPaymentInstructions in the sandbox', () => {
  it.each(undocumented)('are absent in %s, which has no documented type', async (currency) => {
    expect(await instructionsIn(currency)).toEqual([]);
  });

  it.each([...currencies.keys()].filter((code) => !undocumented.includes(code)))(
    'describe a payment in %s, with valid identifiers',
    async (currency) => {
      const infos = await instructionsIn(currency);
      expect(infos.map((info) => info.accountType)).toEqual(variants[currency] ?? [`${currency}_ACCOUNT`]);
      for (const { accountType, ...info } of infos) {
        const type = accountTypes[accountType as AccountTypeName] as { fields: object } | undefined;
        const known = Object.entries(info).filter(([name]) => type && name in type.fields);
        for (const [name, value] of known) {
          expect([name, value, isFieldValid(accountType, name, String(value), sandboxNetworks)]).toEqual([
            name,
            value,
            true,
          ]);
        }
      }
    },
  );

  it('contain a reference and the rails of the currency', async () => {
    const [info] = await instructionsIn('USD');
    expect(info).toMatchObject({
      accountNumber: expect.stringMatching(/^\d{4,17}$/),
      routingNumber: expect.stringMatching(/^\d{9}$/),
      paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
      reference: expect.stringMatching(/^FUND-[0-9A-F]{12}$/),
    });
  });

  it('are a PIX payload for BRL, a CVU for ARS, a payment page for COP', async () => {
    const [[brl], [ars], [cop]] = [
      await instructionsIn('BRL'),
      await instructionsIn('ARS'),
      await instructionsIn('COP'),
    ];
    expect(brl.qrCode).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
    expect(ars.accountNumber).toMatch(/^\d{22}$/);
    expect(cop.paymentUrl).toMatch(/^https:\/\//);
  });

  it('name the asset of each chain', async () => {
    expect((await instructionsIn('USDC')).map((info) => info.assetType)).toEqual(['USDC', 'USDC', 'USDC', 'USDC']);
    expect((await instructionsIn('BTC'))[1]).toMatchObject({
      network: 'BITCOIN',
      address: expect.stringMatching(/^bcrt1/),
    });
  });

  it('are stable between reads, and differ between accounts', async () => {
    expect(await instructionsIn('EUR')).toEqual(await instructionsIn('EUR'));
    const [mine] = await instructionsIn('EUR');
    const { body: customer } = await client.post('/customers', { customerType: 'INDIVIDUAL', currencies: ['EUR'] });
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customer.id}&currency=EUR`);
    const [theirs] = body.data[0].fundingPaymentInstructions;
    expect(theirs.isPlatformAccount).toBe(false);
    expect(theirs.accountOrWalletInfo.iban).not.toBe(mine.iban);
  });

  it('are empty for a new embedded wallet', async () => {
    await client.post('/customers', { customerType: 'INDIVIDUAL' });
    const { body } = await client.get('/customers/internal-accounts?type=EMBEDDED_WALLET&limit=1');
    expect(body.data[0].fundingPaymentInstructions).toEqual([]);
  });

  it('are equal in the balance event and in the account', async () => {
    const { body } = await client.get('/platform/internal-accounts?currency=USD');
    const funded = await client.post(`/sandbox/internal-accounts/${body.data[0].id}/fund`, { amount: 7 });
    expect(funded.body.fundingPaymentInstructions).toEqual(body.data[0].fundingPaymentInstructions);
    expect((await client.get('/platform/internal-accounts?currency=USD')).body.data[0]).toEqual(funded.body);
    await app.audit();
  });
});

describe('fundingPaymentInstructions in production', () => {
  it('are the configured bank accounts with a check-digit reference, and empty in other currencies', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const { body } = await production.get('/platform/internal-accounts');
    const usd = body.data.find((account: any) => account.balance.currency.code === 'USD');
    expect(usd.fundingPaymentInstructions[0].accountOrWalletInfo).toEqual({
      ...nostroAccounts.USD[0],
      reference: creditorReference(usd.id),
    });
    expect(creditorReference(usd.id)).toMatch(/^RF[0-9]{2}[0-9A-HJKMNP-TV-Z]{12}$/);
    const usdc = body.data.find((account: any) => account.balance.currency.code === 'USDC');
    expect(usdc.fundingPaymentInstructions).toEqual([]);
  });
});
