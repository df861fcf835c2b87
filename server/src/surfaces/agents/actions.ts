import { AlreadyPosted } from '../../engine/ledger/post.ts';
import { emit } from '../../engine/webhooks/events.ts';
import { brokenConstraint } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { mulDivCeil } from '../../foundation/kernel/money.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import type { Transaction } from '../../payments/transactions/record.ts';
import type { Money } from '../../payments/transactions/terms.ts';
import { TransferConflict } from '../../payments/transfers/transfers.ts';
import { type Action, type ActionStatus, actionJson, insertAction, isDecided, OPEN_ACTION } from './action-record.ts';
import { permissionsFor } from './admission.ts';
import { modeOf, rejectionOf, type SpendFacts, spendingChecks } from './checks.ts';
import type { Acting, AgentDeps } from './deps.ts';
import type { Order } from './payment-orders.ts';
import { type Agent, agentUnchanged, callingAgent } from './record.ts';
import { countSpend, isSpendRejected } from './spend-counters.ts';
import { usageAt } from './usage.ts';

export interface ActionRequest extends Acting {
  receipt: Receipt;
  /** HTTP status of the response. */
  status: number;
}

/**
 * Executes an order of an agent and counts its amount in one statement, holds the order for an approval, or rejects it.
 * Checks the policy again when the agent or its spend changed between the check and the write.
 */
export async function act(deps: AgentDeps, requested: ActionRequest, order: Order): Promise<string> {
  return retryAction(async () => {
    const agent = await callingAgent(deps.db, requested.platform.id, requested.agentId);
    const facts = await factsOf(deps, requested, { agent, order });
    const rejection = rejectionOf(facts, spendingChecks);
    if (rejection) throw rejection;
    const isHeld = modeOf(facts) === 'APPROVAL_REQUIRED';
    let text = '';
    const effectsOf = (transaction: Transaction): Effect[] => {
      const action = actionOf(requested, order, { transaction, status: statusOf(transaction, isHeld), facts });
      const json = actionJson(action, { transaction });
      text = JSON.stringify(json);
      return [
        insertAction(action),
        ...(action.status === 'APPROVED' ? [countSpend(agent, facts.amount, requested.now)] : []),
        ...(action.status === 'PENDING_APPROVAL' ? [pendingEvent(action, json)] : []),
        ...requested.receipt.record({ status: requested.status, text }),
      ];
    };
    await (isHeld ? order.hold(agentUnchanged(agent), effectsOf) : order.carryOut(effectsOf));
    return text;
  });
}

/** A transfer that its rail rejects at once is recorded as FAILED and counts towards no limit. */
function statusOf({ status }: Transaction, isHeld: boolean): ActionStatus {
  if (status === 'FAILED') return 'FAILED';
  return isHeld ? 'PENDING_APPROVAL' : 'APPROVED';
}

function actionOf(
  { platform, agentId, customerId, now }: ActionRequest,
  { type, quote, transfer }: Order,
  { transaction, status, facts }: { transaction: Transaction; status: ActionStatus; facts: SpendFacts },
): Action {
  return {
    platformId: platform.id,
    id: newId('AgentAction'),
    agentId,
    customerId,
    platformCustomerId: transaction.platformCustomerId,
    type,
    status,
    quoteId: quote?.id ?? null,
    transfer: transfer ?? null,
    transactionId: transaction.id,
    rejectionReason: status === 'FAILED' ? (transaction.details.failureReason ?? null) : null,
    spent: status === 'APPROVED' ? facts.amount : null,
    createdAt: now,
    updatedAt: now,
  };
}

const pendingEvent = ({ platformId, id, createdAt }: Action, data: object): Effect =>
  emit([{ platformId, type: 'AGENT_ACTION.PENDING_APPROVAL', resourceId: id, data, sequence: 1, at: createdAt }]);

/** Input of the policy checks. Amounts in other currencies are converted at the current rate and rounded up. */
export async function factsOf(
  { payments: { rates } }: AgentDeps,
  { platform, now }: Acting,
  { agent, order }: { agent: Agent; order: Order },
): Promise<SpendFacts> {
  const { spendingLimits, approvalThresholds } = agent.policy;
  const worth = async ({ amount, currency: from }: Money, to: string): Promise<bigint> =>
    mulDivCeil(amount, (await rates.mid(platform.mode, { from, to }, now)).ratio);
  const threshold = typeof approvalThresholds?.amount === 'number' ? approvalThresholds.currency : undefined;
  return {
    ...agent,
    usage: usageAt(agent.usage, now),
    permissions: permissionsFor(order.doing),
    accounts: order.accounts,
    amount: await worth(order.money, spendingLimits.currency),
    amountForThreshold: threshold === undefined ? undefined : await worth(order.money, threshold),
  };
}

/** Repeats an attempt whose statement was rolled back by a concurrent change. */
export async function retryAction<T>(attempt: () => Promise<T>): Promise<T> {
  const { result } = await retryOnConflict('agent', async () => {
    try {
      return { result: await attempt() };
    } catch (error) {
      if (brokenConstraint(error) === OPEN_ACTION) throw requestedBefore();
      if (!isOvertaken(error)) throw error;
      return undefined;
    }
  });
  return result;
}

/** AlreadyPosted: two concurrent requests approved the same transfer. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof TransferConflict || error instanceof AlreadyPosted || isSpendRejected(error) || isDecided(error);

const requestedBefore = (): ApiError =>
  new ApiError('CONFLICT', 'The execution of this quote was requested before.', {
    reason: 'ALREADY_REQUESTED',
    hint: 'GET /agents/me/actions returns its status.',
  });
