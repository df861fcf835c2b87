import { apply } from '../db/effects.ts';
import { callOff, enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { type Approval, type ApprovalNeeds, askApproval } from '../webhooks/approval.ts';
import { DECISION_MS, type Decision, decide, missingFields, undecidedJob } from './approvals.ts';
import type { PaymentNeeds } from './lifecycle.ts';
import type { Transaction } from './record.ts';

export interface Question {
  platform: Platform;
  transaction: Transaction;
  eventId: string;
  undecidedJobId: string;
}

interface AskerNeeds extends PaymentNeeds, ApprovalNeeds {
  clock: Clock;
  onProblem: (error: unknown) => void;
}

/** Asks platforms whether they take a payment. Nothing is open in the database while they think. */
export class Approvals {
  readonly #needs: AskerNeeds;
  readonly #asking = new Set<Promise<void>>();

  constructor(needs: AskerNeeds) {
    this.#needs = needs;
  }

  /** In the background: should this process end meanwhile, the job of the payment ends it. Resolves with the answer. */
  ask(question: Question): Promise<void> {
    const asking = this.#ask(question).catch(this.#needs.onProblem);
    this.#asking.add(asking);
    return asking.finally(() => this.#asking.delete(asking));
  }

  /** Waits for what is being asked. */
  async stop(): Promise<void> {
    await Promise.all(this.#asking);
  }

  async #ask({ platform, transaction, eventId, undecidedJobId }: Question): Promise<void> {
    const approval = await askApproval(this.#needs, { platform, event: { id: eventId } });
    const { id: platformId, mode, clockOffsetMs } = platform;
    const at = addMs(this.#needs.clock.now(), clockOffsetMs);
    if (approval.type === 'DEFERRED') {
      const job = undecidedJob(transaction, { jobId: newId('TimedJob'), clockOffsetMs });
      const jobs = [{ ...job, runAt: addMs(at, DECISION_MS) }];
      await apply(this.#needs.db, { effects: [enqueue(jobs), callOff(platformId, [undecidedJobId])] });
      return;
    }
    const decision = decisions[approval.type](approval as never, transaction);
    await decide(this.#needs, { platformId, mode, clockOffsetMs, at }, { transactionId: transaction.id, decision });
  }
}

type Deciders = {
  [T in Exclude<Approval['type'], 'DEFERRED'>]: (
    approval: Extract<Approval, { type: T }>,
    transaction: Transaction,
  ) => Decision;
};

/** What each answer comes to. */
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
