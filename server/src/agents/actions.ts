import { brokenConstraint } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { mulDivCeil } from '../kernel/money.ts';
import { AlreadyPosted } from '../ledger/post.ts';
import type { Money, Transaction } from '../transactions/record.ts';
import { Overtaken } from '../transactions/transfers.ts';
import { emit } from '../webhooks/events.ts';
import { type Action, type ActionStatus, actionJson, insertAction, isDecided, OPEN_ACTION } from './action-record.ts';
import { permissionsFor } from './admission.ts';
import { modeOf, refusalOf, type SpendFacts, spendingChecks } from './checks.ts';
import type { Acting, AgentNeeds } from './needs.ts';
import type { Order } from './orders.ts';
import { type Agent, agentStands, callingAgent } from './record.ts';
import { countSpend, isSpendRefused } from './spends.ts';
import { usageAt } from './usage.ts';

export interface Asking extends Acting {
  receipt: Receipt;
  /** With which the action is answered. */
  status: number;
}

/**
 * What an agent wants done: done at once and counted in the same statement, held until the platform approves of it, or
 * refused. Judged again whenever the agent was changed, or has spent elsewhere, between the judgement and the deed.
 */
export async function act(needs: AgentNeeds, asking: Asking, order: Order): Promise<string> {
  return persistently(async () => {
    const agent = await callingAgent(needs.db, asking.platform.id, asking.agentId);
    const facts = await factsOf(needs, asking, { agent, order });
    const refusal = refusalOf(facts, spendingChecks);
    if (refusal) throw refusal;
    const isHeld = modeOf(facts) === 'APPROVAL_REQUIRED';
    let text = '';
    const effectsOf = (transaction: Transaction): Effect[] => {
      const action = actionOf(asking, order, { transaction, status: statusOf(transaction, isHeld) });
      const json = actionJson(action, { quote: order.quote?.body, transaction });
      text = JSON.stringify(json);
      return [
        insertAction(action),
        ...(action.status === 'APPROVED' ? [countSpend(agent, facts.amount, asking.now)] : []),
        ...(action.status === 'PENDING_APPROVAL' ? [pendingEvent(action, json)] : []),
        ...asking.receipt.remember({ status: asking.status, text }),
      ];
    };
    await (isHeld ? order.hold(agentStands(agent), effectsOf) : order.carryOut(effectsOf));
    return text;
  });
}

/** A transfer that its rail refuses at once is on record as FAILED, and counts for nothing. */
function statusOf({ status }: Transaction, isHeld: boolean): ActionStatus {
  if (status === 'FAILED') return 'FAILED';
  return isHeld ? 'PENDING_APPROVAL' : 'APPROVED';
}

function actionOf(
  { platform, agentId, customerId, now }: Asking,
  { type, quote, transfer }: Order,
  { transaction, status }: { transaction: Transaction; status: ActionStatus },
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
    createdAt: now,
    updatedAt: now,
  };
}

const pendingEvent = ({ platformId, id, createdAt }: Action, data: object): Effect =>
  emit([{ platformId, type: 'AGENT_ACTION.PENDING_APPROVAL', resourceId: id, data, sequence: 1, at: createdAt }]);

/** Everything a spend is judged by; amounts in other currencies at the rate of this moment, rounded up. */
export async function factsOf(
  { rates }: AgentNeeds,
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

const TRIES = 10;

/** Once more from the reading on, whenever a statement was undone because somebody was faster. */
export async function persistently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let i = 0; i < TRIES; i++) {
    try {
      return await attempt();
    } catch (error) {
      if (brokenConstraint(error) === OPEN_ACTION) throw requestedBefore();
      if (!isOvertaken(error)) throw error;
    }
  }
  throw new ApiError('CONFLICT', 'The agent is being changed by many requests at once.');
}

/** A transfer that was approved twice at once is told by the ledger. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken || error instanceof AlreadyPosted || isSpendRefused(error) || isDecided(error);

const requestedBefore = (): ApiError =>
  new ApiError('CONFLICT', 'The execution of this quote was requested before.', {
    reason: 'ALREADY_REQUESTED',
    hint: 'GET /agents/me/actions tells what became of it.',
  });
