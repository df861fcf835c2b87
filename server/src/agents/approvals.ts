import { apply, type Effect } from '../db/effects.ts';
import { noReceipt, type Receipt } from '../db/receipt.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { findQuote } from '../quotes/record.ts';
import { take } from '../transactions/lifecycle.ts';
import { advance, findTransaction, type Step, type Transaction, transactionJson } from '../transactions/record.ts';
import type { FailureReason } from '../transactions/status.ts';
import {
  type Action,
  type ActionStatus,
  actionJson,
  decideAction,
  findAction,
  waitingActionOf,
  waitingActionsOf,
} from './action-record.ts';
import { factsOf, persistently } from './actions.ts';
import { AGENT_DELETED_JOB } from './agents.ts';
import { refusalOf, spendingChecks } from './checks.ts';
import type { AgentNeeds } from './needs.ts';
import { orderOf } from './orders.ts';
import { noSuchAgent, readAgent } from './record.ts';
import { countSpend } from './spends.ts';

/** The word of the platform on an action, which is named by itself or by its transaction. */
export interface Word {
  platform: Platform;
  now: Date;
  receipt: Receipt;
}

type Named = Word & { agentId: string; actionId: string };
type OfTransaction = Word & { transactionId: string };

/** How the answer shows what became of an action. */
type Show = (action: Action, about: { quote: string | undefined; transaction: Transaction }) => object;
const asTransaction: Show = (_action, { transaction }) => transactionJson(transaction);

export const approveAction = (needs: AgentNeeds, { agentId, actionId, ...word }: Named): Promise<string> =>
  persistently(async () => approve(needs, word, await named(needs, word, { agentId, actionId }), actionJson));

export const rejectAction = (
  needs: AgentNeeds,
  { agentId, actionId, reason, ...word }: Named & { reason?: string | undefined },
): Promise<string> =>
  persistently(async () => {
    const action = await named(needs, word, { agentId, actionId });
    return end(needs, word, { action, status: 'REJECTED', reason }, actionJson);
  });

/** The same by the transaction of an action, answered with that transaction; undefined: no action waits for it. */
export const approveTransaction = (needs: AgentNeeds, { transactionId, ...word }: OfTransaction) =>
  persistently(async () => {
    const action = await waitingActionOf(needs.db, word.platform.id, transactionId);
    return action && approve(needs, word, action, asTransaction);
  });

export const rejectTransaction = (
  needs: AgentNeeds,
  { transactionId, reason, ...word }: OfTransaction & { reason?: string | undefined },
) =>
  persistently(async () => {
    const action = await waitingActionOf(needs.db, word.platform.id, transactionId);
    return action && end(needs, word, { action, status: 'REJECTED', reason }, asTransaction);
  });

async function named(
  needs: AgentNeeds,
  { platform }: Word,
  { agentId, actionId }: { agentId: string; actionId: string },
) {
  const action = await findAction(needs.db, { platformId: platform.id, agentId, id: actionId });
  if (action.status === 'PENDING_APPROVAL') return action;
  throw new ApiError('CONFLICT', `The action is ${action.status} and waits for no approval.`, {
    reason: 'NOT_PENDING_APPROVAL',
  });
}

/**
 * The platform wants it done: the agent, its policy, its limits and the payment are judged as they are now. What they
 * forbid for good ends the action; what may pass (a balance, a day's volume) is refused, and the action goes on waiting.
 */
async function approve(needs: AgentNeeds, word: Word, action: Action, show: Show): Promise<string> {
  try {
    return await carryOut(needs, word, action, show);
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    return end(needs, word, { action, status: 'FAILED', reason: error.message, error }, show);
  }
}

const isPassing = ({ code, status }: ApiError): boolean =>
  code === 'INVALID_AMOUNT' || status === 429 || status === 503;

async function carryOut(needs: AgentNeeds, word: Word, action: Action, show: Show): Promise<string> {
  const { platform, now, receipt } = word;
  const { agentId, customerId } = action;
  const agent = await readAgent(needs.db, platform.id, agentId);
  if (!agent) throw noSuchAgent();
  const acting = { platform, agentId, customerId, now };
  const order = await orderOf(needs, acting, action);
  const facts = await factsOf(needs, acting, { agent, order });
  const refusal = refusalOf(facts, spendingChecks);
  if (refusal) throw refusal;
  const held = action.transfer ? await heldTransaction(needs, action) : undefined;
  let text = '';
  const effectsOf = (transaction: Transaction): Effect[] => {
    const isRefused = transaction.status === 'FAILED';
    const reason = isRefused ? transaction.details.failureReason : undefined;
    const decided = decidedAs(action, { status: isRefused ? 'FAILED' : 'APPROVED', reason, now });
    text = JSON.stringify(show(decided, { quote: order.quote?.body, transaction }));
    const spend = isRefused ? [] : [countSpend(agent, facts.amount, now)];
    return [decideAction(decided), ...spend, ...receipt.remember({ status: 200, text })];
  };
  await order.carryOut(effectsOf, held);
  return text;
}

async function heldTransaction(needs: AgentNeeds, { platformId, transactionId }: Action): Promise<Transaction> {
  const transaction = await findTransaction(needs.db, platformId, transactionId);
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
  /** What forbids it, where it is not the platform's word. */
  error?: ApiError;
}

/** Nothing will come of it: the action ends, and with it the transaction that waited for it. */
async function end(needs: AgentNeeds, word: Word, { action, ...ending }: Ending, show: Show): Promise<string> {
  const { platform, now, receipt } = word;
  const transaction = await findTransaction(needs.db, platform.id, action.transactionId);
  const quote = action.quoteId ? (await findQuote(needs.db, platform.id, action.quoteId)).body : undefined;
  // A quote that has expired is told so by its own timer.
  const isOver = transaction.status !== 'PENDING' || ending.error?.details?.reason === 'QUOTE_EXPIRED';
  const turn = { steps: isOver ? [] : [lastStep(transaction, ending)], moves: [], ...pullOf(transaction) };
  const changed = isOver ? transaction : advance(transaction, turn.steps, now, turn).changed;
  const decided = decidedAs(action, { ...ending, now });
  const text = JSON.stringify(show(decided, { quote, transaction: changed }));
  const effects = [decideAction(decided), ...receipt.remember({ status: 200, text })];
  if (isOver) await apply(needs.db, { effects });
  else {
    const place = { platformId: platform.id, mode: platform.mode, at: now };
    if (!(await take(needs, place, { transaction, turn, effects })))
      return end(needs, word, { action, ...ending }, show);
  }
  return text;
}

/** Nothing is collected for a transfer in that is over. */
const pullOf = ({ pull }: Transaction) => (pull === 'PENDING' ? ({ pull: 'FAILED' } as const) : {});

function lastStep({ type }: Transaction, { status, reason, error }: Omit<Ending, 'action'>): Step {
  if (type === 'INCOMING' && status === 'REJECTED') {
    const details = { pendingReason: undefined, ...(reason && { rejectionReason: reason }) };
    return { event: 'INCOMING_PAYMENT.FAILED', changes: { status, details } };
  }
  const isLimit = error?.details?.reason?.endsWith('LIMIT_EXCEEDED') ?? false;
  const failureReason: FailureReason = isLimit && type === 'OUTGOING' ? 'LIMIT_EXCEEDED' : 'QUOTE_EXECUTION_FAILED';
  return {
    event: `${type}_PAYMENT.FAILED`,
    changes: { status: 'FAILED', details: { pendingReason: undefined, failureReason } },
  };
}

/** What an agent that is gone still waited for is over. */
export const agentHandlers = (needs: AgentNeeds): JobHandlers => ({
  [AGENT_DELETED_JOB]: { run: (job, now) => rejectAll(needs, job, now) },
});

async function rejectAll(needs: AgentNeeds, job: Job, now: Date): Promise<void> {
  const { platformId, mode, clockOffsetMs, resourceId: agentId } = job;
  const word = { platform: { id: platformId, name: '', mode, clockOffsetMs }, now, receipt: noReceipt };
  for (const { id: actionId } of await waitingActionsOf(needs.db, platformId, agentId)) {
    await rejectAction(needs, { ...word, agentId, actionId, reason: 'The agent was deleted.' }).catch((error) => {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    });
  }
}
