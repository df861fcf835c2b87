import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { bech32, bech32m } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxNetworks } from '../src/engine/providers/networks/sandbox.ts';
import { isFieldValid } from '../src/parties/accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from '../src/parties/accounts/account-types.ts';
import { addressValidity } from '../src/parties/accounts/delivery-rails.ts';
import { currencies } from '../src/parties/rates/currencies.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { newExternalAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { accountIn, fund, newPayer } from './support/payments.ts';

let app: TestApp;
let client: Client;
let customerId: string;

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  await useCurrencies(client, [...currencies.keys()]);
  ({ customerId } = await newPayer(client, { balance: 0 }));
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

async function fundedIn(currency: string, cryptoNetwork?: string): Promise<any> {
  const accountId = await accountIn(client, customerId, currency === 'USD' ? 'EUR' : 'USD');
  return quoted(client, {
    source: { sourceType: 'REALTIME_FUNDING', currency, customerId, ...(cryptoNetwork && { cryptoNetwork }) },
    destination: { destinationType: 'ACCOUNT', accountId },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 5_000,
  });
}

const infosOf = (quote: any): any[] =>
  quote.paymentInstructions.map((instruction: any) => instruction.accountOrWalletInfo);

const referenceOf = async (quote: any): Promise<string> =>
  (await client.get(`/transactions/${quote.transactionId}`)).body.reconciliationInstructions.reference;

/** Currencies whose payers need more than an account number. */
const special: Record<string, (info: any, reference: string) => void> = {
  BRL: ({ qrCode }, reference) => expect(qrCode).toContain(reference.replaceAll('-', '')),
  ARS: ({ accountNumber }) => expect(accountNumber).toMatch(/^\d{22}$/),
  COP: ({ paymentUrl }, reference) => expect(paymentUrl).toContain(reference),
};

const fiat = [...currencies.values()].filter(({ isCrypto }) => !isCrypto).map(({ code }) => code);

describe('paymentInstructions of a real-time funded quote', () => {
  test('exist in all 43 currencies', () => {
    expect([currencies.size, fiat.length]).toEqual([43, 39]);
  });

  test.each(fiat)('for %s name an account of the right type with the reference of the payment', async (currency) => {
    const quote = await fundedIn(currency);
    const [info, ...others] = infosOf(quote);
    expect(others).toEqual([]);
    const reference = await referenceOf(quote);
    expect(reference).toMatch(/^UMA-Q[0-9A-F]{12}-REF$/);
    const own = `${currency}_ACCOUNT`;
    const type = (own in accountTypes || currency in special ? own : 'SWIFT_ACCOUNT') as AccountTypeName;
    expect(info.accountType).toBe(type);
    const check = special[currency];
    if (check) return check(info, reference);
    const { fields } = accountTypes[type];
    const wrong = Object.keys(fields).filter(
      (name) => info[name] !== undefined && !isFieldValid(type, name, info[name], sandboxNetworks),
    );
    expect(wrong).toEqual([]);
    expect(info.paymentRails.length).toBeGreaterThan(0);
    expect(info.reference).toBe(currency === 'INR' ? undefined : reference);
    expect(type === 'SWIFT_ACCOUNT').toBe(info.accountHolderName !== undefined);
  });

  test('use instant rails if there are any', async () => {
    const rails = async (currency: string) => infosOf(await fundedIn(currency))[0].paymentRails;
    expect(await rails('USD')).toEqual(['RTP', 'FEDNOW']);
    expect(await rails('EUR')).toEqual(['SEPA_INSTANT']);
    expect(await rails('GBP')).toEqual(['FASTER_PAYMENTS']);
    expect(await rails('JPY')).toEqual(['SWIFT']);
  });

  test.each([
    ['USDC', 'SOLANA'],
    ['USDC', 'ETHEREUM'],
    ['USDC', 'BASE'],
    ['USDC', 'POLYGON'],
    ['USDT', 'SOLANA'],
    ['USDT', 'ETHEREUM'],
    ['USDT', 'TRON'],
    ['USDT', 'PLASMA'],
    ['USDB', 'SPARK'],
    ['BTC', 'SPARK'],
  ])('for %s over %s have an address of that network', async (currency, network) => {
    const [info, ...others] = infosOf(await fundedIn(currency, network));
    expect(others).toEqual([]);
    expect(info).toMatchObject({ accountType: `${network}_WALLET`, assetType: currency });
    expect(addressValidity(network, info.address, sandboxNetworks)).toBe('VALID');
  });

  test('for BTC on chain have an address of the test network', async () => {
    const [info, ...others] = infosOf(await fundedIn('BTC', 'BITCOIN'));
    expect(others).toEqual([]);
    expect(info).toEqual({ accountType: 'BITCOIN_L1', address: expect.stringMatching(/^bcrt1/), network: 'BITCOIN' });
    expect(bech32.decode(info.address).words.length).toBe(33);
  });

  test('for BTC without a network offer every way', async () => {
    const infos = infosOf(await fundedIn('BTC'));
    expect(infos.map(({ accountType }) => accountType)).toEqual(['LIGHTNING', 'SPARK_WALLET', 'BITCOIN_L1']);
  });

  test.each([['USDC'], ['USDT'], ['USDB']])('for %s require the network', async (currency) => {
    const accountId = await accountIn(client, customerId, 'USD');
    const { status, body } = await client.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency, customerId },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 5_000,
    });
    expect([status, body.details.errors[0].field]).toEqual([400, 'source.cryptoNetwork']);
  });

  test('differ between quotes, and are stable for one quote', async () => {
    const [one, other] = [await fundedIn('EUR'), await fundedIn('EUR')];
    expect(infosOf(one)[0].iban).not.toBe(infosOf(other)[0].iban);
    expect(infosOf(one)[0].reference).not.toBe(infosOf(other)[0].reference);
    expect((await client.get(`/quotes/${one.id}`)).body).toEqual(one);
    const { body } = await client.get(`/transactions/${one.transactionId}`);
    expect(body.paymentInstructions).toEqual(one.paymentInstructions);
  });
});

/** Whole bytes of five-bit words, as they are signed. */
function packed(words: number[]): Buffer {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const numberOf = (words: number[]): number => words.reduce((value, word) => value * 32 + word, 0);

/** The tagged fields of a BOLT 11 invoice, by their number. */
function taggedFields(words: number[]): Map<number, number[]> {
  const fields = new Map<number, number[]>();
  for (let at = 0; at < words.length; ) {
    const length = numberOf(words.slice(at + 1, at + 3));
    fields.set(words[at] ?? -1, words.slice(at + 3, at + 3 + length));
    at += 3 + length;
  }
  return fields;
}

test('a Lightning invoice is well-formed: amount, time, hash, secret and a signature over all of it', async () => {
  const quote = await fundedIn('BTC', 'LIGHTNING');
  const [{ invoice }] = infosOf(quote);
  const { prefix, words } = bech32.decode(invoice, false);
  const [, digits = '', unit = ''] = /^lnbcrt(\d+)([munp]?)$/.exec(prefix) ?? [];
  const satoshis = Number(digits) * ({ '': 1e8, m: 1e5, u: 1e2, n: 0.1 }[unit] ?? Number.NaN);
  expect(satoshis).toBe(quote.totalSendingAmount);
  const data = words.slice(0, -104);
  const hour = 3_600;
  expect(numberOf(data.slice(0, 7)) + hour).toBe(Math.floor(Date.parse(quote.expiresAt) / 1_000));
  const fields = taggedFields(data.slice(7));
  expect([fields.get(1)?.length, fields.get(16)?.length, fields.get(5)]).toEqual([52, 52, [16, 8, 0]]);
  const signature = bech32.fromWords(words.slice(-104));
  const digest = createHash('sha256')
    .update(Buffer.concat([Buffer.from(prefix), packed(data)]))
    .digest();
  const signed = secp256k1.Signature.fromCompact(signature.slice(0, 64)).addRecoveryBit(signature[64] ?? 0);
  const payee = signed.recoverPublicKey(digest).toRawBytes();
  expect(secp256k1.verify(signature.slice(0, 64), digest, payee)).toBe(true);
});

test.each(['BTC', 'USDB'])('a Spark invoice in %s is the address with the amount to pay', async (currency) => {
  const quote = await fundedIn(currency, 'SPARK');
  const [{ address, invoice }] = infosOf(quote);
  const recordOf = (text: string): Buffer => {
    const { prefix, words } = bech32m.decode(text as `${string}1${string}`, false);
    expect(prefix).toBe('sparkrt');
    return Buffer.from(bech32m.fromWords(words));
  };
  const [key, record] = [recordOf(address), recordOf(invoice)];
  expect(record.subarray(0, key.length)).toEqual(key);
  const fields = record.subarray(key.length);
  // Field 2 of the record: version 1, then an id of 16 bytes, then the payment.
  expect([fields[0], fields[1]]).toEqual([0x12, fields.length - 2]);
  expect([...fields.subarray(2, 6)]).toEqual([0x08, 1, 0x12, 16]);
  expect(fields[22]).toBe(currency === 'BTC' ? 0x22 : 0x1a);
});

describe('a quote from an embedded wallet', () => {
  let quote: any;

  beforeAll(async () => {
    const accountId = await accountIn(client, customerId, 'USDB');
    await fund(client, accountId, 100_000_000);
    const payee = await newExternalAccount(client, { customerId, type: 'EUR_ACCOUNT' });
    quote = await quoted(client, {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000_000,
    });
  });

  test('can be paid from any Spark wallet, or with a stamp over its payload', () => {
    expect(infosOf(quote)).toEqual([
      {
        accountType: 'SPARK_WALLET',
        assetType: 'USDB',
        address: expect.stringMatching(/^sparkrt1/),
        invoice: expect.stringMatching(/^sparkrt1/),
      },
      { accountType: 'EMBEDDED_WALLET', payloadToSign: quote.payloadToSign },
    ]);
    expect(JSON.parse(quote.payloadToSign)).toMatchObject({
      quoteId: quote.id,
      send: { amount: 10_000_000, currency: 'USDB' },
      receive: { amount: quote.totalReceivingAmount, currency: 'EUR' },
    });
  });

  test('has its signed members in alphabetical order at every level', () => {
    const signed = JSON.parse(quote.payloadToSign);
    for (const members of [signed, signed.destination, signed.send]) {
      expect(Object.keys(members)).toEqual(Object.keys(members).toSorted());
    }
  });

  test('is not executed without the stamp', async () => {
    const { status, body } = await client.post(`/quotes/${quote.id}/execute`);
    expect([status, body.payloadToSign]).toEqual([202, quote.payloadToSign]);
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  test('has no real-time funding instructions', () => {
    expect(quote.paymentInstructions.map((one: object) => Object.keys(one).toSorted())).toEqual(
      Array(2).fill(['accountOrWalletInfo', 'isPlatformAccount']),
    );
  });

  test('is not funded by POST /sandbox/send', async () => {
    const { status, body } = await client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USDB' });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});
