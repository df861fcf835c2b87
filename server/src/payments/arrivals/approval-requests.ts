import { cancelJobs, enqueue } from '../../engine/jobs/queue.ts';
import type { Ledger } from '../../engine/ledger/post.ts';
import type { Banking } from '../../engine/providers/services.ts';
import { type Approval, askApproval, isApprovalRequired } from '../../engine/webhooks/approval.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, type Clock } from '../../foundation/kernel/clock.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import type { Transaction } from '../transactions/record.ts';
import { type ApprovalDecision, DECISION_MS, decideApproval, missingFields, undecidedJob } from './approvals.ts';

interface ApprovalRequest {
  platform: Platform;
  transaction: Transaction;
  eventId: string;
  undecidedJobId: string;
}

interface ApprovalRequestDeps {
  db: Database;
  clock: Clock;
  ledger: Ledger;
  banking: Banking;
  webhooks: Webhooks;
  onProblem: (error: unknown) => void;
}

/** Requests approvals from platforms by webhook. No transaction is open in the database meanwhile. */
export class Approvals {
  readonly #deps: ApprovalRequestDeps;
  readonly #asking = new Set<Promise<void>>();

  constructor(deps: ApprovalRequestDeps) {
    this.#deps = deps;
  }

  isRequired(platform: Platform): Promise<boolean> {
    return isApprovalRequired(this.#deps, platform);
  }

  /** Resolves once the response is applied. If this process stops first, a job fails the payment. */
  ask(request: ApprovalRequest): Promise<void> {
    const asking = this.#ask(request).catch(this.#deps.onProblem);
    this.#asking.add(asking);
    return asking.finally(() => this.#asking.delete(asking));
  }

  /** Waits for the requests in flight. */
  async stop(): Promise<void> {
    await Promise.all(this.#asking);
  }

  async #ask({ platform, transaction, eventId, undecidedJobId }: ApprovalRequest): Promise<void> {
    const approval = await askApproval(this.#deps, { platform, event: { id: eventId } });
    const { id: platformId, mode, clockOffsetMs } = platform;
    const at = addMs(this.#deps.clock.now(), clockOffsetMs);
    if (approval.type === 'DEFERRED') {
      const job = undecidedJob(transaction, { jobId: newId('TimedJob'), clockOffsetMs });
      const jobs = [{ ...job, runAt: addMs(at, DECISION_MS) }];
      await apply(this.#deps.db, { effects: [enqueue(jobs), cancelJobs(platformId, [undecidedJobId])] });
      return;
    }
    const decision = decisions[approval.type](approval as never, transaction);
    await decideApproval(
      this.#deps,
      { platformId, mode, clockOffsetMs, at },
      { transactionId: transaction.id, decision },
    );
  }
}

type Deciders = {
  [T in Exclude<Approval['type'], 'DEFERRED'>]: (
    approval: Extract<Approval, { type: T }>,
    transaction: Transaction,
  ) => ApprovalDecision;
};

/** Decision for each response of a platform. */
const decisions: Deciders = {
  APPROVED: ({ receiverCustomerInfo = {} }, transaction) =>
    missingFields(transaction, receiverCustomerInfo).length > 0
      ? { type: 'FAIL', reason: 'MISSING_MANDATORY_PAYEE_DATA' }
      : { type: 'APPROVE', information: receiverCustomerInfo },
  NO_ENDPOINT: () => ({ type: 'APPROVE' }),
  REJECTED: ({ reason }) => ({ type: 'REJECT', reason }),
  MORE_DATA: () => ({ type: 'FAIL', reason: 'MISSING_MANDATORY_PAYEE_DATA' }),
  TIMED_OUT: () => ({ type: 'FAIL', reason: 'PAYMENT_APPROVAL_TIMED_OUT' }),
  ERROR: () => ({ type: 'FAIL', reason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' }),
};
