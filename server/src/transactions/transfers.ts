import { primaryIdentifier } from '../accounts/account-rules.ts';
import type { ExternalAccount } from '../accounts/external-record.ts';
import type { InternalAccount } from '../accounts/internal-accounts.ts';
import { customerName } from '../customers/names.ts';
import { type Customer, findActiveCustomer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { SystemAccounts } from '../ledger/system-accounts.ts';
import type { Counterparty, RailPayment } from '../providers/rails/port.ts';
import type { Corridors } from '../rates/corridors.ts';
import type { Rates } from '../rates/rates.ts';
import { type Leg, railIdOf } from './legs.ts';
import type { RailNeeds } from './payouts.ts';
import { advance, begin, type Details, type Step, type Transaction } from './record.ts';

/** Transfers stay in one currency and cost nothing: what is sent is what arrives. */
export interface TransferNeeds extends RailNeeds {
  rates: Rates;
  corridors: Corridors;
  systemAccounts: SystemAccounts;
}

export interface TransferAsked<Request> {
  platform: Platform;
  request: Request;
  now: Date;
  receipt: Receipt;
  /** Of a transfer that an agent wants. */
  errand?: Errand;
}

/** A transfer that an agent wants: made at once, held for an approval, or held before and approved now. */
export interface Errand {
  agentId: string;
  /** Nothing moves before somebody approves of it. */
  isHeld?: boolean;
  held?: Transaction;
  /** Of a transfer that is held: what must be true for it. */
  guard?: Effect;
  /** What else belongs into the statement, once it is known what becomes of the transfer. */
  effectsOf: (changed: Transaction) => readonly Effect[];
}

/** Somebody has changed what an errand depends on: nothing was done. */
export class Overtaken extends Error {}

/** The first steps of a transfer: of a new one, or of one that was held until now. */
export function firstSteps({ errand, now }: TransferAsked<unknown>, transaction: Transaction, steps: readonly Step[]) {
  const effectsOf = (changed: Transaction): readonly Effect[] => errand?.effectsOf(changed) ?? [];
  if (!errand?.held) {
    const { changed, effects } = begin(transaction, errand?.isHeld ? steps.map(held) : steps);
    return { changed, guard: errand?.guard, effects: [...effects, ...effectsOf(changed)] };
  }
  const { changed, guard, events } = advance(errand.held, steps.map(released), now, { pull: transaction.pull });
  return { changed, guard, effects: [events, ...effectsOf(changed)] };
}

const because =
  (pendingReason: Details['pendingReason']) =>
  (step: Step): Step => ({
    ...step,
    changes: { ...step.changes, details: { ...step.changes.details, pendingReason } },
  });
const waiting = because('AGENT_APPROVAL_REQUIRED');
const released = because(undefined);
const held = (step: Step): Step => (step.changes.status === 'PENDING' ? waiting(step) : released(step));

/** Who had a transfer made, as it is shown. */
export const agentOf = ({ errand }: TransferAsked<unknown>) => (errand ? { agentId: errand.agentId } : {});

/** Who a transfer is for; none: the platform itself. */
export const ownerOf = async (
  db: Database,
  platform: Platform,
  ownerId: string | null,
): Promise<Customer | undefined> => (ownerId === null ? undefined : findActiveCustomer(db, platform.id, ownerId));

export function requireSameCurrency(from: { currency: string }, to: { currency: string }): void {
  if (from.currency === to.currency) return;
  throw new ApiError('INVALID_CURRENCY', `The source is in ${from.currency}, the destination in ${to.currency}.`, {
    hint: 'A transfer stays in one currency. POST /quotes converts.',
  });
}

interface Made {
  platform: Platform;
  customer: Customer | undefined;
  amount: bigint;
  now: Date;
}

/** What transfers in and out have in common, before anything has happened. */
export function transferOf(
  { platform, customer, amount, now }: Made,
  internal: InternalAccount,
  external: ExternalAccount,
) {
  const id = newId('Transaction');
  const money = { amount, currency: internal.currency };
  return {
    platformId: platform.id,
    id,
    direction: 'DEBIT',
    status: 'PENDING',
    customerId: customer?.id ?? platform.id,
    platformCustomerId: customer?.platformCustomerId ?? platform.id,
    sent: money,
    received: money,
    fees: 0n,
    reference: `TRANSFER-${id.slice(-12).toUpperCase()}`,
    quoteId: null,
    receiptConfirmedAt: null,
    version: 0n,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
    payment: { sent: money, received: money, fees: { service: 0n, platform: 0n } },
    internal: { accountId: internal.id, currency: internal.currency },
    external: { accountId: external.id, currency: external.currency },
  } as const;
}

interface Told extends Made {
  external: ExternalAccount;
  leg: Leg;
  rail: string;
}

/** The transfer as its rail is told of it. */
export function railPaymentOf({ platform, customer, now, external, leg, rail }: Told, made: Transaction): RailPayment {
  const { id, sent, reference } = made;
  if (!sent) throw new Error('a transfer has an amount');
  return {
    platformId: platform.id,
    id: railIdOf(id, leg),
    direction: leg,
    origin: 'TRANSFER',
    ...sent,
    rail,
    counterparty: counterpartyOf(external),
    sender: { name: (customer && customerName(customer)) ?? platform.name },
    reference,
    at: now,
  };
}

const counterpartyOf = ({ id: accountId, accountInfo }: ExternalAccount): Counterparty => ({
  type: 'EXTERNAL',
  accountId,
  identifier: primaryIdentifier(accountInfo),
  accountInfo,
});
