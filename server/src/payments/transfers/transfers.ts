import type { Ledger } from '../../engine/ledger/post.ts';
import type { Counterparty, PayoutFailure, RailPayment } from '../../engine/providers/rails/port.ts';
import type { Banking } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform, PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { primaryIdentifier } from '../../parties/accounts/account-rules.ts';
import type { ExternalAccount } from '../../parties/accounts/external-record.ts';
import type { InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { customerName } from '../../parties/customers/names.ts';
import { type Customer, getActiveCustomer } from '../../parties/customers/record.ts';
import type { Pricing } from '../../parties/rates/service.ts';
import { type Leg, railIdOf } from '../transactions/legs.ts';
import { type RailReport, railReport } from '../transactions/rail-reports.ts';
import { advance, begin, type Step, type Transaction } from '../transactions/record.ts';

/** Transfers stay in one currency and have no fees: the received amount equals the sent amount. */
export interface TransferDeps {
  db: Database;
  ledger: Ledger;
  payments: Pricing;
  banking: Banking;
}

export interface TransferOrder<Request> {
  platform: Platform;
  request: Request;
  now: Date;
  receipt: Receipt;
  /** Set when an agent orders the transfer. */
  agentTransfer?: AgentTransfer;
}

/** A transfer ordered by an agent: executed at once, held for an approval, or approved after it was held. */
export interface AgentTransfer {
  agentId: string;
  /** Records the transfer without executing it until it is approved. */
  isHeld?: boolean;
  /** The held transfer that is approved now. */
  held?: Transaction;
  /** Guard of the approval of a held transfer. */
  guard?: Effect;
  /** Further effects of the same statement, which may depend on the changed transaction. */
  effectsOf: (changed: Transaction) => readonly Effect[];
}

/** The guard of an agent's order failed: nothing was written. */
export class TransferConflict extends Error {}

/** First steps of a new transfer, or of a transfer that was held. */
export function firstSteps(
  { agentTransfer, now }: TransferOrder<unknown>,
  transaction: Transaction,
  steps: readonly Step[],
  report?: RailReport,
) {
  const effectsOf = (changed: Transaction): readonly Effect[] => agentTransfer?.effectsOf(changed) ?? [];
  if (!agentTransfer?.held) {
    const { changed, effects } = begin(transaction, steps, { report });
    return { changed, guard: agentTransfer?.guard, effects: [...effects, ...effectsOf(changed)] };
  }
  const { changed, guard, effects } = advance(agentTransfer.held, steps, now, { pull: transaction.pull, report });
  return { changed, guard, effects: [...effects, ...effectsOf(changed)] };
}

/** Report of a rail that rejects a transfer before it is submitted. */
export function rejectionReport(
  { banking }: TransferDeps,
  payment: RailPayment,
  rejection: RejectedTransfer,
): RailReport {
  const rule = banking.rails[rejection.mode].ruleOf?.(payment);
  const outcome = { type: 'FAILED', reason: rejection.reason } as const;
  return railReport({ outcome, leg: payment.direction, ...(rule && { rule }) }, payment.at);
}

interface RejectedTransfer {
  mode: PlatformMode;
  reason: PayoutFailure;
}

/** The agent of a transfer, as a member of its details. */
export const agentOf = ({ agentTransfer }: TransferOrder<unknown>) =>
  agentTransfer ? { agentId: agentTransfer.agentId } : {};

/** Owner of an account; undefined for the platform itself. */
export const ownerOf = async (
  db: Database,
  platform: Platform,
  ownerId: string | null,
): Promise<Customer | undefined> => (ownerId === null ? undefined : getActiveCustomer(db, platform.id, ownerId));

export function requireSameCurrency(from: { currency: string }, to: { currency: string }): void {
  if (from.currency === to.currency) return;
  throw new ApiError('INVALID_CURRENCY', `The source is in ${from.currency}, the destination in ${to.currency}.`, {
    hint: 'A transfer stays in one currency. POST /quotes converts between currencies.',
  });
}

interface TransferData {
  platform: Platform;
  customer: Customer | undefined;
  amount: bigint;
  now: Date;
}

/** Members that transfers in and out have in common, before the first step. */
export function transferOf(
  { platform, customer, amount, now }: TransferData,
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
    quote: null,
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

interface TransferLeg extends TransferData {
  external: ExternalAccount;
  leg: Leg;
  rail: string;
}

/** The payment that is submitted to the rail. */
export function railPaymentOf(
  { platform, customer, now, external, leg, rail }: TransferLeg,
  transaction: Transaction,
): RailPayment {
  const { id, sent, reference } = transaction;
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
