import { readPayment, type StoredPayment, storePayment } from './legs.ts';
import { readQuote, type StoredQuote, storeQuote, type TransactionQuote } from './quote-content.ts';
import type { Details, Money, Terms } from './terms.ts';

/** Part of a payment that hardly ever changes, stored in one JSON column. */
export interface FixedPart {
  source: object | null;
  destination: object;
  details: Details;
  terms: Terms | null;
  quote: TransactionQuote | null;
}

/** Details in a column of their own, because later steps set them or statements search them. */
const LIVE = ['agentId', 'failureReason', 'pendingReason', 'refund', 'rejectionReason'] as const;

export type LiveDetails = { [Name in keyof Details]?: Details[Name] | null };

const isLive = ([name]: [string, unknown]): boolean => LIVE.includes(name as never);

/** Live details of a new transaction. */
export const liveDetails = (details: Details): LiveDetails =>
  Object.fromEntries(Object.entries(details).filter(isLive));

/** Changed details, to be merged into the live details. Null removes a member. */
export function detailChanges(before: Details, after: Details): LiveDetails {
  const names = Object.keys({ ...before, ...after }) as (keyof Details)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** Removed members are null among the live details. Only a settlement delay is ever removed. */
export function detailsOf(fixed: Details, live: LiveDetails): Details {
  const { pendingReason, ...others } = live;
  return { ...fixed, ...others, ...(pendingReason && { pendingReason }) } as Details;
}

/** Converts the fixed part to a parameter of a statement. */
export function storeFixed({ source, destination, details, terms, quote }: FixedPart): string {
  const fixed = Object.fromEntries(Object.entries(details).filter((entry) => !isLive(entry)));
  return JSON.stringify({
    source,
    destination,
    details: fixed,
    terms: terms && storeTerms(terms),
    ...(quote && { quote: storeQuote(quote) }),
  });
}

/** The column `fixed` as PostgreSQL returns it. */
export interface StoredFixed extends Omit<FixedPart, 'terms' | 'quote'> {
  terms: StoredTerms | null;
  quote?: StoredQuote;
}

/** `expiresAt`: expiry of the quote, from its own column. */
export const readFixed = ({ terms, quote, ...others }: StoredFixed, expiresAt: Date | null): FixedPart => ({
  ...others,
  terms: terms && readTerms(terms),
  quote: quote && expiresAt ? readQuote(quote, expiresAt) : null,
});

/** Terms as stored in JSON, which has no bigint. */
interface StoredTerms extends Omit<Terms, 'payment' | 'pull'> {
  payment: {
    source?: string;
    platformAccount?: string;
    sent: StoredMoney;
    received: StoredMoney;
    fees: { service: string; platform: string };
  };
  pull?: { rail: string; payout?: StoredPayment };
}
interface StoredMoney {
  amount: string;
  currency: string;
}

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
      sent: storeMoney(sent),
      received: storeMoney(received),
      fees: { service: fees.service.toString(), platform: fees.platform.toString() },
      ...(source && { source }),
      ...(platformAccount && { platformAccount }),
    },
  };
}

const storeMoney = ({ amount, currency }: Money): StoredMoney => ({ amount: amount.toString(), currency });

function readTerms({ payment, pull, ...terms }: StoredTerms): Terms {
  return {
    payment: {
      ...payment,
      sent: readMoney(payment.sent),
      received: readMoney(payment.received),
      fees: { service: BigInt(payment.fees.service), platform: BigInt(payment.fees.platform) },
    },
    ...terms,
    ...(pull && { pull: { rail: pull.rail, ...(pull.payout && { payout: readPayment(pull.payout) }) } }),
  };
}

const readMoney = ({ amount, currency }: StoredMoney): Money => ({ amount: BigInt(amount), currency });
