import { cancelJobs, type Job } from '../../engine/jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../../engine/jobs/worker.ts';
import { AlreadyPosted, type Entry } from '../../engine/ledger/post.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import type { OperationStatus, OrderState } from '../../engine/providers/stablecoin/port.ts';
import { emit } from '../../engine/webhooks/events.ts';
import { apply, type Change } from '../../foundation/db/effects.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { balancesUpdated } from '../../parties/accounts/internal-accounts.ts';
import type { PaymentContext } from '../transitions/apply.ts';
import { getCoin } from './coin-record.ts';
import { coinHandlers } from './coins.ts';
import type { StablecoinDeps, StablecoinRequest } from './deps.ts';
import { getProviderLink } from './link-record.ts';
import { withAccess } from './links.ts';
import {
  findOperation,
  getOperation,
  type Operation,
  type OperationPayment,
  operationJson,
  paymentOf,
  updateOperation,
} from './operation-record.ts';
import { isFinal } from './operation-status.ts';
import { OPERATION_POLL_JOB, schedulePoll, withProviderState } from './polls.ts';
import { toProviderOrder } from './provider-orders.ts';

/** Interval of retries while the provider is unavailable or rejects the credentials. */
const RETRY_MS = 5 * MINUTE_MS;

/** Safe to run again: orders are idempotent by their id, and the version guards every transition. */
export const stablecoinHandlers = (deps: StablecoinDeps): JobHandlers => ({
  [OPERATION_POLL_JOB]: { run: (job, now) => pollOperation(deps, job, now), atOnce: OUTSIDE_AT_ONCE },
  ...coinHandlers(deps),
});

async function pollOperation(deps: StablecoinDeps, job: Job, now: Date): Promise<void> {
  const operation = await findOperation(deps.db, job.platformId, job.resourceId);
  if (!operation || isFinal(operation.status)) return;
  const state = await readOrder(deps, { operation, mode: job.mode, now }).catch((error) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  const current = state ? withProviderState(operation, state, now) : operation;
  const times = { clockOffsetMs: job.clockOffsetMs, now };
  const poll = isFinal(current.status) ? undefined : schedulePoll(current, state ?? { pollAfterMs: RETRY_MS }, times);
  const changed = { ...current, pollJobId: poll?.id ?? null, version: operation.version + 1n };
  const context = { platformId: job.platformId, mode: job.mode, at: now };
  await write(deps, context, { changed, change: { guard: updateOperation(changed), effects: poll?.effects ?? [] } });
}

/** Submits the order, or reads its state if it was submitted before. */
async function readOrder(
  deps: StablecoinDeps,
  { operation, mode, now }: { operation: Operation; mode: PlatformMode; now: Date },
): Promise<OrderState> {
  const { platformId, providerOrderId } = operation;
  const coin = await getCoin(deps.db, platformId, operation.stablecoinId);
  const link = await getProviderLink(deps.db, platformId, coin.linkId);
  const order = await toProviderOrder(deps, { operation, coin, now });
  const provider = deps.banking.stablecoins[mode];
  return withAccess(deps, { link, now }, (access) =>
    providerOrderId === null ? provider.submit(access, order) : provider.read(access, { ...order, providerOrderId }),
  );
}

/** Ledger entries of the payment when an operation ends. */
const settlements: Partial<
  Record<OperationStatus, { phase: string; entriesOf: (payment: OperationPayment) => Entry[] }>
> = {
  COMPLETED: { phase: phases.complete, entriesOf: (paid) => payments.complete({ payment: paymentOf(paid) }) },
  FAILED: { phase: phases.refund, entriesOf: (paid) => payments.refund({ payment: paymentOf(paid) }) },
  EXPIRED: { phase: phases.refund, entriesOf: (paid) => payments.refund({ payment: paymentOf(paid) }) },
};

/** Writes the status and its ledger entries in one statement, unless the operation was changed concurrently. */
async function write(
  deps: StablecoinDeps,
  context: PaymentContext,
  { changed, change }: { changed: Operation; change: Change },
): Promise<void> {
  const settlement = settlements[changed.status];
  if (!settlement || !changed.payment) {
    await apply(deps.db, change);
    return;
  }
  const events = emit(balancesUpdated(deps, [changed.payment.account], context));
  const { phase, entriesOf } = settlement;
  const posting = { ...context, transactionId: changed.id, phase, entries: entriesOf(changed.payment), isForced: true };
  await deps.ledger.post({ ...posting, ...change, effects: [...change.effects, events] }).catch((error) => {
    if (!(error instanceof AlreadyPosted)) throw error;
  });
}

/** Simulates in the sandbox that the funds of an operation have arrived. */
export async function confirmFunds(deps: StablecoinDeps, { platform, now, receipt }: StablecoinRequest, id: string) {
  const operation = await getOperation(deps.db, platform.id, id);
  const coin = await getCoin(deps.db, platform.id, operation.stablecoinId);
  const isLate = operation.expiresAt !== null && operation.expiresAt <= now;
  if (operation.status !== 'PENDING_FUNDING' || isLate) throw notAwaited(isLate ? 'EXPIRED' : operation.status);
  const poll = schedulePoll(operation, undefined, { ...platform, now });
  const changed: Operation = {
    ...operation,
    status: 'PENDING_PROVIDER',
    fundedAt: now,
    pollJobId: poll.id,
    version: operation.version + 1n,
    updatedAt: now,
  };
  const text = JSON.stringify(operationJson(changed, coin));
  const earlier = operation.pollJobId ? [cancelJobs(platform.id, [operation.pollJobId])] : [];
  const effects = [...poll.effects, ...earlier, ...receipt.record({ status: 200, text })];
  if (await apply(deps.db, { guard: updateOperation(changed), effects })) return text;
  throw notAwaited((await getOperation(deps.db, platform.id, id)).status);
}

const notAwaited = (status: OperationStatus): ApiError =>
  new ApiError('INVALID_STATE_TRANSITION', `The operation is ${status}; only a PENDING_FUNDING one can be funded.`);
