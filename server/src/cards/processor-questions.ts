import { brokenConstraint } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { CardTransaction } from '../transactions/card-record.ts';
import {
  keepMessage,
  lookUp,
  type Message,
  type ProcessorNeeds,
  purchaseOf,
  type Question,
  reviseAnswer,
  TOLD_BEFORE,
} from './processor-messages.ts';
import { applyWaiting } from './processor-news.ts';
import { type AuthorizationKind, authorize } from './transaction-authorization.ts';
import { advise, reverse, type Told, unadvise } from './transaction-changes.ts';
import { ofProcessor, type Purse, readPurse } from './transaction-sources.ts';
import type { Beside } from './transaction-take.ts';

export interface Decision {
  messageId: string;
  decision: 'APPROVED' | 'DECLINED';
  declineReason?: string;
  cardTransactionId?: string;
}

/** A decision and what takes back what this very question did; nothing does where the message was answered before. */
export interface Decided {
  decision: Decision;
  undo?: (told: Omit<Told, 'amount'>) => Promise<CardTransaction | undefined>;
}

/** Decides what the processor asks, once; asked again, it is told the same. */
export async function decide(needs: ProcessorNeeds, question: Question): Promise<Decided> {
  const { purse, answer, hasWaiting } = await lookUp(needs.db, question);
  if (answer) return { decision: answer as Decision };
  try {
    const { kind } = question;
    const decided = await (kind === 'AUTHORIZATION_ADVICE'
      ? advice(needs, purse, question)
      : authorization(needs, purse, { ...question, kind }));
    if (hasWaiting) await applyWaiting(needs, purse.platformId, question.transactionToken);
    return decided;
  } catch (error) {
    const before = await answerBefore(needs, question, error);
    if (before) return before;
    throw error;
  }
}

/** The order in which the arms of a statement fail is not defined: whatever failed, the same message may have come first. */
async function answerBefore(needs: ProcessorNeeds, question: Question, error: unknown): Promise<Decided | undefined> {
  const { purse, answer } = await lookUp(needs.db, question);
  if (answer) return { decision: answer as Decision };
  return brokenConstraint(error) === ONE_TOKEN ? sameAsFirst(needs, purse, question) : undefined;
}

/** The index that a second authorization of one purchase breaks. */
const ONE_TOKEN = 'transactions_card_token';

async function authorization(
  needs: ProcessorNeeds,
  first: Purse,
  question: Message<AuthorizationKind>,
): Promise<Decided> {
  const { kind, amount, currency, merchant, transactionToken: token } = question;
  const at = timeOf(needs, first);
  // What was read together with the message is good for the first try.
  let known: Purse | undefined = first;
  const read = async (): Promise<Purse> => {
    const purse = known ?? (await readPurse(needs.db, ofProcessor(question.processorRef)));
    known = undefined;
    return purse;
  };
  const purchase = await authorize(needs, read, {
    kind,
    amount: BigInt(amount),
    currency,
    merchant,
    token,
    at,
    beside: (made) => [keepMessage(first, question, { answer: decisionOf(question, made), at })],
  });
  return { decision: decisionOf(question, purchase), undo: (told) => reverse(needs, told) };
}

const timeOf = ({ clock }: ProcessorNeeds, { clockOffsetMs }: Purse): Date => addMs(clock.now(), clockOffsetMs);

/** A new total of a purchase that we know: declined where it is not followed, or nothing is open that could be. */
async function advice(needs: ProcessorNeeds, purse: Purse, question: Question): Promise<Decided> {
  const at = timeOf(needs, purse);
  const known = await purchaseOf(needs.db, purse.platformId, question.transactionToken);
  if (!known) throw unknownPurchase();
  const keep = (answer: Decision) => [keepMessage(purse, question, { answer, at })];
  let decision = approved(question, known);
  let n = 0;
  const beside: Beside = (changed, { events }) => {
    n = changed.events - events.length + 1;
    const refusal = events.find(({ kind }) => kind === 'DECLINE');
    decision = refusal ? declined(question, known, refusal.reason) : approved(question, known);
    return keep(decision);
  };
  const told = { platformId: purse.platformId, id: known.id, amount: BigInt(question.amount), at, beside };
  if (await advise(needs, told)) return { decision, undo: (undone) => unadvise(needs, { ...undone, n }) };
  const ended = declined(question, known, known.declineReason);
  await apply(needs.db, { effects: keep(ended) });
  return { decision: ended };
}

const decisionOf = (question: Message, purchase: CardTransaction): Decision =>
  purchase.status === 'DECLINED' ? declined(question, purchase, purchase.declineReason) : approved(question, purchase);

const approved = ({ messageId }: Message, { id }: CardTransaction): Decision => ({
  messageId,
  decision: 'APPROVED',
  cardTransactionId: id,
});

const declined = ({ messageId }: Message, { id }: CardTransaction, reason?: string | null): Decision => ({
  messageId,
  decision: 'DECLINED',
  ...(reason && { declineReason: reason }),
  cardTransactionId: id,
});

/** Another message about a purchase that was decided: the decision stands. */
async function sameAsFirst(needs: ProcessorNeeds, purse: Purse, question: Question): Promise<Decided | undefined> {
  const purchase = await purchaseOf(needs.db, purse.platformId, question.transactionToken);
  if (!purchase) return undefined;
  const answer = decisionOf(question, purchase);
  const at = timeOf(needs, purse);
  await apply(needs.db, { effects: [keepMessage(purse, question, { answer, at })] }).catch((error) => {
    if (brokenConstraint(error) !== TOLD_BEFORE) throw error;
  });
  return { decision: answer, undo: async () => undefined };
}

/** The processor has been told no, for want of time: what it brought about all the same is undone, and the answer stays no. */
export async function withdraw(needs: ProcessorNeeds, question: Question, { decision, undo }: Decided): Promise<void> {
  if (decision.decision === 'DECLINED' || !decision.cardTransactionId || !undo) return;
  const purse = await readPurse(needs.db, ofProcessor(question.processorRef));
  const at = timeOf(needs, purse);
  const beside = () => [reviseAnswer(purse, question, tooLate(question))];
  const told = { platformId: purse.platformId, id: decision.cardTransactionId, at, beside };
  if (!(await undo(told))) await apply(needs.db, { effects: beside() });
}

export const tooLate = ({ messageId }: Question): Decision => ({
  messageId,
  decision: 'DECLINED',
  declineReason: 'TIMED_OUT',
});

const unknownPurchase = (): ApiError =>
  new ApiError('TRANSACTION_NOT_FOUND', 'There is no purchase with this transactionToken.', {
    hint: 'An advice follows its authorization.',
  });
