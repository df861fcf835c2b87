import {
  type PaymentOutcome,
  type PayoutFailure,
  payoutFailures,
  type SettlementDelay,
  settlementDelays,
} from '../../engine/providers/rails/port.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { Leg } from '../../payments/transactions/legs.ts';
import { getTransaction, type Transaction, transactionJson } from '../../payments/transactions/record.ts';
import { incomingFailures, outgoingFailures, type TransactionType } from '../../payments/transactions/status.ts';
import { type PaymentDeps, reportOutcome } from '../../payments/transitions/apply.ts';
import { transitionOf } from '../../payments/transitions/outcomes.ts';
import { pullTransitionOf } from '../../payments/transitions/pulls.ts';

type OutcomeType = PaymentOutcome['type'];

export const outcomeTypes = [
  'ACCEPTED',
  'DELAYED',
  'COMPLETED',
  'FAILED',
  'REFUNDED',
  'CANCELLED',
  'LOST',
] as const satisfies readonly OutcomeType[];

export const outcomeReasons = [...payoutFailures, ...settlementDelays] as const;
type OutcomeReason = (typeof outcomeReasons)[number];

interface Resolution {
  platform: Platform;
  transactionId: string;
  outcome: OutcomeType;
  reason?: OutcomeReason | undefined;
  now: Date;
}

/** Reports an outcome in place of the rail, through the same transitions as a real report. */
export async function resolveTransaction(deps: PaymentDeps, resolution: Resolution): Promise<string> {
  const { platform, transactionId, now: at } = resolution;
  const transaction = await getTransaction(deps.db, platform.id, transactionId);
  const outcome = outcomeOf(transaction, resolution);
  const leg = legOf(transaction);
  if (!(await isPossible(deps, transaction, { outcome, leg, at })))
    throw await notPossible(deps, transaction, resolution);
  const { id: platformId, mode, clockOffsetMs } = platform;
  const rule = `decided by a request: ${outcome.type}`;
  await reportOutcome(deps, { platformId, mode, at, clockOffsetMs, transactionId, outcome, leg, rule });
  return JSON.stringify(transactionJson(await getTransaction(deps.db, platformId, transactionId)));
}

/** Leg that the rail reports next: the pull of an incoming payment or of a payment being collected, else the payout. */
const legOf = ({ type, pull }: Transaction): Leg => (type === 'INCOMING' || pull === 'PENDING' ? 'PULL' : 'PAYOUT');

interface Report {
  outcome: PaymentOutcome;
  leg: Leg;
  at: Date;
}

async function isPossible(deps: PaymentDeps, transaction: Transaction, { outcome, leg, at }: Report): Promise<boolean> {
  const transition =
    leg === 'PULL'
      ? await pullTransitionOf(deps, transaction, { outcome, at })
      : transitionOf(transaction, outcome, at);
  return transition !== undefined;
}

async function notPossible(deps: PaymentDeps, transaction: Transaction, { outcome, now: at }: Resolution) {
  const leg = legOf(transaction);
  const outcomes: OutcomeType[] = [];
  for (const type of outcomeTypes) {
    const reported = outcomeOf(transaction, { outcome: type });
    if (await isPossible(deps, transaction, { outcome: reported, leg, at })) outcomes.push(type);
  }
  const message = `${outcome} is not possible for a transaction that is ${transaction.status}.`;
  return new ApiError('CONFLICT', message, { reason: 'OUTCOME_NOT_POSSIBLE', outcomes, hint: hintFor(outcomes) });
}

const hintFor = (outcomes: readonly OutcomeType[]): string =>
  outcomes.length > 0
    ? `Possible outcomes: ${outcomes.join(', ')}.`
    : 'Its rail has nothing to report: execute or fund its quote first, decide on its approval, or leave it as it is.';

function outcomeOf(
  transaction: Transaction,
  { outcome: type, reason }: Pick<Resolution, 'outcome' | 'reason'>,
): PaymentOutcome {
  const reasons = reasonsFor(type, transaction.type);
  if (reason !== undefined && !reasons.includes(reason)) {
    const rule = reasons.length > 0 ? `must be one of ${reasons.join(', ')}` : 'must be left out';
    throw new InvalidFields([{ field: 'reason', message: `reason ${rule} with the outcome ${type}.` }]);
  }
  if (type === 'DELAYED') return { type, reason: (reason ?? 'COMPLIANCE_REVIEW') as SettlementDelay };
  if (type === 'FAILED' || type === 'LOST') {
    return { type, reason: (reason ?? usualFailure(transaction)) as PayoutFailure };
  }
  return { type };
}

const failuresOf: Readonly<Record<TransactionType, readonly string[]>> = {
  INCOMING: incomingFailures,
  OUTGOING: outgoingFailures,
};

function reasonsFor(outcome: OutcomeType, type: TransactionType): readonly OutcomeReason[] {
  if (outcome === 'DELAYED') return settlementDelays;
  return outcome === 'FAILED' || outcome === 'LOST'
    ? payoutFailures.filter((one) => failuresOf[type].includes(one))
    : [];
}

function usualFailure({ type, status }: Transaction): PayoutFailure {
  if (type === 'INCOMING') return 'COLLECTION_FAILED';
  return status === 'COMPLETED' ? 'PAYOUT_RETURNED' : 'QUOTE_EXECUTION_FAILED';
}
