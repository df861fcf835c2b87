import { createHash } from 'node:crypto';
import { addMs, HOUR_MS } from '../../../foundation/kernel/clock.ts';
import { addressKey, addressOn, type Chain } from './addresses.ts';
import { walletInstructions } from './embedded.ts';
import { testInvoice } from './lightning-invoice.ts';
import { pixPayload } from './pix.ts';
import type { FundedAccount, FundedPayment, FundingInstructions, FundingProvider } from './port.ts';
import { sparkInvoice } from './spark-invoice.ts';

/** Definition of a bank account type. The accounts module owns the table. */
interface BankType {
  currencies: readonly string[];
  fields: Readonly<Record<string, { isRequired?: boolean; example: string }>>;
  ways: readonly { rails: readonly string[]; requires: readonly string[] }[];
  identifiedBy: readonly string[];
}

interface Catalogue {
  types: Readonly<Record<string, BankType>>;
  isValid(accountType: string, field: string, value: string): boolean;
}

const SANDBOX_NOTES = 'Sandbox: POST /sandbox/internal-accounts/{accountId}/fund sends the money.';
const MAX_CACHED = 10_000;

/** Simulated account details with valid check digits, derived from the account id. */
export function sandboxFunding(catalogue: Catalogue): FundingProvider {
  const cache = new Map<string, readonly FundingInstructions[]>();
  return {
    instructionsFor: (account) => {
      if (account.type === 'EMBEDDED_WALLET') return walletInstructions(account, SANDBOX_NOTES);
      const cached = cache.get(account.id);
      if (cached) return cached;
      if (cache.size >= MAX_CACHED) cache.clear();
      const instructions = variantsFor(catalogue, account).map((accountOrWalletInfo) => ({
        instructionsNotes: SANDBOX_NOTES,
        isPlatformAccount: account.isPlatformAccount,
        accountOrWalletInfo,
      }));
      cache.set(account.id, instructions);
      return instructions;
    },
    instructionsForPayment: (payment) =>
      variantsForPayment(catalogue, payment).map((accountOrWalletInfo) => ({
        instructionsNotes: 'Sandbox: POST /sandbox/send pays the quote. Send exactly the amount, with the reference.',
        isPlatformAccount: payment.isPlatformAccount,
        accountOrWalletInfo,
      })),
  };
}

const LIGHTNING = 'LIGHTNING';

/** Instructions on the requested blockchain, with the payment reference. */
function variantsForPayment(catalogue: Catalogue, payment: FundedPayment): Info[] {
  const { id, currency, network, reference } = payment;
  const variants = variantsFor(catalogue, { id, currency }, reference);
  const onNetwork = (info: Info): boolean =>
    network === undefined || [`${network}_WALLET`, `${network}_L1`].includes(info.accountType);
  const matching = variants.filter(onNetwork).map((info) => withInvoice(preferInstant(info), payment));
  return currency === 'BTC' && (network ?? LIGHTNING) === LIGHTNING ? [lightning(payment), ...matching] : matching;
}

/** An invoice without expiry field expires an hour after its date (BOLT 11). */
const lightning = ({ id, amount, expiresAt }: FundedPayment): Info => ({
  accountType: LIGHTNING,
  invoice: testInvoice({ seed: id, satoshis: amount, at: addMs(expiresAt, -HOUR_MS) }),
});

function withInvoice(info: Info, { id, currency, amount, expiresAt }: FundedPayment): Info {
  if (info.accountType !== 'SPARK_WALLET') return info;
  const asset = currency === 'BTC' ? currency : { token: currency };
  return { ...info, invoice: sparkInvoice({ key: addressKey('SPARK', id), seed: id, asset, amount, expiresAt }) };
}

/** Rails that settle within seconds around the clock. */
const INSTANT = 'FAST FASTER_PAYMENTS FEDNOW MOBILE_MONEY PAYNOW PIX RTP SEPA_INSTANT SPEI UPI'.split(' ');

/** Keeps only instant rails, if there are any, because quotes expire soon. */
function preferInstant(info: Info): Info {
  if (!Array.isArray(info.paymentRails)) return info;
  const instant = info.paymentRails.filter((rail) => INSTANT.includes(rail));
  return instant.length > 0 ? { ...info, paymentRails: instant } : info;
}

type Info = FundingInstructions['accountOrWalletInfo'];
type AccountKey = Pick<FundedAccount, 'id' | 'currency'>;

/** Blockchains with their account types, by currency. */
const chains: Readonly<Record<string, readonly (readonly [accountType: string, chain: Chain])[]>> = {
  BTC: [
    ['SPARK_WALLET', 'SPARK'],
    ['BITCOIN_L1', 'BITCOIN'],
  ],
  USDB: [['SPARK_WALLET', 'SPARK']],
  USDC: [
    ['SOLANA_WALLET', 'SOLANA'],
    ['ETHEREUM_WALLET', 'EVM'],
    ['BASE_WALLET', 'EVM'],
    ['POLYGON_WALLET', 'EVM'],
  ],
  USDT: [
    ['SOLANA_WALLET', 'SOLANA'],
    ['ETHEREUM_WALLET', 'EVM'],
    ['TRON_WALLET', 'TRON'],
    ['PLASMA_WALLET', 'EVM'],
  ],
};

/** Currencies that need more than a plain account number for funding. */
const special: Readonly<Record<string, (account: AccountKey, reference: string) => Info>> = {
  BRL: (_, reference) => ({ accountType: 'BRL_ACCOUNT', qrCode: pixPayload(reference) }),
  ARS: ({ id }) => ({ accountType: 'ARS_ACCOUNT', accountNumber: digitsOf(id, 22) }),
  COP: (_, reference) => ({ accountType: 'COP_ACCOUNT', paymentUrl: `https://pay.sandbox.causeway.test/${reference}` }),
};

function variantsFor(catalogue: Catalogue, account: AccountKey, reference = referenceOf(account.id)): Info[] {
  const { id, currency } = account;
  const wallets = chains[currency];
  if (wallets) return wallets.map(([accountType, chain]) => walletInfo({ accountType, chain, id, currency }));
  const make = special[currency];
  return [make ? make(account, reference) : bankInfo(catalogue, account, reference)];
}

function walletInfo({
  accountType,
  chain,
  id,
  currency,
}: {
  accountType: string;
  chain: Chain;
  id: string;
  currency: string;
}): Info {
  const address = addressOn(chain, id);
  return chain === 'BITCOIN' ? { accountType, address, network: chain } : { accountType, address, assetType: currency };
}

/** Details in the account type of the currency, or else SWIFT. */
function bankInfo({ types, isValid }: Catalogue, { id, currency }: AccountKey, reference: string): Info {
  const own = `${currency}_ACCOUNT`;
  const accountType = types[own] ? own : 'SWIFT_ACCOUNT';
  const { fields, ways, identifiedBy } = types[accountType] as BankType;
  const way = ways[0] ?? { rails: [], requires: [] };
  const wanted = Object.entries(fields).filter(([name, field]) => field.isRequired || way.requires.includes(name));
  const open = ways.filter(({ requires }) => requires.every((need) => wanted.some(([name]) => name === need)));
  const identifier = identifiedBy.find((name) => wanted.some(([wantedName]) => wantedName === name));
  const info = wanted.map(([name, { example }]) => [
    name,
    name === identifier ? varied(example, id, (value) => isValid(accountType, name, value)) : example,
  ]);
  return {
    accountType,
    ...Object.fromEntries(info),
    paymentRails: [...new Set(open.flatMap(({ rails }) => rails))],
    ...(accountType === 'SWIFT_ACCOUNT' && { accountHolderName: 'Causeway Sandbox' }),
    ...(accountType !== 'INR_ACCOUNT' && { reference }),
  };
}

const MAX_VARIATIONS = 10_000;
const VARIED_DIGITS = 8;

/** Varies the last digits of the example until the check digits are valid. */
function varied(example: string, seed: string, isValid: (value: string) => boolean): string {
  for (let i = 0; i < MAX_VARIATIONS; i++) {
    const digits = digitsOf(`${seed}/${i}`, VARIED_DIGITS);
    let next = digits.length;
    const value = [...example]
      .reverse()
      .map((sign) => (/\d/.test(sign) && next > 0 ? digits.charAt(--next) : sign))
      .reverse()
      .join('');
    if (isValid(value)) return value;
  }
  return example;
}

const digitsOf = (seed: string, count: number): string =>
  BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`)
    .toString()
    .slice(0, count);

const referenceOf = (id: string): string => `FUND-${id.slice(-12).toUpperCase()}`;
