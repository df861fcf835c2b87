import { packedParameter, unpackText } from '../../foundation/kernel/packed-text.ts';
import { readPayment, type StoredPayment, storePayment } from './legs.ts';
import type { TransactionQuote } from './quote-content.ts';
import type { Details, Money, Terms } from './terms.ts';

/** Part of a payment that hardly ever changes: written once, packed, and never searched. */
export interface FixedPart {
  source: object | null;
  destination: object;
  details: Details;
  terms: Terms | null;
  quote: TransactionQuote | null;
}

/** Details that later steps set or that statements search: a column of their own. */
const LIVE = ['agentId', 'failureReason', 'pendingReason', 'refund', 'rejectionReason'] as const;

export type LiveDetails = { [Name in keyof Details]?: Details[Name] | null };

const isLive = ([name]: [string, unknown]): boolean => LIVE.includes(name as never);

/** Live details of a new transaction. */
export const liveDetails = (details: Details): LiveDetails =>
  Object.fromEntries(Object.entries(details).filter(isLive));

/** Differences of details, which are added to the live ones. Null removes a member. */
export function detailChanges(before: Details, after: Details): LiveDetails {
  const names = Object.keys({ ...before, ...after }) as (keyof Details)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** Removed members are null among the live details; a delay is the only member that is removed. */
export function detailsOf(fixed: Details, live: LiveDetails): Details {
  const { pendingReason, ...others } = live;
  return { ...fixed, ...others, ...(pendingReason && { pendingReason }) } as Details;
}

/** Columns of the row that the fixed part repeats. Like the part itself they never change. */
interface RowValues {
  platformId: string;
  id: string;
  customerId: string;
  sourceAccount: string | null;
  destinationAccount: string | null;
  reference: string;
}

/** Values that the fixed part is packed against: stored parts need exactly these. */
const contextOf = (row: RowValues): string =>
  [row.customerId, row.destinationAccount, row.sourceAccount, row.reference, row.platformId, row.id].join(' ');

/** Columns that the fixed part is read from, by their names in the database. */
export interface FixedRow {
  platform_id: string;
  id: string;
  customer_id: string;
  source_account: string | null;
  destination_account: string | null;
  reference: string;
  fixed: Buffer;
}

/** JSON escapes line breaks, so the first one is before the quote, which repeats most of the text and packs well. */
const SEPARATOR = '\n';

/** As a parameter of a statement. */
export function storeFixed({ source, destination, details, terms, quote, ...row }: FixedPart & RowValues): string {
  const fixed = Object.fromEntries(Object.entries(details).filter((entry) => !isLive(entry)));
  const text = JSON.stringify({ source, destination, details: fixed, terms: terms && storeTerms(terms) });
  return packedParameter(quote ? `${text}${SEPARATOR}${quote.content}` : text, contextOf(row));
}

export function readFixed(row: FixedRow): Omit<FixedPart, 'quote'> & { quoteContent: string } {
  const { fixed, quoteContent } = partsOf(row);
  const { terms, ...others } = JSON.parse(fixed);
  return { ...others, terms: terms && readTerms(terms), quoteContent };
}

/** Text of the fixed part, followed by that of the quote. */
export const fixedText = ({
  fixed,
  platform_id,
  id,
  customer_id,
  source_account,
  destination_account,
  reference,
}: FixedRow) =>
  unpackText(
    fixed,
    contextOf({
      platformId: platform_id,
      id,
      customerId: customer_id,
      sourceAccount: source_account,
      destinationAccount: destination_account,
      reference,
    }),
  );

/** Content of the quote alone; empty for a transaction without one. */
export const readQuotePart = (row: FixedRow): string => partsOf(row).quoteContent;

function partsOf(row: FixedRow): { fixed: string; quoteContent: string } {
  const text = fixedText(row);
  const end = text.indexOf(SEPARATOR);
  return end < 0 ? { fixed: text, quoteContent: '' } : { fixed: text.slice(0, end), quoteContent: text.slice(end + 1) };
}

/** As stored in JSON, which has no bigint. */
interface StoredTerms extends Omit<Terms, 'payment' | 'pull'> {
  payment: {
    source?: string;
    platformAccount?: string;
    sent: StoredMoney;
    received: StoredMoney;
    fees: [string, string];
  };
  pull?: { rail: string; payout?: StoredPayment };
}
type StoredMoney = [amount: string, currency: string];

function storeTerms({ payment, accounts, rail, umaAddress, destination, creditTo, pull, paidBy }: Terms): StoredTerms {
  const { source, platformAccount, sent, received, fees } = payment;
  return {
    accounts,
    rail,
    ...(umaAddress && { umaAddress }),
    ...(destination && { destination }),
    ...(creditTo && { creditTo }),
    ...(paidBy && { paidBy }),
    ...(pull && { pull: { rail: pull.rail, ...(pull.payout && { payout: storePayment(pull.payout) }) } }),
    payment: {
      sent: [sent.amount.toString(), sent.currency],
      received: [received.amount.toString(), received.currency],
      fees: [fees.service.toString(), fees.platform.toString()],
      ...(source && { source }),
      ...(platformAccount && { platformAccount }),
    },
  };
}

function readTerms({ payment, pull, ...terms }: StoredTerms): Terms {
  const money = ([amount, currency]: StoredMoney): Money => ({ amount: BigInt(amount), currency });
  const [service, platform] = payment.fees;
  return {
    payment: {
      ...payment,
      sent: money(payment.sent),
      received: money(payment.received),
      fees: { service: BigInt(service), platform: BigInt(platform) },
    },
    ...terms,
    ...(pull && { pull: { rail: pull.rail, ...(pull.payout && { payout: readPayment(pull.payout) }) } }),
  };
}
