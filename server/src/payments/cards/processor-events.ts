import { enqueue, type Job } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import type { Ledger } from '../../engine/ledger/post.ts';
import type { Banking, CardProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { addMs, type Clock, DAY_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { CardTransaction } from '../card-transactions/record.ts';
import { applyDisputeStep, canOpenDispute, disputeFor, openDispute } from './dispute-changes.ts';
import type { DisputeStep } from './dispute-transitions.ts';
import { forcePost } from './processor-force-post.ts';
import { completeMessage, findEvent, getCardOfMessage, readWaiting, storeMessage } from './processor-messages.ts';
import type { EventKind, EventMessage, EventResponse } from './processor-schemas.ts';
import { acceptedBy, requireCurrency } from './transaction-amounts.ts';
import {
  type AmountChange,
  applyClearing,
  applyReturn,
  applyReturnReversal,
  applyReversal,
} from './transaction-changes.ts';
import { byCard, byProcessorRef, type CardFunding, getFunding } from './transaction-funding.ts';
import { findPurchaseByToken } from './transaction-queries.ts';
import { returnableOf, returnedOf } from './transaction-transitions.ts';
import type { PurchaseDeps } from './transaction-write.ts';

export interface ProcessorDeps {
  db: Database;
  clock: Clock;
  ledger: Ledger;
  banking: Banking;
  cards: CardProviders;
}

/** After this time an event is posted without its purchase. */
const MAX_WAIT_MS = DAY_MS;
/** Short, because the purchase may be being written while the event arrives. */
const FIRST_RETRY_MS = MINUTE_MS;
const WAITING_JOB = 'card-message.apply';

/** Applies an event once, however late, often or out of order it arrives. */
export async function receiveEvent(deps: ProcessorDeps, message: EventMessage): Promise<EventResponse> {
  const { funding, answer } = await getCardOfMessage<EventResponse>(deps.db, message);
  if (answer) return answer;
  requireCurrency(await currencyFor(deps, funding, message), {
    currency: message.currency,
    amount: BigInt(message.amount),
  });
  const at = platformNow(deps, funding);
  const store = (applied: EventResponse): Effect[] => [storeMessage(funding, message, { answer: applied, at })];
  try {
    const applied = await applyToPurchase(deps, { funding, message, at, store });
    return applied ?? (await storeWaiting(deps, { funding, message, at }));
  } catch (error) {
    const repeated = await getCardOfMessage<EventResponse>(deps.db, message);
    if (repeated.answer) return repeated.answer;
    throw error;
  }
}

/** A purchase keeps its currency when the card gets sources in another currency. */
async function currencyFor({ db }: ProcessorDeps, { platformId, currency }: CardFunding, message: EventMessage) {
  if (acceptedBy(currency).includes(message.currency)) return currency;
  return (await findPurchaseByToken(db, platformId, message.transactionToken))?.ledgerCurrency ?? currency;
}

export const platformNow = ({ clock }: ProcessorDeps, { clockOffsetMs }: CardFunding): Date =>
  addMs(clock.now(), clockOffsetMs);

interface ReceivedEvent {
  funding: CardFunding;
  message: EventMessage;
  at: Date;
}

/** Stores the event and tries again, because the purchase may have been written in between. */
async function storeWaiting(deps: ProcessorDeps, { funding, message, at }: ReceivedEvent): Promise<EventResponse> {
  const { messageId, transactionToken } = message;
  const answer: EventResponse = { messageId, state: 'WAITING' };
  await apply(deps.db, {
    effects: [
      storeMessage(funding, message, { answer, at, state: 'WAITING' }),
      retryJob(funding, { messageId, receivedAt: at, at }),
    ],
  });
  await applyWaiting(deps, funding.platformId, transactionToken);
  return (await getCardOfMessage<EventResponse>(deps.db, message)).answer ?? answer;
}

/** The delay equals the age of the event, so it doubles; the last retry runs at the end of the wait. */
function retryJob(
  { platformId, cardId, clockOffsetMs }: CardFunding,
  { messageId, receivedAt, at }: { messageId: string; receivedAt: Date; at: Date },
): Effect {
  const ageMs = at.getTime() - receivedAt.getTime();
  const runAt = addMs(at, Math.min(Math.max(ageMs, FIRST_RETRY_MS), MAX_WAIT_MS - ageMs));
  const payload = { messageId };
  return enqueue([{ platformId, kind: WAITING_JOB, resourceId: cardId, payload, runAt, createdAt: at, clockOffsetMs }]);
}

/** Applies the events that wait for a purchase. Repeats, because an applied event can make another applicable. */
export async function applyWaiting(deps: ProcessorDeps, platformId: string, token: string): Promise<void> {
  for (let hasProgress = true; hasProgress; ) {
    hasProgress = false;
    for (const { message } of await readWaiting(deps.db, platformId, token)) {
      hasProgress = (await applyStored(deps, platformId, message)) || hasProgress;
    }
  }
}

async function applyStored(deps: ProcessorDeps, platformId: string, message: EventMessage): Promise<boolean> {
  const funding = await getFunding(deps.db, byProcessorRef(message.processorRef));
  const at = platformNow(deps, funding);
  const event = await findEvent(deps.db, platformId, message.messageId);
  if (event?.state !== 'WAITING') return false;
  const store = (applied: EventResponse): Effect[] => [completeMessage(funding, message, applied)];
  try {
    return (await applyToPurchase(deps, { funding, message, at, store })) !== undefined;
  } catch (error) {
    if ((await findEvent(deps.db, platformId, message.messageId))?.state === 'DONE') return true;
    throw error;
  }
}

interface EventToApply extends ReceivedEvent {
  /** Stores the response in the statement that applies the event. */
  store: (applied: EventResponse) => Effect[];
}

/** Returns undefined when the purchase, or the clearing of a refund, has not arrived yet. */
async function applyToPurchase(
  deps: ProcessorDeps,
  { funding, message, at, store }: EventToApply,
): Promise<EventResponse | undefined> {
  const { platformId } = funding;
  const purchase = await findPurchaseByToken(deps.db, platformId, message.transactionToken);
  const amount = BigInt(message.amount);
  const { isApplicable, applyChange } = eventRules[message.kind];
  if (!purchase || !isApplicable(purchase, amount)) return undefined;
  const answer: EventResponse = { messageId: message.messageId, state: 'APPLIED', cardTransactionId: purchase.id };
  const change = { platformId, id: purchase.id, amount, at, effects: () => store(answer) };
  const changed = await applyChange(deps, change);
  // An event that changes nothing counts as applied.
  if (!changed) await apply(deps.db, { effects: store(answer) });
  return answer;
}

interface EventRule {
  isApplicable: (purchase: CardTransaction, amount: bigint) => boolean;
  applyChange: (deps: PurchaseDeps, change: AmountChange) => Promise<CardTransaction | undefined>;
}

/** Rule for a step of the open dispute. Ignores the amount of the event: the dispute has its own. */
const disputeRule = (step: DisputeStep): EventRule => ({
  isApplicable: (purchase) => disputeFor(step, purchase) !== undefined,
  applyChange: (deps, { amount: _, ...change }) => applyDisputeStep(deps, { ...change, step }),
});

const eventRules: Record<EventKind, EventRule> = {
  CLEARING: { isApplicable: () => true, applyChange: applyClearing },
  REVERSAL: { isApplicable: () => true, applyChange: applyReversal },
  REFUND: { isApplicable: (purchase, amount) => amount <= returnableOf(purchase), applyChange: applyReturn },
  REFUND_REVERSAL: {
    isApplicable: (purchase, amount) => amount <= returnedOf(purchase),
    applyChange: applyReturnReversal,
  },
  DISPUTE: { isApplicable: canOpenDispute, applyChange: openDispute },
  DISPUTE_CREDIT: disputeRule('CREDIT'),
  DISPUTE_CREDIT_REVERSAL: disputeRule('CREDIT_REVERSAL'),
  DISPUTE_WON: disputeRule('WON'),
  DISPUTE_LOST: disputeRule('LOST'),
};

export const processorHandlers = (deps: ProcessorDeps): JobHandlers => ({
  [WAITING_JOB]: { run: (job, now) => retryWaiting(deps, job, now) },
});

/** Applies a waiting event, schedules the next retry, or posts it without its purchase at the end of the wait. */
async function retryWaiting(deps: ProcessorDeps, job: Job, now: Date): Promise<void> {
  const { platformId, resourceId: cardId } = job;
  const { messageId } = job.payload as { messageId: string };
  const event = await findEvent(deps.db, platformId, messageId);
  if (event?.state !== 'WAITING' || (await applyStored(deps, platformId, event.message))) return;
  const { message, receivedAt } = event;
  const funding = await getFunding(deps.db, byCard(platformId, cardId));
  if (now < addMs(receivedAt, MAX_WAIT_MS)) {
    await apply(deps.db, { effects: [retryJob(funding, { messageId, receivedAt, at: now })] });
    return;
  }
  await forcePost(deps, { funding, message, at: now });
}
