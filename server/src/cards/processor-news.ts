import { apply, type Effect } from '../db/effects.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { addMs } from '../kernel/clock.ts';
import type { CardTransaction } from '../transactions/card-record.ts';
import { forcePost } from './processor-force-post.ts';
import {
  type EventKind,
  endWaiting,
  type Kept,
  keepMessage,
  keepWaiting,
  lookAgain,
  lookUp,
  type News,
  PATIENCE_MS,
  type ProcessorNeeds,
  purchaseOf,
  readMessage,
  WAITING_JOB,
  waitingFor,
} from './processor-messages.ts';
import { requireCurrency } from './transaction-authorization.ts';
import { clear, giveBack, reverse, type Told, takeBack } from './transaction-changes.ts';
import { ofCard, ofProcessor, type Purse, readPurse } from './transaction-sources.ts';
import type { PurchaseNeeds } from './transaction-take.ts';
import { returnableOf, returnedOf } from './transaction-turns.ts';

export interface Acknowledgement {
  messageId: string;
  /** WAITING: what it is about has not come yet. */
  state: 'APPLIED' | 'WAITING';
  cardTransactionId?: string;
}

/** What the processor tells: late, twice or out of order, each takes effect once. */
export async function hear(needs: ProcessorNeeds, news: News): Promise<Acknowledgement> {
  const { purse, answer } = await lookUp(needs.db, news);
  if (answer) return answer as Acknowledgement;
  requireCurrency(purse, { currency: news.currency, amount: BigInt(news.amount) });
  const at = addMs(needs.clock.now(), purse.clockOffsetMs);
  const keep = (done: Acknowledgement): Effect[] => [keepMessage(purse, news, { answer: done, at })];
  try {
    const applied = await applyTo(needs, { purse, news, at, keep });
    return applied ?? (await wait(needs, purse, news, at));
  } catch (error) {
    const before = await lookUp(needs.db, news);
    if (before.answer) return before.answer as Acknowledgement;
    throw error;
  }
}

/** Whoever writes first looks second: what it waits for may have come in the same moment. */
async function wait(needs: ProcessorNeeds, purse: Purse, news: News, at: Date): Promise<Acknowledgement> {
  const { messageId, transactionToken } = news;
  const answer: Acknowledgement = { messageId, state: 'WAITING' };
  await apply(needs.db, { effects: keepWaiting(purse, news, { answer, at }) });
  await applyWaiting(needs, purse.platformId, transactionToken);
  return ((await lookUp(needs.db, news)).answer as Acknowledgement | undefined) ?? answer;
}

/** Everything that waits for a purchase, as long as one of it can be applied. */
export async function applyWaiting(needs: ProcessorNeeds, platformId: string, token: string): Promise<void> {
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const kept of await waitingFor(needs.db, platformId, token)) {
      isMoving = (await applyKept(needs, platformId, kept)) || isMoving;
    }
  }
}

async function applyKept(needs: ProcessorNeeds, platformId: string, { message }: Kept<News>): Promise<boolean> {
  const purse = await readPurse(needs.db, ofProcessor(message.processorRef));
  const at = addMs(needs.clock.now(), purse.clockOffsetMs);
  const kept = await readMessage(needs.db, platformId, message.messageId);
  if (kept?.state !== 'WAITING') return false;
  const keep = (done: Acknowledgement): Effect[] => [endWaiting(purse, message, done)];
  try {
    return (await applyTo(needs, { purse, news: message, at, keep })) !== undefined;
  } catch (error) {
    if ((await readMessage(needs.db, platformId, message.messageId))?.state === 'DONE') return true;
    throw error;
  }
}

interface Applying {
  purse: Purse;
  news: News;
  at: Date;
  /** How what was done is kept, in the statement that does it. */
  keep: (done: Acknowledgement) => Effect[];
}

/** Undefined: what it is about has not come yet. */
async function applyTo(
  needs: ProcessorNeeds,
  { purse, news, at, keep }: Applying,
): Promise<Acknowledgement | undefined> {
  const purchase = await purchaseOf(needs.db, purse.platformId, news.transactionToken);
  const amount = BigInt(news.amount);
  const { isPossible, tell } = kinds[news.kind];
  if (!purchase || !isPossible(purchase, amount)) return undefined;
  const done = { messageId: news.messageId, state: 'APPLIED' as const, cardTransactionId: purchase.id };
  const told = { platformId: purse.platformId, id: purchase.id, amount, at, beside: () => keep(done) };
  // What leaves nothing to do is done.
  if (!(await tell(needs, told))) await apply(needs.db, { effects: keep(done) });
  return done;
}

interface Kind {
  isPossible: (purchase: CardTransaction, amount: bigint) => boolean;
  tell: (needs: PurchaseNeeds, told: Told) => Promise<CardTransaction | undefined>;
}

const kinds: Record<EventKind, Kind> = {
  CLEARING: { isPossible: () => true, tell: clear },
  REVERSAL: { isPossible: () => true, tell: reverse },
  REFUND: { isPossible: (purchase, amount) => amount <= returnableOf(purchase), tell: giveBack },
  REFUND_REVERSAL: { isPossible: (purchase, amount) => amount <= returnedOf(purchase), tell: takeBack },
};

export const processorHandlers = (needs: ProcessorNeeds): JobHandlers => ({
  [WAITING_JOB]: { run: (job, now) => lookAfter(needs, job, now) },
});

/** Applies what waits, or goes on waiting, or at last does without what it waits for. */
async function lookAfter(needs: ProcessorNeeds, job: Job, now: Date): Promise<void> {
  const { platformId, resourceId: cardId } = job;
  const { messageId } = job.payload as { messageId: string };
  const kept = await readMessage(needs.db, platformId, messageId);
  if (kept?.state !== 'WAITING' || (await applyKept(needs, platformId, kept))) return;
  const purse = await readPurse(needs.db, ofCard(platformId, cardId));
  if (now < addMs(kept.at, PATIENCE_MS)) {
    await apply(needs.db, { effects: [lookAgain(purse, { messageId, since: kept.at, at: now })] });
    return;
  }
  await forcePost(needs, { purse, news: kept.message, at: now });
}
