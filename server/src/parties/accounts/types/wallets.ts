import type { CheckName } from '../account-checks.ts';
import { walletOwner } from './beneficiaries.ts';
import { type AccountField, required, text } from './fields.ts';
import type { AccountType } from './type.ts';

/** Custodian of the keys; absent for self-custody. */
const vaspName = text(255, 'Example Exchange');

const wallet = (currencies: readonly string[], address: AccountField): AccountType => ({
  currencies,
  fields: { address: required(address), vaspName },
  ways: [{ rails: [], requires: [] }],
  identifiedBy: ['address'],
  beneficiary: walletOwner,
});

const evmWallet = (...currencies: string[]): AccountType => ({
  ...wallet(currencies, {
    minLength: 42,
    maxLength: 42,
    pattern: '^0x[0-9a-fA-F]{40}$',
    words: '0x and 40 hexadecimal digits',
    check: 'evmAddress',
    example: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  }),
  signature: 'EVM',
});

const encoded = (maxLength: number, check: CheckName, example: string): AccountField => ({
  minLength: 1,
  maxLength,
  check,
  example,
});

/** Maximum length of an address that does not contain records. */
const MAX_ADDRESS = 90;
/** Longer, because invoices and offers contain routes and descriptions. */
const MAX_INVOICE = 4_096;

export const walletTypes = {
  ETHEREUM_WALLET: evmWallet('USDC', 'USDT'),
  BASE_WALLET: evmWallet('USDC'),
  POLYGON_WALLET: evmWallet('USDC'),
  PLASMA_WALLET: evmWallet('USDT'),
  SOLANA_WALLET: {
    ...wallet(['USDC', 'USDT'], {
      ...encoded(MAX_ADDRESS, 'solanaAddress', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
      isCaseSensitive: true,
    }),
    signature: 'SOLANA',
  },
  TRON_WALLET: {
    ...wallet(['USDT'], {
      ...encoded(MAX_ADDRESS, 'tronAddress', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
      isCaseSensitive: true,
    }),
    signature: 'TRON',
  },
  SPARK_WALLET: wallet(
    ['BTC', 'USDB'],
    encoded(1_024, 'sparkAddress', 'spark1pgss9z2gpzrnhztwy8ffs44x67angma38sqewwddhxlsk65t0c5d5576quly2j'),
  ),
  LIGHTNING: {
    currencies: ['BTC'],
    fields: {
      invoice: encoded(
        MAX_INVOICE,
        'bolt11',
        'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp',
      ),
      bolt12: encoded(MAX_INVOICE, 'bolt12', 'lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese'),
      lightningAddress: encoded(320, 'lightningAddress', 'satoshi@example.com'),
    },
    ways: [
      { rails: [], requires: ['invoice'] },
      { rails: [], requires: ['bolt12'] },
      { rails: [], requires: ['lightningAddress'] },
    ],
    hasOneWay: true,
    identifiedBy: ['lightningAddress', 'invoice', 'bolt12'],
  },
} as const satisfies Record<string, AccountType>;
