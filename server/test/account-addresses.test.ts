import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isBolt11, isBolt12, isLightningAddress } from '../src/parties/accounts/lightning.ts';
import { bitcoinAddress, isEvmAddress, isSparkAddress } from '../src/parties/accounts/wallet-addresses.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { createAccount, fieldsOf, rejectedFields } from './support/external-accounts.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(() => app.stop());

describe('a Lightning account', () => {
  const { invoice, bolt12, lightningAddress } = Object.fromEntries(
    fieldsOf('LIGHTNING').map(([field, { example }]) => [field, example]),
  );
  const lightning = (fields: object) => ({ currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', ...fields } });

  test('requires exactly one of invoice, offer and address', async () => {
    expect(await rejectedFields(client, lightning({}))).toEqual([
      'accountInfo.invoice',
      'accountInfo.bolt12',
      'accountInfo.lightningAddress',
    ]);
    expect(await rejectedFields(client, lightning({ invoice, lightningAddress }))).toEqual([
      'accountInfo.invoice',
      'accountInfo.lightningAddress',
    ]);
  });

  test('ignores a beneficiary', async () => {
    const { status, body } = await createAccount(
      client,
      lightning({ lightningAddress, beneficiary: { beneficiaryType: 'ROBOT' } }),
    );
    expect(status).toBe(201);
    expect(body.accountInfo).toEqual({ accountType: 'LIGHTNING', lightningAddress });
    expect(body.beneficiaryVerificationStatus).toBe('MATCHED');
  });

  test('accepts only invoices that are valid to their end', () => {
    const networks = ['lnbc', 'lnbcrt'];
    expect(isBolt11(invoice!, networks)).toBe(true);
    expect(isBolt11(invoice!.toUpperCase(), networks)).toBe(true);
    expect(isBolt11(invoice!, ['lntb'])).toBe(false);
    expect(isBolt11(`${invoice!.slice(0, 5)}1${invoice!.slice(5)}`, networks)).toBe(false);
    // Vectors of BOLT 11: valid with a fallback and a route; invalid multiplier; a tenth of a pico-bitcoin.
    expect(
      isBolt11(
        'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql',
        networks,
      ),
    ).toBe(true);
    for (const wrong of [
      'lnbc2500x1pvjluez',
      'lnbc2500000001p1pvjluez',
      'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq',
      '',
    ]) {
      expect(isBolt11(wrong, networks)).toBe(false);
    }
  });

  test('accepts only offers whose records are valid', () => {
    expect(isBolt12(bolt12!)).toBe(true);
    expect(isBolt12(bolt12!.toUpperCase())).toBe(true);
    // Vectors of BOLT 12: parts may be joined, cases may not be mixed.
    const joined =
      'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg';
    expect(isBolt12(joined)).toBe(true);
    expect(isBolt12(joined.replace('pgtyzm3', 'p+\n g+tyzm3'))).toBe(true);
    expect(isBolt12(joined.replace('lno1', 'LNO1'))).toBe(false);
    expect(isBolt12('lno1')).toBe(false);
    expect(isBolt12(joined.slice(0, -8))).toBe(false);
    expect(isBolt12(bolt12!.replace('lno1', 'lnr1'))).toBe(false);
  });

  test('accepts only addresses of a name and a domain', () => {
    for (const right of ['a@b.co', 'satoshi.n+tips@pay.example.com']) expect(isLightningAddress(right)).toBe(true);
    for (const wrong of ['a@b', '@b.co', 'a@', 'A B@c.de', 'a@-b.co', 'a@b..co'])
      expect(isLightningAddress(wrong)).toBe(false);
  });
});

describe('the address of a wallet', () => {
  test('on an EVM chain in mixed case must match its EIP-55 checksum', () => {
    const checksummed = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    for (const address of [checksummed, checksummed.toLowerCase(), `0x${checksummed.slice(2).toUpperCase()}`]) {
      expect(isEvmAddress(address)).toBe(true);
    }
    expect(isEvmAddress(checksummed.replace('fB', 'Fb'))).toBe(false);
    expect(isEvmAddress(checksummed.slice(2))).toBe(false);
  });

  test('on Spark has its network in the prefix and a point of the curve in the record', () => {
    const [, { example }] = fieldsOf('SPARK_WALLET')[0]!;
    expect(isSparkAddress(example, ['spark'])).toBe(true);
    expect(isSparkAddress(example, ['sparkrt'])).toBe(false);
    expect(isSparkAddress(example.toUpperCase(), ['spark'])).toBe(true);
    expect(isSparkAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['bc'])).toBe(false);
  });

  test('on Bitcoin is of a kind that a key can sign for', () => {
    expect(bitcoinAddress('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')?.kind).toBe('P2PKH');
    expect(bitcoinAddress('3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN')?.kind).toBe('P2SH');
    expect(bitcoinAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')?.kind).toBe('P2WPKH');
    for (const other of ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'nonsense', '']) {
      expect(bitcoinAddress(other)).toBeUndefined();
    }
  });
});
