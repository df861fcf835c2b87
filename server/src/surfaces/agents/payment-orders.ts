import { apply, type Effect } from '../../foundation/db/effects.ts';
import { noReceipt } from '../../foundation/db/idempotency-receipt.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { requireStamp } from '../../payments/quotes/execute-quote.ts';
import { getQuote, type Quote } from '../../payments/quotes/record.ts';
import { reasonNotExecutable, startExecution } from '../../payments/quotes/start-execution.ts';
import { getTransaction, type Transaction } from '../../payments/transactions/record.ts';
import type { Money } from '../../payments/transactions/terms.ts';
import { requireAmount, type TransferInRequest, transferIn } from '../../payments/transfers/transfer-in.ts';
import { type TransferOutRequest, transferOut, wholeBalance } from '../../payments/transfers/transfer-out.ts';
import { type AgentTransfer, TransferConflict } from '../../payments/transfers/transfers.ts';
import type { Action, ActionType, RequestedTransfer } from './action-record.ts';
import { type Doing, judgedAccounts, ownExternalAccount, ownInternalAccount } from './admission.ts';
import type { Acting, AgentDeps } from './deps.ts';
import { ownQuote } from './quotes.ts';

type EffectsOf = (changed: Transaction) => readonly Effect[];

/** An order that moves money: checked first, then executed together with its effects. */
export interface Order {
  type: ActionType;
  doing: Doing;
  /** Accounts of the customer that the policy covers. */
  accounts: readonly string[];
  money: Money;
  quote?: Quote;
  transfer?: RequestedTransfer;
  /** Creates the transaction if `guard` holds, without moving money. */
  hold(guard: Effect, effectsOf: EffectsOf): Promise<unknown>;
  /** Executes the order; `held`: the transaction of an order that was held before. */
  carryOut(effectsOf: EffectsOf, held?: Transaction): Promise<unknown>;
}

/** Order to execute a quote of this agent. A quote from an embedded wallet requires the stamp of its holder. */
export async function quoteOrder(
  deps: AgentDeps,
  acting: Acting,
  { quoteId, signature }: { quoteId: string; signature?: string | undefined },
): Promise<Order> {
  const { platform, now } = acting;
  const quote = await ownQuote(deps, acting, quoteId);
  const isWaiting = quote.status === 'PENDING' && quote.expiresAt > now;
  const isSigned = quote.triggeredBy === 'STAMP' && signature !== undefined;
  if (!isWaiting || (quote.triggeredBy !== 'EXECUTE' && !isSigned)) throw reasonNotExecutable(quote, now);
  if (isSigned) await requireStamp(deps, { platform, now, signature }, quote);
  return executionOf(deps, acting, quote);
}

async function executionOf(deps: AgentDeps, { platform, now }: Acting, quote: Quote): Promise<Order> {
  const { id: quoteId, triggeredBy } = quote;
  const transaction = await getTransaction(deps.db, platform.id, quote.transactionId);
  const { sent, sourceAccount, destinationAccount } = transaction;
  assert(sent && sourceAccount, 'a quote that can be executed has a source and an amount');
  return {
    type: 'EXECUTE_QUOTE',
    doing: 'executeQuote',
    accounts: judgedAccounts(sourceAccount, destinationAccount),
    money: sent,
    quote,
    hold: async (guard, effectsOf) => {
      if (!(await apply(deps.db, { guard, effects: effectsOf(transaction) }))) throw new TransferConflict();
    },
    carryOut: async (effectsOf) => {
      const started: Transaction = { ...transaction, status: 'PROCESSING', updatedAt: now };
      const execution = { platform, quoteId, now, receipt: noReceipt };
      const done = await startExecution(deps, execution, { triggeredBy, from: 'PENDING', effects: effectsOf(started) });
      if (done === undefined) throw reasonNotExecutable(await getQuote(deps.db, platform.id, quoteId), now);
    },
  };
}

export async function transferOutOrder(deps: AgentDeps, acting: Acting, wish: TransferOutRequest): Promise<Order> {
  const source = await ownInternalAccount(deps, acting, wish.source.accountId);
  await ownExternalAccount(deps, acting, wish.destination.accountId);
  // The policy checks an amount: by default the whole current balance.
  const request = { ...wish, amount: wish.amount ?? (await wholeBalance(deps, source)) };
  const send = (agentTransfer: Omit<AgentTransfer, 'agentId'>) =>
    transferOut(deps, { ...transferRequest(acting, agentTransfer), request: onRailOf(request, agentTransfer.held) });
  return {
    type: 'TRANSFER_OUT',
    accounts: [source.id],
    ...transferring({ request, currency: source.currency }, send),
  };
}

/** A held transfer keeps its rail. */
function onRailOf(request: TransferOutRequest, held: Transaction | undefined): TransferOutRequest {
  if (!held?.terms) return request;
  return { ...request, destination: { ...request.destination, paymentRail: held.terms.rail } };
}

export async function transferInOrder(deps: AgentDeps, acting: Acting, wish: TransferInRequest): Promise<Order> {
  const request = requireAmount(wish);
  const source = await ownExternalAccount(deps, acting, request.source.accountId);
  const destination = await ownInternalAccount(deps, acting, request.destination.accountId);
  const send = (agentTransfer: Omit<AgentTransfer, 'agentId'>) =>
    transferIn(deps, { ...transferRequest(acting, agentTransfer), request });
  return {
    type: 'TRANSFER_IN',
    accounts: [source.id, destination.id],
    ...transferring({ request, currency: destination.currency }, send),
  };
}

const transferRequest = ({ platform, agentId, now }: Acting, agentTransfer: Omit<AgentTransfer, 'agentId'>) => ({
  platform,
  now,
  receipt: noReceipt,
  agentTransfer: { agentId, ...agentTransfer },
});

const transferring = (
  transfer: RequestedTransfer,
  send: (agentTransfer: Omit<AgentTransfer, 'agentId'>) => Promise<unknown>,
) => ({
  doing: 'transfer' as const,
  money: { amount: BigInt(transfer.request.amount), currency: transfer.currency },
  transfer,
  hold: (guard: Effect, effectsOf: EffectsOf) => send({ isHeld: true, guard, effectsOf }),
  carryOut: (effectsOf: EffectsOf, held?: Transaction) => send({ effectsOf, ...(held && { held }) }),
});

/** Recreates the order of a pending action. Its stamp was verified when the action was created. */
export async function orderOf(deps: AgentDeps, acting: Acting, action: Action): Promise<Order> {
  if (action.type === 'TRANSFER_OUT') {
    return transferOutOrder(deps, acting, action.transfer?.request as TransferOutRequest);
  }
  if (action.type === 'TRANSFER_IN') {
    return transferInOrder(deps, acting, action.transfer?.request as TransferInRequest);
  }
  const quote = await ownQuote(deps, acting, action.quoteId ?? '');
  const isWaiting = quote.status === 'PENDING' && quote.expiresAt > acting.now;
  if (!isWaiting) throw reasonNotExecutable(quote, acting.now);
  return executionOf(deps, acting, quote);
}
