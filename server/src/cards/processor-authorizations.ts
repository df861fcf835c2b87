import { brokenConstraint } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { ApiError } from '../kernel/errors.ts';
import type { CardTransaction } from '../transactions/card-record.ts';
import { applyWaiting, type ProcessorDeps, platformNow } from './processor-events.ts';
import { MESSAGE_STORED, readCardOfMessage, replaceAnswer, storeMessage } from './processor-messages.ts';
import type { AuthorizationAnswer, AuthorizationMessage } from './processor-schemas.ts';
import { authorize } from './transaction-authorization.ts';
import { applyAdvice, applyReversal, type PurchaseChange, revertAdvice } from './transaction-changes.ts';
import type { AuthorizationKind } from './transaction-decision.ts';
import { byProcessorRef, type CardFunding, getFunding } from './transaction-funding.ts';
import { findPurchaseByToken } from './transaction-queries.ts';
import type { PurchaseEffects } from './transaction-write.ts';

export interface AuthorizationResult {
  answer: AuthorizationAnswer;
  /** Reverts the effect of this message; absent where the answer was stored before. */
  revert?: (change: PurchaseChange) => Promise<CardTransaction | undefined>;
}

interface CardOfMessage {
  funding: CardFunding;
  hasWaiting: boolean;
}

/** Decides a message and writes the decision with its answer in one statement. A repeated message gets that answer. */
export async function decideAndWrite(
  deps: ProcessorDeps,
  { funding, hasWaiting }: CardOfMessage,
  message: AuthorizationMessage,
): Promise<AuthorizationResult> {
  const { kind } = message;
  try {
    const result = await (kind === 'AUTHORIZATION_ADVICE'
      ? advise(deps, funding, message)
      : authorizeMessage(deps, funding, { ...message, kind }));
    if (hasWaiting) await applyWaiting(deps, funding.platformId, message.transactionToken);
    return result;
  } catch (error) {
    const first = await findFirstAnswer(deps, message, error);
    if (first) return first;
    throw error;
  }
}

async function authorizeMessage(
  deps: ProcessorDeps,
  funding: CardFunding,
  message: AuthorizationMessage & { kind: AuthorizationKind },
): Promise<AuthorizationResult> {
  const { kind, amount, currency, merchant, transactionToken: token } = message;
  const at = platformNow(deps, funding);
  const purchase = await authorize(deps, funding, {
    kind,
    amount: BigInt(amount),
    currency,
    merchant,
    token,
    at,
    effects: (written) => [storeMessage(funding, message, { answer: answerOf(message, written), at })],
  });
  return { answer: answerOf(message, purchase), revert: (change) => applyReversal(deps, change) };
}

/** Declined where the increase is declined, or where the purchase is no longer open. */
async function advise(
  deps: ProcessorDeps,
  funding: CardFunding,
  message: AuthorizationMessage,
): Promise<AuthorizationResult> {
  const { platformId } = funding;
  const at = platformNow(deps, funding);
  const purchase = await findPurchaseByToken(deps.db, platformId, message.transactionToken);
  if (!purchase) throw purchaseNotFound();
  const store = (stored: AuthorizationAnswer) => [storeMessage(funding, message, { answer: stored, at })];
  let answer = approved(message, purchase);
  let n = 0;
  const effects: PurchaseEffects = (changed, { events }) => {
    n = changed.events - events.length + 1;
    const decline = events.find(({ kind }) => kind === 'DECLINE');
    answer = decline ? declined(message, purchase, decline.reason) : approved(message, purchase);
    return store(answer);
  };
  const change = { platformId, id: purchase.id, amount: BigInt(message.amount), at, effects };
  if (await applyAdvice(deps, change)) return { answer, revert: (reverted) => revertAdvice(deps, { ...reverted, n }) };
  const ended = declined(message, purchase, purchase.declineReason);
  await apply(deps.db, { effects: store(ended) });
  return { answer: ended };
}

/** The index that a second authorization of one purchase violates. */
const TOKEN_TAKEN = 'transactions_card_token';

/** Any arm of the statement may fail first, so whatever the error: a copy of the message may have been answered. */
async function findFirstAnswer(
  deps: ProcessorDeps,
  message: AuthorizationMessage,
  error: unknown,
): Promise<AuthorizationResult | undefined> {
  const { funding, answer } = await readCardOfMessage<AuthorizationAnswer>(deps.db, message);
  if (answer) return { answer };
  return brokenConstraint(error) === TOKEN_TAKEN ? repeatDecision(deps, funding, message) : undefined;
}

/** Another message about a decided purchase gets the decision of the first. */
async function repeatDecision(
  deps: ProcessorDeps,
  funding: CardFunding,
  message: AuthorizationMessage,
): Promise<AuthorizationResult | undefined> {
  const purchase = await findPurchaseByToken(deps.db, funding.platformId, message.transactionToken);
  if (!purchase) return undefined;
  const answer = answerOf(message, purchase);
  const at = platformNow(deps, funding);
  await apply(deps.db, { effects: [storeMessage(funding, message, { answer, at })] }).catch((error) => {
    if (brokenConstraint(error) !== MESSAGE_STORED) throw error;
  });
  return { answer, revert: async () => undefined };
}

/** Reverts an approval that came after the time limit, and stores the answer that was sent instead. */
export async function revertLateApproval(
  deps: ProcessorDeps,
  message: AuthorizationMessage,
  { answer, revert }: AuthorizationResult,
): Promise<void> {
  if (answer.decision === 'DECLINED' || !answer.cardTransactionId || !revert) return;
  const funding = await getFunding(deps.db, byProcessorRef(message.processorRef));
  const at = platformNow(deps, funding);
  const effects = () => [replaceAnswer(funding, message, timedOut(message))];
  const change = { platformId: funding.platformId, id: answer.cardTransactionId, at, effects };
  if (!(await revert(change))) await apply(deps.db, { effects: effects() });
}

const answerOf = (message: AuthorizationMessage, purchase: CardTransaction): AuthorizationAnswer =>
  purchase.status === 'DECLINED' ? declined(message, purchase, purchase.declineReason) : approved(message, purchase);

const approved = ({ messageId }: AuthorizationMessage, { id }: CardTransaction): AuthorizationAnswer => ({
  messageId,
  decision: 'APPROVED',
  cardTransactionId: id,
});

const declined = (
  { messageId }: AuthorizationMessage,
  { id }: CardTransaction,
  reason?: string | null,
): AuthorizationAnswer => ({
  messageId,
  decision: 'DECLINED',
  ...(reason && { declineReason: reason }),
  cardTransactionId: id,
});

export const timedOut = ({ messageId }: AuthorizationMessage): AuthorizationAnswer => ({
  messageId,
  decision: 'DECLINED',
  declineReason: 'TIMED_OUT',
});

const purchaseNotFound = (): ApiError =>
  new ApiError('TRANSACTION_NOT_FOUND', 'There is no purchase with this transactionToken.', {
    hint: 'An advice follows its authorization.',
  });
