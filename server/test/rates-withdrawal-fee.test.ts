import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { walletTypes } from '../src/parties/accounts/types/wallets.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { platformAccount } from './support/examples.ts';

let app: TestApp;
let client: Client;
const accounts = new Map<string, string>();
const COINS = ['USDC', 'USDT', 'USDB', 'BTC'];

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  const { body } = await client.get('/config');
  const [model] = body.supportedCurrencies;
  const supportedCurrencies = ['USD', ...COINS].map((currencyCode) => ({ ...model, currencyCode }));
  await client.patch('/config', { supportedCurrencies });
  for (const code of ['USD', ...COINS]) accounts.set(code, await platformAccount(client, code));
});
afterAll(() => app.stop());

const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const addresses: Record<string, string> = {
  BITCOIN: TAPROOT,
  ...Object.fromEntries(
    Object.entries(walletTypes).flatMap(([name, { fields }]) =>
      'address' in fields ? [[name.replace('_WALLET', ''), fields.address.example]] : [],
    ),
  ),
};

const estimate = (currency: string, cryptoNetwork: string, more: object = {}, options: object = {}) =>
  client.post(
    '/crypto/estimate-withdrawal-fee',
    {
      internalAccountId: accounts.get(currency),
      currency,
      cryptoNetwork,
      amount: 10_000_000,
      destinationAddress: addresses[cryptoNetwork],
      ...more,
    },
    options,
  );

/** Makes the sandbox apply the checks of production. */
const strict = { headers: { prefer: 'handling=strict' } };

const carried: Record<string, string[]> = {
  BITCOIN: ['BTC'],
  ETHEREUM: ['USDC', 'USDT'],
  SOLANA: ['USDC', 'USDT'],
  BASE: ['USDC'],
  POLYGON: ['USDC'],
  TRON: ['USDT'],
  PLASMA: ['USDT'],
  SPARK: ['BTC', 'USDB'],
};

describe('POST /crypto/estimate-withdrawal-fee', () => {
  it('returns the fees and the net amount for every network and asset', async () => {
    for (const [network, assets] of Object.entries(carried)) {
      for (const asset of assets) {
        const { status, body } = await estimate(asset, network);
        expect([network, asset, status]).toEqual([network, asset, 200]);
        expect(body.networkFeeAsset).toBe(asset);
        expect(body.networkFee + body.applicationFee).toBe(body.totalFee);
        expect(body.netAmount + body.totalFee).toBe(10_000_000);
        expect(Math.min(body.networkFee, body.applicationFee)).toBeGreaterThanOrEqual(0);
      }
    }
    const { body } = await estimate('USDC', 'ETHEREUM');
    expect(body).toEqual({
      networkFee: 600_000,
      networkFeeAsset: 'USDC',
      applicationFee: 400_000,
      totalFee: 1_000_000,
      netAmount: 9_000_000,
    });
  });

  it('matches GET /exchange-rates for the same payment', async () => {
    const query = '?sourceCurrency=USDC&destinationCurrency=USDC&sendingAmount=10000000';
    const { body } = await client.get(`/exchange-rates${query}`);
    for (const row of body.data) {
      const { body: estimated } = await estimate('USDC', row.destinationNetwork);
      expect([estimated.netAmount, estimated.totalFee]).toEqual([row.receivingAmount, row.fees.total]);
    }
  });

  it('rejects an asset on a network that does not carry it', async () => {
    for (const [network, assets] of Object.entries(carried)) {
      for (const coin of COINS.filter((code) => !assets.includes(code))) {
        const { status, body } = await estimate(coin, network);
        expect([network, coin, status]).toEqual([network, coin, 400]);
        const fields = body.details.errors.map((error: { field: string }) => error.field);
        expect(fields).toEqual(['cryptoNetwork']);
        expect(body.details.errors[0].constraint.enum).not.toContain(network);
      }
    }
    const fiat = await estimate('USD', 'SOLANA');
    expect([fiat.status, fiat.body.details.errors[0].field]).toEqual([400, 'currency']);
  });

  it('rejects an address of another network', async () => {
    for (const network of Object.keys(carried)) {
      const asset = carried[network]?.[0] ?? '';
      const other = network === 'SOLANA' ? addresses['TRON']?.slice(0, 30) : addresses['SOLANA'];
      for (const destinationAddress of [other, 'not an address']) {
        const { status, body } = await estimate(asset, network, { destinationAddress });
        expect([network, destinationAddress, status]).toEqual([network, destinationAddress, 400]);
        expect(body.details.errors[0].field).toBe('destinationAddress');
      }
    }
  });

  it('rejects a wrong checksum with strict checks, and validates only the format otherwise', async () => {
    for (const network of Object.keys(carried)) {
      if (network === 'SOLANA') continue;
      const asset = carried[network]?.[0] ?? '';
      const address = addresses[network] ?? '';
      const destinationAddress = address.slice(0, -1) + (address.endsWith('9') ? '8' : '9');
      const rejected = await estimate(asset, network, { destinationAddress }, strict);
      expect([network, rejected.status, rejected.body.details?.errors[0].field]).toEqual([
        network,
        400,
        'destinationAddress',
      ]);
      expect((await estimate(asset, network, { destinationAddress })).status).toBe(200);
    }
  });

  it('accepts every kind of Bitcoin address', async () => {
    const kinds = [
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      TAPROOT,
    ];
    for (const destinationAddress of kinds) {
      const { status } = await estimate('BTC', 'BITCOIN', { destinationAddress });
      expect([destinationAddress, status]).toEqual([destinationAddress, 200]);
    }
    // Version 0 in the encoding of version 1, and the other way round (BIP 350).
    for (const destinationAddress of [
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ]) {
      expect((await estimate('BTC', 'BITCOIN', { destinationAddress }, strict)).status).toBe(400);
    }
  });

  it('returns the valid amounts if nothing or too much would arrive', async () => {
    for (const amount of [1, 1_000_000, 2_000_000_000_000]) {
      const { status, body } = await estimate('USDC', 'ETHEREUM', { amount });
      expect([amount, status, body.code]).toEqual([amount, 400, 'AMOUNT_OUT_OF_RANGE']);
      expect(body.details).toMatchObject({
        min: 1_010_000,
        max: 1_000_001_000_000,
        hint: expect.stringContaining('1010000'),
      });
    }
    expect((await estimate('USDC', 'ETHEREUM', { amount: 1_010_000 })).body.netAmount).toBe(10_000);
    expect((await estimate('USDC', 'ETHEREUM', { amount: 1_009_999 })).status).toBe(400);
    expect((await estimate('USDC', 'ETHEREUM', { amount: 1_000_001_000_000 })).status).toBe(200);
  });

  it('reports all invalid amounts and names at once', async () => {
    const { status, body } = await client.post('/crypto/estimate-withdrawal-fee', {
      internalAccountId: 'ExternalAccount:1',
      cryptoNetwork: 'DOGE',
      amount: 1.5,
    });
    const fields = body.details.errors.map((error: { field: string }) => error.field);
    expect([status, fields.toSorted()]).toEqual([
      400,
      ['amount', 'cryptoNetwork', 'currency', 'destinationAddress', 'internalAccountId'],
    ]);
    expect((await estimate('USDC', 'SOLANA', { currency: 'XXX' })).body.code).toBe('INVALID_CURRENCY');
  });

  it('reports a mismatching network together with fields of the wrong type', async () => {
    const fields = async (more: object) => {
      const { body } = await estimate('USDC', 'TRON', more);
      return body.details.errors.map(({ field }: { field: string }) => field).toSorted();
    };
    const wrong = { amount: '1', destinationAddress: addresses['SOLANA'] };
    expect(await fields(wrong)).toEqual(['amount', 'cryptoNetwork', 'destinationAddress']);
    expect(await fields({ ...wrong, currency: null })).toEqual(['amount', 'currency', 'destinationAddress']);
    expect(await fields({ ...wrong, cryptoNetwork: 'CARRIER_PIGEON' })).toEqual(['amount', 'cryptoNetwork']);
  });

  it('requires an existing account of the platform in that currency', async () => {
    const unknown = await estimate('USDC', 'SOLANA', { internalAccountId: `InternalAccount:${uuidv7()}` });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const others = await platformAccount(await app.newPlatform(), 'USDC');
    expect((await estimate('USDC', 'SOLANA', { internalAccountId: others })).status).toBe(404);
    const dollars = await estimate('USDC', 'SOLANA', { internalAccountId: accounts.get('USD') });
    expect([dollars.status, dollars.body.details.errors[0]]).toMatchObject([400, { field: 'currency' }]);
  });
});
