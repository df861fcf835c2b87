import { apply, type Effect } from '../db/effects.ts';
import { noReceipt } from '../db/receipt.ts';
import { assert } from '../kernel/errors.ts';
import { requireStamp } from '../quotes/execute.ts';
import { setOff, whyNot } from '../quotes/execution.ts';
import { findQuote, type Quote } from '../quotes/record.ts';
import { findTransaction, type Money, type Transaction } from '../transactions/record.ts';
import { type Errand, Overtaken } from '../transactions/transfers.ts';
import { type TransferInRequest, transferIn } from '../transactions/transfers-in.ts';
import { type TransferOutRequest, transferOut } from '../transactions/transfers-out.ts';
import type { Action, ActionType, AskedTransfer } from './action-record.ts';
import { type Doing, judgedAccounts, ownExternalAccount, ownInternalAccount } from './admission.ts';
import type { Acting, AgentNeeds } from './needs.ts';
import { ownQuote } from './quotes.ts';

type EffectsOf = (changed: Transaction) => readonly Effect[];

/** Something that moves money, ready to be judged and then done together with what belongs to it. */
export interface Order {
  type: ActionType;
  doing: Doing;
  /** The accounts of the customer that a policy looks at. */
  accounts: readonly string[];
  money: Money;
  quote?: Quote;
  transfer?: AskedTransfer;
  /** Begins it where `guard` holds, and moves nothing. */
  hold(guard: Effect, effectsOf: EffectsOf): Promise<unknown>;
  /** Does it; `held`: the transaction of what was held before. */
  carryOut(effectsOf: EffectsOf, held?: Transaction): Promise<unknown>;
}

/** The order to execute a quote of this agent. One from an embedded wallet takes the stamp of its holder. */
export async function quoteOrder(
  needs: AgentNeeds,
  acting: Acting,
  { quoteId, signature }: { quoteId: string; signature?: string | undefined },
): Promise<Order> {
  const { platform, now } = acting;
  const quote = await ownQuote(needs, acting, quoteId);
  const isWaiting = quote.status === 'PENDING' && quote.expiresAt > now;
  const isSigned = quote.setOffBy === 'STAMP' && signature !== undefined;
  if (!isWaiting || (quote.setOffBy !== 'EXECUTE' && !isSigned)) throw whyNot(quote, now);
  if (isSigned) await requireStamp(needs, { platform, now, signature }, quote);
  return executionOf(needs, acting, quote);
}

async function executionOf(needs: AgentNeeds, { platform, now }: Acting, quote: Quote): Promise<Order> {
  const { id: quoteId, setOffBy } = quote;
  const transaction = await findTransaction(needs.db, platform.id, quote.transactionId);
  const { sent, sourceAccount, destinationAccount } = transaction;
  assert(sent && sourceAccount, 'a quote that can be executed has a source and an amount');
  return {
    type: 'EXECUTE_QUOTE',
    doing: 'executeQuote',
    accounts: judgedAccounts(sourceAccount, destinationAccount),
    money: sent,
    quote,
    hold: async (guard, effectsOf) => {
      if (!(await apply(needs.db, { guard, effects: effectsOf(transaction) }))) throw new Overtaken();
    },
    carryOut: async (effectsOf) => {
      const started: Transaction = { ...transaction, status: 'PROCESSING', updatedAt: now };
      const execution = { platform, quoteId, now, receipt: noReceipt };
      const done = await setOff(needs, execution, { setOffBy, from: 'PENDING', effects: effectsOf(started) });
      if (done === undefined) throw whyNot(await findQuote(needs.db, platform.id, quoteId), now);
    },
  };
}

export async function transferOutOrder(needs: AgentNeeds, acting: Acting, request: TransferOutRequest): Promise<Order> {
  const source = await ownInternalAccount(needs, acting, request.source.accountId);
  await ownExternalAccount(needs, acting, request.destination.accountId);
  const send = (errand: Omit<Errand, 'agentId'>) =>
    transferOut(needs, { ...asked(acting, errand), request: onRailOf(request, errand.held) });
  return {
    type: 'TRANSFER_OUT',
    accounts: [source.id],
    ...transferring({ request, currency: source.currency }, send),
  };
}

/** What was held goes by the rail that it was to go by. */
function onRailOf(request: TransferOutRequest, held: Transaction | undefined): TransferOutRequest {
  if (!held?.terms) return request;
  return { ...request, destination: { ...request.destination, paymentRail: held.terms.rail } };
}

export async function transferInOrder(needs: AgentNeeds, acting: Acting, request: TransferInRequest): Promise<Order> {
  const source = await ownExternalAccount(needs, acting, request.source.accountId);
  const destination = await ownInternalAccount(needs, acting, request.destination.accountId);
  const send = (errand: Omit<Errand, 'agentId'>) => transferIn(needs, { ...asked(acting, errand), request });
  return {
    type: 'TRANSFER_IN',
    accounts: [source.id, destination.id],
    ...transferring({ request, currency: destination.currency }, send),
  };
}

const asked = ({ platform, agentId, now }: Acting, errand: Omit<Errand, 'agentId'>) => ({
  platform,
  now,
  receipt: noReceipt,
  errand: { agentId, ...errand },
});

const transferring = (transfer: AskedTransfer, send: (errand: Omit<Errand, 'agentId'>) => Promise<unknown>) => ({
  doing: 'transfer' as const,
  money: { amount: BigInt(transfer.request.amount), currency: transfer.currency },
  transfer,
  hold: (guard: Effect, effectsOf: EffectsOf) => send({ isHeld: true, guard, effectsOf }),
  carryOut: (effectsOf: EffectsOf, held?: Transaction) => send({ effectsOf, ...(held && { held }) }),
});

/** What an action that waits would do now. A stamp was checked when the action was made. */
export async function orderOf(needs: AgentNeeds, acting: Acting, action: Action): Promise<Order> {
  if (action.type === 'TRANSFER_OUT') {
    return transferOutOrder(needs, acting, action.transfer?.request as TransferOutRequest);
  }
  if (action.type === 'TRANSFER_IN') {
    return transferInOrder(needs, acting, action.transfer?.request as TransferInRequest);
  }
  const quote = await ownQuote(needs, acting, action.quoteId ?? '');
  const isWaiting = quote.status === 'PENDING' && quote.expiresAt > acting.now;
  if (!isWaiting) throw whyNot(quote, acting.now);
  return executionOf(needs, acting, quote);
}
