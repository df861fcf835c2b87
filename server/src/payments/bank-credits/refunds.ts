import type { OtherBook } from '../../engine/ledger/post.ts';
import { credits, phases } from '../../engine/ledger/recipes.ts';
import { SERVICE_BOOK } from '../../engine/ledger/service-book.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Step, Transaction } from '../transactions/record.ts';
import type { PaymentTransition, TransitionRequest } from '../transactions/transition.ts';
import {
  type BankCredit,
  changeCredit,
  findCreditOf,
  insertCredit,
  type NewCredit,
  type PayerOfCredit,
  payerOf,
} from './record.ts';
import { beginReturn, type ReturnPayee } from './returns.ts';

/** Each of these fields identifies an account; the rail is chosen when the return is submitted. */
const ACCOUNT_FIELDS = ['iban', 'accountNumber', 'clabeNumber'];

/** Account for the return of a credit; undefined when the payer's account is unknown. */
export const payeeOf = ({ name, details }: PayerOfCredit): ReturnPayee | undefined =>
  ACCOUNT_FIELDS.some((field) => details[field]) ? { details, ...(name && { name }) } : undefined;

/**
 * Makes the refund of a payment that a bank credit funded PENDING until a bank has paid it. The amount moves to the
 * service's own books, which pay the refund. Other transitions pass unchanged.
 */
export async function refundByBank(db: Database, request: TransitionRequest, at: Date): Promise<TransitionRequest> {
  const { transaction, transition, effects = [] } = request;
  const isRefund = transition.steps.some(isRefundCompleted) && !transition.otherBook;
  if (!isRefund || !isFundedOverRail(transaction)) return request;
  const credit = await findCreditOf(db, transaction.platformId, transaction.id);
  if (credit?.state !== 'FUNDED') return request;
  const { state, reason, begun } = routeOf(credit, at);
  const changed = changeCredit({ id: credit.id, from: 'FUNDED', state, ...(reason && { reason }), at });
  return {
    transaction,
    transition: { ...transition, ...rewritten(transition, begun) },
    effects: [...effects, changed, ...begun.effects],
  };
}

/** Makes the refund of a credit on its arrival PENDING, in the same way. */
export function refundOnArrival(
  credit: NewCredit,
  { transaction, transition }: TransitionRequest,
): { transition: PaymentTransition; effects: Effect[] } {
  const { id, entry, at } = credit;
  const { state, reason, begun } = routeOf({ ...entry, id, payer: payerOf(entry) }, at);
  const { platformId } = transaction;
  const outcome = { state, ...(reason && { reason }), transaction: { platformId, id: transaction.id } };
  return {
    transition: { ...transition, ...rewritten(transition, begun) },
    effects: [insertCredit(credit, outcome), ...begun.effects],
  };
}

const isFundedOverRail = ({ terms, pull }: Transaction): boolean =>
  terms !== null && terms.payment.source === undefined && terms.creditTo === undefined && pull === null;

const isRefundCompleted = ({ changes }: Step): boolean => changes.details?.refund?.status === 'COMPLETED';

type Returned = Pick<BankCredit, 'id' | 'amount' | 'currency' | 'payer'>;

/** Returns the money to the payer's account, or moves it to suspense for an operator when that is unknown. */
function routeOf(credit: Returned, at: Date) {
  const payee = payeeOf(credit.payer);
  if (payee) {
    const begun = { ...beginReturn(credit, { payee, entries: credits.returnRefund(credit), at }), hasFailed: false };
    return { state: 'RETURNING', reason: undefined, begun } as const;
  }
  const otherBook: OtherBook = {
    platformId: SERVICE_BOOK,
    transactionId: credit.id,
    phase: phases.fund,
    entries: credits.hold(credit),
  };
  return { state: 'UNMATCHED', reason: 'PAYER_UNKNOWN', begun: { otherBook, effects: [], hasFailed: true } } as const;
}

interface BegunReturn {
  otherBook: OtherBook;
  hasFailed: boolean;
}

/** Removes the completion of the refund, which is PENDING now, or FAILED when the payer is unknown. */
const rewritten = (
  { steps }: PaymentTransition,
  { otherBook, hasFailed }: BegunReturn,
): Pick<PaymentTransition, 'steps' | 'otherBook'> => ({
  otherBook,
  steps: steps.flatMap((step) => {
    const refund = step.changes.details?.refund;
    if (!refund || !isRefundCompleted(step)) return [step];
    if (!hasFailed) return [];
    const { settledAt: _, ...failed } = { ...refund, status: 'FAILED' as const };
    return [{ event: 'OUTGOING_PAYMENT.REFUND_FAILED', changes: { details: { refund: failed } } }];
  }),
});
