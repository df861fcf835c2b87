import type { Job } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import {
  advance,
  getTransaction,
  type Step,
  type Transaction,
  transactionJson,
} from '../../payments/transactions/record.ts';
import type { FailureReason } from '../../payments/transactions/status.ts';
import { applyTransition } from '../../payments/transitions/apply.ts';
import {
  type Action,
  type ActionStatus,
  actionJson,
  decideAction,
  findWaitingAction,
  getAction,
  waitingActionsOf,
} from './action-record.ts';
import { factsOf, retryAction } from './actions.ts';
import { AGENT_DELETED_JOB } from './agents.ts';
import { rejectionOf, spendingChecks } from './checks.ts';
import type { AgentDeps } from './deps.ts';
import { orderOf } from './payment-orders.ts';
import { findAgent, noSuchAgent } from './record.ts';
import { countSpend } from './spend-counters.ts';

/** Decision of the platform on an action, identified by its own id or by the id of its transaction. */
export interface AgentDecision {
  platform: Platform;
  now: Date;
  receipt: Receipt;
}

type Named = AgentDecision & { agentId: string; actionId: string };
type OfTransaction = AgentDecision & { transactionId: string };

/** Builds the response for a decided action. */
type Show = (action: Action, about: { transaction: Transaction }) => object;
const asTransaction: Show = (_action, { transaction }) => transactionJson(transaction);

export const approveAction = (deps: AgentDeps, { agentId, actionId, ...decision }: Named): Promise<string> =>
  retryAction(async () => approve(deps, decision, await named(deps, decision, { agentId, actionId }), actionJson));

export const rejectAction = (
  deps: AgentDeps,
  { agentId, actionId, reason, ...decision }: Named & { reason?: string | undefined },
): Promise<string> =>
  retryAction(async () => {
    const action = await named(deps, decision, { agentId, actionId });
    return end(deps, decision, { action, status: 'REJECTED', reason }, actionJson);
  });

/** Approves the action of a transaction and returns the transaction; undefined when no action waits for it. */
export const approveTransaction = (deps: AgentDeps, { transactionId, ...decision }: OfTransaction) =>
  retryAction(async () => {
    const action = await findWaitingAction(deps.db, decision.platform.id, transactionId);
    return action && approve(deps, decision, action, asTransaction);
  });

export const rejectTransaction = (
  deps: AgentDeps,
  { transactionId, reason, ...decision }: OfTransaction & { reason?: string | undefined },
) =>
  retryAction(async () => {
    const action = await findWaitingAction(deps.db, decision.platform.id, transactionId);
    return action && end(deps, decision, { action, status: 'REJECTED', reason }, asTransaction);
  });

async function named(
  deps: AgentDeps,
  { platform }: AgentDecision,
  { agentId, actionId }: { agentId: string; actionId: string },
) {
  const action = await getAction(deps.db, { platformId: platform.id, agentId, id: actionId });
  if (action.status === 'PENDING_APPROVAL') return action;
  throw new ApiError('CONFLICT', `The action is ${action.status} and waits for no approval.`, {
    reason: 'NOT_PENDING_APPROVAL',
  });
}

/**
 * Approves an action after checking agent, policy, limits and payment again. A lasting violation ends the action; a
 * temporary one (a balance, a daily limit) rejects the approval, and the action stays pending.
 */
async function approve(deps: AgentDeps, decision: AgentDecision, action: Action, show: Show): Promise<string> {
  try {
    return await carryOut(deps, decision, action, show);
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    return end(deps, decision, { action, status: 'FAILED', reason: error.message, error }, show);
  }
}

const isPassing = ({ code, status }: ApiError): boolean =>
  code === 'INVALID_AMOUNT' || status === 429 || status === 503;

async function carryOut(deps: AgentDeps, decision: AgentDecision, action: Action, show: Show): Promise<string> {
  const { platform, now, receipt } = decision;
  const { agentId, customerId } = action;
  const agent = await findAgent(deps.db, platform.id, agentId);
  if (!agent) throw noSuchAgent();
  const acting = { platform, agentId, customerId, now };
  const order = await orderOf(deps, acting, action);
  const facts = await factsOf(deps, acting, { agent, order });
  const rejection = rejectionOf(facts, spendingChecks);
  if (rejection) throw rejection;
  const held = action.transfer ? await heldTransaction(deps, action) : undefined;
  let text = '';
  const effectsOf = (transaction: Transaction): Effect[] => {
    const isRejected = transaction.status === 'FAILED';
    const reason = isRejected ? transaction.details.failureReason : undefined;
    const decided: Action = isRejected
      ? decidedAs(action, { status: 'FAILED', reason, now })
      : { ...decidedAs(action, { status: 'APPROVED', now }), spent: facts.amount };
    text = JSON.stringify(show(decided, { transaction }));
    const spend = isRejected ? [] : [countSpend(agent, facts.amount, now)];
    return [decideAction(decided), ...spend, ...receipt.record({ status: 200, text })];
  };
  await order.carryOut(effectsOf, held);
  return text;
}

async function heldTransaction(deps: AgentDeps, { platformId, transactionId }: Action): Promise<Transaction> {
  const transaction = await getTransaction(deps.db, platformId, transactionId);
  if (transaction.status === 'PENDING') return transaction;
  throw new ApiError('CONFLICT', `The transaction is ${transaction.status}.`, { reason: 'ALREADY_ENDED' });
}

interface Decided {
  status: ActionStatus;
  reason?: string | undefined;
  now: Date;
}

const decidedAs = (action: Action, { status, reason, now }: Decided): Action => ({
  ...action,
  status,
  rejectionReason: reason ?? null,
  updatedAt: now,
});

interface Ending {
  action: Action;
  status: 'REJECTED' | 'FAILED';
  reason?: string | undefined;
  /** Error that ends the action; absent when the platform rejects the action. */
  error?: ApiError;
}

/** Ends the action and its waiting transaction. */
async function end(
  deps: AgentDeps,
  decision: AgentDecision,
  { action, ...ending }: Ending,
  show: Show,
): Promise<string> {
  const { platform, now, receipt } = decision;
  const transaction = await getTransaction(deps.db, platform.id, action.transactionId);
  // After a quote has expired, its expiry job ends the transaction.
  const isOver = transaction.status !== 'PENDING' || ending.error?.details?.reason === 'QUOTE_EXPIRED';
  const transition = { steps: isOver ? [] : [lastStep(transaction, ending)], entries: [], ...pullOf(transaction) };
  const changed = isOver ? transaction : advance(transaction, transition.steps, now, transition).changed;
  const decided = decidedAs(action, { ...ending, now });
  const text = JSON.stringify(show(decided, { transaction: changed }));
  const effects = [decideAction(decided), ...receipt.record({ status: 200, text })];
  if (isOver) await apply(deps.db, { effects });
  else {
    const context = { platformId: platform.id, mode: platform.mode, at: now };
    if (!(await applyTransition(deps, context, { transaction, transition, effects })))
      return end(deps, decision, { action, ...ending }, show);
  }
  return text;
}

/** Fails the pull of a held transfer in, so that nothing is collected. */
const pullOf = ({ pull }: Transaction) => (pull === 'PENDING' ? ({ pull: 'FAILED' } as const) : {});

function lastStep({ type, quote }: Transaction, { status, reason, error }: Omit<Ending, 'action'>): Step {
  if (type === 'INCOMING' && status === 'REJECTED') {
    const details = reason ? { rejectionReason: reason } : {};
    return { event: 'INCOMING_PAYMENT.FAILED', changes: { status, details } };
  }
  return {
    event: `${type}_PAYMENT.FAILED`,
    changes: { status: 'FAILED', details: { failureReason: failureReasonOf({ type, quote }, error) } },
  };
}

function failureReasonOf({ type, quote }: Pick<Transaction, 'type' | 'quote'>, error?: ApiError): FailureReason {
  if (type === 'INCOMING') return 'COLLECTION_FAILED';
  if (error?.details?.reason?.endsWith('LIMIT_EXCEEDED')) return 'LIMIT_EXCEEDED';
  return quote ? 'QUOTE_EXECUTION_FAILED' : 'APPROVAL_REJECTED';
}

/** Handler that rejects the pending actions of a deleted agent. */
export const agentHandlers = (deps: AgentDeps): JobHandlers => ({
  [AGENT_DELETED_JOB]: { run: (job, now) => rejectAll(deps, job, now) },
});

async function rejectAll(deps: AgentDeps, job: Job, now: Date): Promise<void> {
  const { platformId, mode, clockOffsetMs, resourceId: agentId } = job;
  const decision = { platform: { id: platformId, name: '', mode, clockOffsetMs }, now, receipt: noReceipt };
  for (const { id: actionId } of await waitingActionsOf(deps.db, platformId, agentId)) {
    await rejectAction(deps, { ...decision, agentId, actionId, reason: 'The agent was deleted.' }).catch((error) => {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    });
  }
}
