import { packedParameter, unpackText } from '../kernel/packed-text.ts';
import { readPayment, type StoredPayment, storePayment } from './legs.ts';
import type { Details, Money, Terms } from './terms.ts';

/** Part of a payment that hardly ever changes: written once, packed, and never searched. */
export interface FixedPart {
  source: object | null;
  destination: object;
  details: Details;
  terms: Terms | null;
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

/** As a parameter of a statement. */
export function storeFixed({ source, destination, details, terms }: FixedPart): string {
  const fixed = Object.fromEntries(Object.entries(details).filter((entry) => !isLive(entry)));
  return packedParameter(JSON.stringify({ source, destination, details: fixed, terms: terms && storeTerms(terms) }));
}

export function readFixed(packed: Buffer): FixedPart {
  const { terms, ...others } = JSON.parse(unpackText(packed));
  return { ...others, terms: terms && readTerms(terms) };
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
