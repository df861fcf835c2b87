import { brokenConstraint } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { CardTransaction } from '../card-transactions/record.ts';
import { applyWaiting, type ProcessorDeps, platformNow } from './processor-events.ts';
import { revertAfter } from './processor-late-responses.ts';
import { getCardOfMessage, MESSAGE_STORED, storeMessage } from './processor-messages.ts';
import type { AuthorizationMessage, AuthorizationResponse } from './processor-schemas.ts';
import { authorize } from './transaction-authorization.ts';
import { applyAdvice } from './transaction-changes.ts';
import type { AuthorizationKind } from './transaction-decision.ts';
import type { CardFunding } from './transaction-funding.ts';
import { findPurchaseByToken } from './transaction-queries.ts';
import type { PurchaseEffects } from './transaction-write.ts';

interface CardOfMessage {
  funding: CardFunding;
  hasWaiting: boolean;
  /** Approvals are not sent after this time. */
  deadline: Date;
}

/** Writes the decision on a message with its response in one statement. A repeated message gets the stored response. */
export async function decideAndWrite(
  deps: ProcessorDeps,
  { funding, hasWaiting, deadline }: CardOfMessage,
  message: AuthorizationMessage,
): Promise<AuthorizationResponse> {
  const { kind } = message;
  const decided = { funding, deadline };
  try {
    const result = await (kind === 'AUTHORIZATION_ADVICE'
      ? advise(deps, decided, message)
      : authorizeMessage(deps, decided, { ...message, kind }));
    if (hasWaiting) await applyWaiting(deps, funding.platformId, message.transactionToken);
    return result;
  } catch (error) {
    const first = await findFirstResponse(deps, { message, deadline }, error);
    if (first) return first;
    throw error;
  }
}

type DecidedCard = Pick<CardOfMessage, 'funding' | 'deadline'>;

async function authorizeMessage(
  deps: ProcessorDeps,
  { funding, deadline }: DecidedCard,
  message: AuthorizationMessage & { kind: AuthorizationKind },
): Promise<AuthorizationResponse> {
  const { kind, amount, currency, merchant, transactionToken: token } = message;
  const at = platformNow(deps, funding);
  const purchase = await authorize(deps, funding, {
    kind,
    amount: BigInt(amount),
    currency,
    merchant,
    token,
    at,
    effects: (written) => {
      const answer = responseOf(message, written);
      return [
        storeMessage(funding, message, { answer, at }),
        ...revertAfter(deadline, { funding, message, answer, at }),
      ];
    },
  });
  return responseOf(message, purchase);
}

/** Declines the message when the increase is declined or the purchase is no longer open. */
async function advise(
  deps: ProcessorDeps,
  { funding, deadline }: DecidedCard,
  message: AuthorizationMessage,
): Promise<AuthorizationResponse> {
  const { platformId } = funding;
  const at = platformNow(deps, funding);
  const purchase = await findPurchaseByToken(deps.db, platformId, message.transactionToken);
  if (!purchase) throw purchaseNotFound();
  const store = (stored: AuthorizationResponse) => [storeMessage(funding, message, { answer: stored, at })];
  let answer = approved(message, purchase);
  const effects: PurchaseEffects = (changed, { events }) => {
    const first = changed.events - events.length + 1;
    const decline = events.find(({ kind }) => kind === 'DECLINE');
    answer = decline ? declined(message, purchase, decline.reason) : approved(message, purchase);
    return [...store(answer), ...revertAfter(deadline, { funding, message, answer, at, advice: first })];
  };
  const change = { platformId, id: purchase.id, amount: BigInt(message.amount), at, effects };
  if (await applyAdvice(deps, change)) return answer;
  const ended = declined(message, purchase, purchase.declineReason);
  await apply(deps.db, { effects: store(ended) });
  return ended;
}

/** Unique index: allows one authorization per purchase. */
const TOKEN_TAKEN = 'transactions_card_token';

/** A repeated message can break several constraints, so any error leads to a search for the first response. */
async function findFirstResponse(
  deps: ProcessorDeps,
  { message, deadline }: { message: AuthorizationMessage; deadline: Date },
  error: unknown,
): Promise<AuthorizationResponse | undefined> {
  const { funding, answer } = await getCardOfMessage<AuthorizationResponse>(deps.db, message);
  if (answer) return answer;
  return brokenConstraint(error) === TOKEN_TAKEN ? repeatDecision(deps, { funding, deadline }, message) : undefined;
}

/** Gives a further message about a decided purchase the decision of the first message. */
async function repeatDecision(
  deps: ProcessorDeps,
  { funding, deadline }: DecidedCard,
  message: AuthorizationMessage,
): Promise<AuthorizationResponse | undefined> {
  const purchase = await findPurchaseByToken(deps.db, funding.platformId, message.transactionToken);
  if (!purchase) return undefined;
  const answer = responseOf(message, purchase);
  const at = platformNow(deps, funding);
  const revert = revertAfter(deadline, { funding, message, answer, at, isRepeat: true });
  await apply(deps.db, { effects: [storeMessage(funding, message, { answer, at }), ...revert] }).catch((error) => {
    if (brokenConstraint(error) !== MESSAGE_STORED) throw error;
  });
  return answer;
}

const responseOf = (message: AuthorizationMessage, purchase: CardTransaction): AuthorizationResponse =>
  purchase.status === 'DECLINED' ? declined(message, purchase, purchase.declineReason) : approved(message, purchase);

const approved = ({ messageId }: AuthorizationMessage, { id }: CardTransaction): AuthorizationResponse => ({
  messageId,
  decision: 'APPROVED',
  cardTransactionId: id,
});

const declined = (
  { messageId }: AuthorizationMessage,
  { id }: CardTransaction,
  reason?: string | null,
): AuthorizationResponse => ({
  messageId,
  decision: 'DECLINED',
  ...(reason && { declineReason: reason }),
  cardTransactionId: id,
});

const purchaseNotFound = (): ApiError =>
  new ApiError('TRANSACTION_NOT_FOUND', 'There is no purchase with this transactionToken.', {
    hint: 'An advice follows its authorization.',
  });
