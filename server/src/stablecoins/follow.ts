import { balancesUpdated } from '../accounts/internal-accounts.ts';
import { apply, type Change } from '../db/effects.ts';
import { callOff, type Job } from '../jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../jobs/worker.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { MINUTE_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { AlreadyPosted, type Move } from '../ledger/post.ts';
import { payments, phases } from '../ledger/recipes.ts';
import type { OperationStatus, OrderState } from '../providers/stablecoin/port.ts';
import { emit } from '../webhooks/events.ts';
import { findCoin } from './coin-record.ts';
import { coinHandlers } from './coins.ts';
import { findLink } from './link-record.ts';
import { withAccess } from './links.ts';
import { LOOK_JOB, lookAt, stateAfter } from './looks.ts';
import type { Asked, StablecoinNeeds } from './needs.ts';
import {
  findOperation,
  type Operation,
  type OperationPayment,
  operationJson,
  paymentOf,
  readOperation,
  updateOperation,
} from './operation-record.ts';
import { isFinal } from './operation-status.ts';
import { orderOf } from './orders.ts';

/** How soon a provider is asked again that did not answer, or did not take the credentials. */
const AGAIN_MS = 5 * MINUTE_MS;

/** Each may run again after a crash: the provider knows an order by its id, and each status is left once. */
export const stablecoinHandlers = (needs: StablecoinNeeds): JobHandlers => ({
  [LOOK_JOB]: { run: (job, now) => follow(needs, job, now), atOnce: OUTSIDE_AT_ONCE },
  ...coinHandlers(needs),
});

async function follow(needs: StablecoinNeeds, job: Job, now: Date): Promise<void> {
  const operation = await readOperation(needs.db, job.platformId, job.resourceId);
  if (!operation || isFinal(operation.status)) return;
  const state = await askProvider(needs, { operation, mode: job.mode, now }).catch((error) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  const current = state ? stateAfter(operation, state, now) : operation;
  const times = { clockOffsetMs: job.clockOffsetMs, now };
  const look = isFinal(current.status) ? undefined : lookAt(current, state ?? { lookAgainMs: AGAIN_MS }, times);
  const changed = { ...current, lookId: look?.id ?? null, version: operation.version + 1n };
  const place = { platformId: job.platformId, mode: job.mode, at: now };
  await write(needs, place, { changed, change: { guard: updateOperation(changed), effects: look?.effects ?? [] } });
}

async function askProvider(
  needs: StablecoinNeeds,
  { operation, mode, now }: { operation: Operation; mode: PlatformMode; now: Date },
): Promise<OrderState> {
  const { platformId, providerOrderId } = operation;
  const coin = await findCoin(needs.db, platformId, operation.stablecoinId);
  const link = await findLink(needs.db, platformId, coin.linkId);
  const order = await orderOf(needs, { operation, coin, now });
  const provider = needs.stablecoins[mode];
  return withAccess(needs, { link, now }, (access) =>
    providerOrderId === null ? provider.submit(access, order) : provider.read(access, { ...order, providerOrderId }),
  );
}

/** What the end of an operation does to the account that pays for it. */
const settlements: Partial<Record<OperationStatus, { phase: string; movesOf: (payment: OperationPayment) => Move[] }>> =
  {
    COMPLETED: { phase: phases.complete, movesOf: (paid) => payments.complete({ payment: paymentOf(paid) }) },
    FAILED: { phase: phases.refund, movesOf: (paid) => payments.refund({ payment: paymentOf(paid) }) },
    EXPIRED: { phase: phases.refund, movesOf: (paid) => payments.refund({ payment: paymentOf(paid) }) },
  };

interface Place {
  platformId: string;
  mode: PlatformMode;
  at: Date;
}

/** The status and its moves in one statement; where somebody was faster, nothing. */
async function write(
  needs: StablecoinNeeds,
  place: Place,
  { changed, change }: { changed: Operation; change: Change },
): Promise<void> {
  const settlement = settlements[changed.status];
  if (!settlement || !changed.payment) {
    await apply(needs.db, change);
    return;
  }
  const events = emit(balancesUpdated(needs, [changed.payment.account], place));
  const { phase, movesOf } = settlement;
  const posting = { ...place, transactionId: changed.id, phase, moves: movesOf(changed.payment), isForced: true };
  await needs.ledger.post({ ...posting, ...change, effects: [...change.effects, events] }).catch((error) => {
    if (!(error instanceof AlreadyPosted)) throw error;
  });
}

/** The funds that an operation waits for have come; the sandbox says so. */
export async function fundsArrived(needs: StablecoinNeeds, { platform, now, receipt }: Asked, id: string) {
  const operation = await findOperation(needs.db, platform.id, id);
  const coin = await findCoin(needs.db, platform.id, operation.stablecoinId);
  const isLate = operation.expiresAt !== null && operation.expiresAt <= now;
  if (operation.status !== 'PENDING_FUNDING' || isLate) throw notWaiting(isLate ? 'EXPIRED' : operation.status);
  const look = lookAt(operation, undefined, { ...platform, now });
  const changed: Operation = {
    ...operation,
    status: 'PENDING_PROVIDER',
    fundedAt: now,
    lookId: look.id,
    version: operation.version + 1n,
    updatedAt: now,
  };
  const text = JSON.stringify(operationJson(changed, coin));
  const earlier = operation.lookId ? [callOff(platform.id, [operation.lookId])] : [];
  const effects = [...look.effects, ...earlier, ...receipt.remember({ status: 200, text })];
  if (await apply(needs.db, { guard: updateOperation(changed), effects })) return text;
  throw notWaiting((await findOperation(needs.db, platform.id, id)).status);
}

const notWaiting = (status: OperationStatus): ApiError =>
  new ApiError('INVALID_STATE_TRANSITION', `The operation is ${status} and waits for no funds.`);
