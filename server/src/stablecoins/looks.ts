import type { Effect } from '../db/effects.ts';
import { enqueue } from '../jobs/queue.ts';
import { addMs } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { OrderState } from '../providers/stablecoin/port.ts';
import type { Operation } from './operation-record.ts';
import { isLegalMove } from './operation-status.ts';

export const LOOK_JOB = 'stablecoin.operation';

/** The operation as the provider's word leaves it; a word that is out of turn changes nothing. */
export function stateAfter(operation: Operation, state: OrderState, now: Date): Operation {
  const { expiresAt } = operation;
  const isOverdue = state.status === 'PENDING_FUNDING' && expiresAt !== null && expiresAt <= now;
  const status = isOverdue ? 'EXPIRED' : state.status;
  const isNews = isLegalMove(operation.status, status);
  return {
    ...operation,
    status: isNews ? status : operation.status,
    providerOrderId: state.providerOrderId || operation.providerOrderId,
    providerStatus: state.providerStatus,
    fundingInstructions: state.fundingInstructions ?? operation.fundingInstructions,
    failureReason: isNews ? (state.failureReason ?? null) : operation.failureReason,
    updatedAt: isNews ? now : operation.updatedAt,
  };
}

interface Times {
  clockOffsetMs: number;
  now: Date;
}

/** When the provider is asked next: at once where it was not told yet, and no later than the funds are due. */
export function lookAt(
  operation: Operation,
  state: Pick<OrderState, 'lookAgainMs'> | undefined,
  { clockOffsetMs, now }: Times,
): { id: string; effects: Effect[] } {
  const { platformId, id: resourceId, expiresAt, status } = operation;
  const id = newId('TimedJob');
  const next = addMs(now, state?.lookAgainMs ?? 0);
  const isDueBefore = status === 'PENDING_FUNDING' && expiresAt !== null && expiresAt > now && expiresAt < next;
  const job = { id, platformId, kind: LOOK_JOB, resourceId, clockOffsetMs, createdAt: now };
  return { id, effects: [enqueue([{ ...job, runAt: isDueBefore ? expiresAt : next }])] };
}
