import { readFileSync } from 'node:fs';
import type { NachaRequest } from '../../src/engine/bank-files/nacha.ts';
import { type FilePayment, toFilePayment } from '../../src/engine/bank-files/payment.ts';
import { type BankFilesSettings, bankFilesSettings, type CodeCheck } from '../../src/engine/bank-files/settings.ts';
import { mainNetworks } from '../../src/engine/providers/networks/mainnet.ts';
import type { RailPayment } from '../../src/engine/providers/rails/port.ts';
import { check } from '../../src/parties/accounts/account-checks.ts';
import { currencies } from '../../src/parties/rates/currencies.ts';

export const decimals = (currency: string): number => currencies.get(currency)?.decimals ?? 2;

export const isValidCode: CodeCheck = (name, value) => check(name).isValid(value, mainNetworks);

/** Settings as an operator writes them. */
export const exampleSettings = {
  company: { name: 'Example Payments Ltd', id: '12345678' },
  timeZone: 'Europe/Berlin',
  cutOff: '16:00',
  accounts: {
    EUR: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    DKK: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    GBP: { accountNumber: '55779911', sortCode: '200000', bic: 'BARCGB22' },
    JPY: { accountNumber: '7654321', bic: 'CITIUS33' },
    USD: {
      accountNumber: '9876543210',
      routingNumber: '021000089',
      bic: 'CITIUS33',
      ach: {
        odfiRoutingNumber: '021000089',
        odfiName: 'EXAMPLE ODFI BANK',
        originId: '1234567890',
        companyId: '1234567890',
      },
    },
  },
};

export const settings = (changes: object = {}): BankFilesSettings =>
  bankFilesSettings({ ...exampleSettings, ...changes }, isValidCode);

/** A Wednesday, before the cut-off. */
export const WEDNESDAY = new Date('2026-11-18T09:30:00.000Z');

const ids: Record<string, string> = {};
/** Deterministic id for a name. */
export const idOf = (name: string): string => {
  ids[name] ??= `Transaction:01a1dd2e-3518-7076-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
  return ids[name];
};

const address = { line1: 'Musterstraße 12', city: 'München', postalCode: '80331', country: 'DE' };

type Details = Readonly<Record<string, unknown>>;

/** One payment of each kind that files carry. */
export const accounts = {
  SEPA: {
    accountType: 'EUR_ACCOUNT',
    iban: 'FR1420041010050500013M02606',
    swiftCode: 'BNPAFRPP',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Zoë Łukasz', countryOfResidence: 'DE', address },
  },
  SWIFT: {
    accountType: 'SWIFT_ACCOUNT',
    country: 'JP',
    swiftCode: 'BOTKJPJT',
    bankName: 'MUFG Bank',
    accountNumber: '001234567890',
    beneficiary: {
      beneficiaryType: 'BUSINESS',
      legalName: 'Tanaka & Söhne K.K.',
      address: {
        line1: '2-7-1 Marunouchi',
        line2: 'Tower B',
        city: 'Chiyoda-ku',
        state: 'Tokyo',
        postalCode: '100-8388',
        country: 'JP',
      },
    },
  },
  GBP: {
    accountType: 'GBP_ACCOUNT',
    sortCode: '204514',
    accountNumber: '12345678',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: "Siobhán O'Neill", address: { ...address, country: 'GB' } },
  },
  USD: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '123456789',
    routingNumber: '021000021',
    bankAccountType: 'SAVINGS',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ana Example', address: { ...address, country: 'US' } },
  },
  USD_BUSINESS: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '4455667788',
    routingNumber: '121000248',
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Example Trading Incorporated', address },
  },
} satisfies Record<string, Details>;

interface Wanted extends Partial<Omit<RailPayment, 'counterparty'>> {
  name: string;
  accountInfo: Details;
}

export function payment({ name, accountInfo, ...rest }: Wanted): RailPayment {
  return {
    platformId: 'Platform:01a1dd2e-3518-7076-ac4f-f7e039bd6b07',
    id: idOf(name),
    direction: 'PAYOUT',
    origin: 'QUOTE',
    amount: 12_345n,
    currency: 'EUR',
    rail: 'SEPA',
    counterparty: { type: 'EXTERNAL', accountId: 'ExternalAccount:1', identifier: 'x', accountInfo },
    sender: { name: 'Acme GmbH', country: 'DE' },
    reference: `CW-${name.toUpperCase()}`,
    at: WEDNESDAY,
    ...rest,
  };
}

export function filePayment(wanted: Wanted): FilePayment {
  const made = toFilePayment(payment(wanted));
  if (!made) throw new Error('not for files');
  return made;
}

export const request = (payments: readonly FilePayment[], more: Partial<NachaRequest> = {}): NachaRequest => ({
  messageId: '01a1dd2e35187076800000000000f11e',
  at: WEDNESDAY,
  payments,
  settings: settings(),
  decimals,
  modifier: 'A',
  firstTrace: 1,
  ...more,
});

export const golden = (name: string): string =>
  readFileSync(new URL(`../fixtures/bank-files/${name}`, import.meta.url), 'utf8');
