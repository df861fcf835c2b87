import { enqueue } from '../../engine/jobs/queue.ts';
import type { OrderState } from '../../engine/providers/stablecoin/port.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import type { Operation } from './operation-record.ts';
import { isLegalOperationTransition } from './operation-status.ts';

export const OPERATION_POLL_JOB = 'stablecoin.operation';

/** Applies the state that the provider reports; ignores a status that cannot follow the current one. */
export function withProviderState(operation: Operation, state: OrderState, now: Date): Operation {
  const { expiresAt } = operation;
  const isOverdue = state.status === 'PENDING_FUNDING' && expiresAt !== null && expiresAt <= now;
  const status = isOverdue ? 'EXPIRED' : state.status;
  const isTransition = isLegalOperationTransition(operation.status, status);
  return {
    ...operation,
    status: isTransition ? status : operation.status,
    providerOrderId: state.providerOrderId || operation.providerOrderId,
    providerStatus: state.providerStatus,
    fundingInstructions: state.fundingInstructions ?? operation.fundingInstructions,
    failureReason: isTransition ? (state.failureReason ?? null) : operation.failureReason,
    updatedAt: isTransition ? now : operation.updatedAt,
  };
}

export interface PollTimes {
  clockOffsetMs: number;
  now: Date;
}

/** Schedules the next poll: at once for an order that is not submitted, at the latest when funding expires. */
export function schedulePoll(
  operation: Operation,
  state: Pick<OrderState, 'pollAfterMs'> | undefined,
  { clockOffsetMs, now }: PollTimes,
): { id: string; effects: Effect[] } {
  const { platformId, id: resourceId, expiresAt, status } = operation;
  const id = newId('TimedJob');
  const next = addMs(now, state?.pollAfterMs ?? 0);
  const expiresBefore = status === 'PENDING_FUNDING' && expiresAt !== null && expiresAt > now && expiresAt < next;
  const job = { id, platformId, kind: OPERATION_POLL_JOB, resourceId, clockOffsetMs, createdAt: now };
  return { id, effects: [enqueue([{ ...job, runAt: expiresBefore ? expiresAt : next }])] };
}
