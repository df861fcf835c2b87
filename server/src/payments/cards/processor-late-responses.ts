import { createHash } from 'node:crypto';
import { enqueue, type Job, type NewJob, type Withdrawal, withdraw } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { Batches } from '../../foundation/db/batches.ts';
import { isFaultOfOne } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import type { ProcessorDeps } from './processor-events.ts';
import { findResponse, replaceResponse } from './processor-messages.ts';
import type { AuthorizationMessage, AuthorizationResponse } from './processor-schemas.ts';
import { applyReversal, revertAdvice } from './transaction-changes.ts';
import type { CardFunding } from './transaction-funding.ts';

const REVERT_JOB = 'card-message.revert';

type MessageId = Pick<AuthorizationMessage, 'messageId'>;

interface WrittenApproval {
  funding: CardFunding;
  message: AuthorizationMessage;
  answer: AuthorizationResponse;
  at: Date;
  /** Event number of the advice in its purchase. Absent when the message created the purchase. */
  advice?: number | undefined;
  /** Another message decided the purchase: a late response replaces only the stored response. */
  isRepeat?: boolean | undefined;
}

/**
 * Job that reverts an approval without a response by the deadline, even if this process stops. Written with the
 * approval, and withdrawn before the response is sent.
 */
export function revertAfter(
  deadline: Date,
  { funding, message, answer, at, advice, isRepeat }: WrittenApproval,
): Effect[] {
  const { decision, cardTransactionId } = answer;
  if (decision === 'DECLINED' || !cardTransactionId) return [];
  const { platformId, clockOffsetMs } = funding;
  const job: NewJob = {
    id: revertJobId(message),
    platformId,
    kind: REVERT_JOB,
    resourceId: cardTransactionId,
    payload: { messageId: message.messageId, advice, isRepeat } satisfies RevertPayload,
    runAt: addMs(deadline, clockOffsetMs),
    createdAt: at,
    clockOffsetMs,
  };
  return [enqueue([job])];
}

interface RevertPayload extends MessageId, Pick<WrittenApproval, 'advice' | 'isRepeat'> {}

/** Derived from the id of the message, so that a repeated message finds the job of the first. */
function revertJobId({ messageId }: MessageId): string {
  const hash = createHash('sha256').update(messageId).digest('hex');
  return `TimedJob:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5')}`;
}

interface ApprovalKey {
  platformId: string;
  message: MessageId;
}

/** Withdraws the jobs of approvals before they are sent; concurrent withdrawals share a statement. */
export class ApprovalConfirmations {
  readonly #deps: ProcessorDeps;
  readonly #batches: Batches<ApprovalKey, Withdrawal>;

  constructor(deps: ProcessorDeps) {
    this.#deps = deps;
    this.#batches = new Batches({
      run: (approvals) => {
        const keys = approvals.map(({ platformId, message }) => ({ platformId, id: revertJobId(message) }));
        return withdraw(deps.db.batched, keys, deps.clock.now());
      },
      kindOf: () => undefined,
      isFaultOfOne,
    });
  }

  /** Returns TOO_LATE when the job is due: the approval must not be sent. */
  confirm(platformId: string, message: MessageId): Promise<Withdrawal> {
    return this.#batches.add({ platformId, message });
  }

  /** Writes a withdrawn job again, because the time limit ended before the approval was sent. */
  async restore(job: Job, at: Date): Promise<void> {
    await apply(this.#deps.db, { effects: [enqueue([{ ...job, runAt: at, createdAt: at }])] });
  }
}

export const lateResponseHandlers = (deps: ProcessorDeps): JobHandlers => ({
  [REVERT_JOB]: { run: (job, at) => revertLateApproval(deps, job, at) },
});

/** Reverts the effect of the message, and stores the response that was sent instead. */
async function revertLateApproval(deps: ProcessorDeps, job: Job, at: Date): Promise<void> {
  const { platformId, resourceId: id } = job;
  const { advice, isRepeat, ...message } = job.payload as unknown as RevertPayload;
  const answer = await findResponse<AuthorizationResponse>(deps.db, platformId, message.messageId);
  if (answer?.decision !== 'APPROVED') return;
  const effects = () => [replaceResponse({ platformId }, message, timedOut(message))];
  const change = { platformId, id, at, effects };
  const revert = () =>
    advice === undefined ? applyReversal(deps, change) : revertAdvice(deps, { ...change, n: advice });
  if (isRepeat || !(await revert())) await apply(deps.db, { effects: effects() });
}

export const timedOut = ({ messageId }: MessageId): AuthorizationResponse => ({
  messageId,
  decision: 'DECLINED',
  declineReason: 'TIMED_OUT',
});
