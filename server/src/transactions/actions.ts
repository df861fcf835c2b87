import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import { callOff, enqueue, type Job, type NewJob } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { cryptoNetworks, type Outcome } from '../providers/rails/port.ts';
import { type Leg, railIdOf } from './legs.ts';
import { type Place, report, take } from './lifecycle.ts';
import { turnOf } from './outcomes.ts';
import { handOver, type RailNeeds } from './payouts.ts';
import { pullTurnOf } from './pulls.ts';
import { advance, findTransaction, type Transaction, transactionJson } from './record.ts';

export interface Action {
  platform: Platform;
  transactionId: string;
  now: Date;
  receipt: Receipt;
}

const CANCELLED: Outcome = { type: 'CANCELLED' };

/** Stops a payment that its rail has not settled; the rail decides, and the money goes back in the same moment. */
export async function cancelTransaction(needs: RailNeeds, action: Action): Promise<string> {
  const { platform, transactionId, now } = action;
  const transaction = await findTransaction(needs.db, platform.id, transactionId);
  const way = requireCancellable(transaction);
  const place = { platformId: platform.id, mode: platform.mode, at: now };
  if (way.leg === 'PAYOUT') await handOver(needs, place, transactionId);
  const job = cancelJob(action, way);
  await apply(needs.db, { effects: [enqueue([job])] });
  const isAccepted = await askRail(needs, place, { transactionId, ...way });
  const text = isAccepted ? await cancelled(needs, { ...action, place, leg: way.leg, jobId: job.id }) : undefined;
  if (text !== undefined) return text;
  await apply(needs.db, { effects: [callOff(platform.id, [job.id])] });
  throw tooLate((await findTransaction(needs.db, platform.id, transactionId)).status);
}

interface Way {
  leg: Leg;
  rail: string;
}

/** Only payments over these rails wait long enough to be stopped. */
const CANCELLABLE = ['ACH', 'WIRE'];
const NO_BANK_RAILS = ['BOOK', 'UMA', ...cryptoNetworks];

function requireCancellable({ type, terms, pull, status, quoteId, details }: Transaction): Way {
  if (details.pendingReason === 'AGENT_APPROVAL_REQUIRED') throw notApproved();
  const rail = pull === 'PENDING' || type === 'INCOMING' ? terms?.pull?.rail : terms?.rail;
  if (rail === undefined || NO_BANK_RAILS.includes(rail)) {
    throw new ApiError('INVALID_INPUT', 'Only ACH and wire payments can be cancelled.', {
      hint: 'What came in, what stays in the house and what went over a chain is final.',
    });
  }
  if (!CANCELLABLE.includes(rail)) {
    throw new ApiError('NOT_IMPLEMENTED', `${rail} does not let payments be cancelled.`);
  }
  const waiting = type === 'INCOMING' || quoteId === null ? ['PENDING', 'PROCESSING'] : ['PROCESSING'];
  if (!waiting.includes(status)) throw tooLate(status);
  return { leg: pull === 'PENDING' ? 'PULL' : 'PAYOUT', rail };
}

const notApproved = (): ApiError =>
  new ApiError('TRANSACTION_NOT_CANCELLABLE', 'Nothing has been sent yet: the transaction waits for an approval.', {
    hint: 'POST /transactions/{transactionId}/reject ends it.',
  });

const tooLate = (status: string): ApiError =>
  new ApiError('TRANSACTION_NOT_CANCELLABLE', `The transaction is ${status} and cannot be cancelled.`, {
    hint: 'A payment can be cancelled from its execution until its rail settles it.',
  });

const askRail = (
  needs: RailNeeds,
  { platformId, mode }: Place,
  { transactionId, leg, rail }: Way & { transactionId: string },
) => needs.rails[mode].cancel({ platformId, id: railIdOf(transactionId, leg), rail });

interface Accepted extends Action {
  place: Place;
  leg: Leg;
  jobId: string;
}

/** Undefined: the payment was settled before its cancellation could take effect. */
async function cancelled(needs: RailNeeds, accepted: Accepted): Promise<string | undefined> {
  const { place, leg, jobId, transactionId, receipt } = accepted;
  const transaction = await findTransaction(needs.db, place.platformId, transactionId);
  const turn =
    leg === 'PULL'
      ? await pullTurnOf(needs, transaction, { outcome: CANCELLED, at: place.at })
      : turnOf(transaction, CANCELLED, place.at);
  if (!turn) return undefined;
  const { changed } = advance(transaction, turn.steps, place.at, turn);
  const text = JSON.stringify(transactionJson(changed));
  const effects = [callOff(place.platformId, [jobId]), ...receipt.remember({ status: 200, text })];
  if (await take(needs, place, { transaction, turn, effects })) return text;
  return cancelled(needs, accepted);
}

const CANCEL_JOB = 'payment.cancel';

/** Should we fall between the rail's consent and our writing it down: the rail is asked again, and answers the same. */
const cancelJob = ({ platform, transactionId, now }: Action, way: Way): NewJob & { id: string } => ({
  id: newId('TimedJob'),
  platformId: platform.id,
  kind: CANCEL_JOB,
  resourceId: transactionId,
  payload: way,
  runAt: addMs(now, MINUTE_MS),
  createdAt: now,
  clockOffsetMs: platform.clockOffsetMs,
});

export const cancellationHandlers = (needs: RailNeeds): JobHandlers => ({
  [CANCEL_JOB]: { run: (job, now) => cancelAgain(needs, job, now) },
});

async function cancelAgain(needs: RailNeeds, job: Job, at: Date): Promise<void> {
  const { platformId, mode, clockOffsetMs, resourceId: transactionId } = job;
  const way = job.payload as unknown as Way;
  const place = { platformId, mode, at };
  if (!(await askRail(needs, place, { transactionId, ...way }))) return;
  await report(needs, { ...place, clockOffsetMs, transactionId, leg: way.leg, outcome: CANCELLED });
}

/** The platform has given its customer the receipt. Told again, the later word counts. */
export async function confirmReceipt(needs: RailNeeds, action: Action, confirmedAt: Date): Promise<string> {
  const { platform, transactionId, receipt } = action;
  const transaction = await findTransaction(needs.db, platform.id, transactionId);
  const text = JSON.stringify(transactionJson({ ...transaction, receiptConfirmedAt: confirmedAt }));
  const effects = receipt.remember({ status: 200, text });
  if (await apply(needs.db, { guard: confirmation(transaction, confirmedAt), effects })) return text;
  return confirmReceipt(needs, action, confirmedAt);
}

/** A column that no step of the payment writes: neither ever undoes the other. The version only makes the answer true. */
const confirmation = ({ platformId, id, version }: Transaction, at: Date): Effect => ({
  kind: confirmKind,
  rows: [{ platform_id: platformId, id, version: version.toString(), at }],
});

const confirmKind: EffectKind = {
  name: 'receipt_confirmed',
  statement: (rows) => sql`
    UPDATE transactions t SET receipt_confirmed_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, version bigint, at timestamptz)
    WHERE t.platform_id = r.platform_id AND t.id = r.id AND t.version = r.version RETURNING r.item`,
};
