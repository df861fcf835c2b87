import { AccountUnavailable, AlreadyPosted } from '../../engine/ledger/post.ts';
import { credits, phases } from '../../engine/ledger/recipes.ts';
import { SERVICE_BOOK } from '../../engine/ledger/service-book.ts';
import { mapPage, type PageRequest } from '../../foundation/db/page.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { getClockOffset, getPlatform } from '../../parties/platforms/platforms.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { sourceOf } from '../../payments/arrivals/bank.ts';
import { creditPosting } from '../../payments/arrivals/incoming.ts';
import {
  type BankCredit,
  changeCredit,
  claimCredit,
  getCredit,
  isDecidedConcurrently,
  listUnmatched,
} from '../../payments/bank-credits/record.ts';
import { payeeOf } from '../../payments/bank-credits/refunds.ts';
import { beginReturn, type ReturnPayee } from '../../payments/bank-credits/returns.ts';
import { refundStep } from '../../payments/payouts/returns.ts';
import { advance, findTransaction } from '../../payments/transactions/record.ts';
import type { PaymentDeps } from '../../payments/transitions/apply.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

export const listUnmatchedCredits = async ({ db }: PaymentDeps, request: PageRequest) =>
  mapPage(await listUnmatched(db, request), creditJson);

const creditJson = (credit: BankCredit) => ({
  id: credit.id,
  state: credit.state,
  ...(credit.reason && { reason: credit.reason }),
  amount: { amount: toJsonAmount(credit.amount), currency: currencyJson(credit.currency) },
  account: credit.account,
  remittanceInformation: credit.remittance,
  ...(credit.payer.name && { payerName: credit.payer.name }),
  ...(credit.payer.account && { payerAccount: credit.payer.account }),
  ...(credit.payer.bankReference && { bankReference: credit.payer.bankReference }),
  ...(credit.payer.endToEndId && { endToEndId: credit.payer.endToEndId }),
  ...(credit.bookedOn && { bookedOn: credit.bookedOn }),
  ...(credit.valueOn && { valueOn: credit.valueOn }),
  ...(credit.platformId && { platformId: credit.platformId }),
  ...(credit.transactionId && { transactionId: credit.transactionId }),
  receivedAt: credit.receivedAt,
});

interface Assignment {
  creditId: string;
  platformId: string;
  accountId: string;
  reason: string;
}

/** Transfers the funds from the service's books to the platform's, in one statement with the transaction. */
export async function assignCredit(deps: PaymentDeps, assignment: Assignment, { operatorId, now }: OperatorContext) {
  const { db } = deps;
  const { creditId, platformId, accountId, reason } = assignment;
  const credit = await getCredit(db, creditId);
  const platform = await getPlatform(db, platformId);
  const account = await getInternalAccount(deps, platformId, accountId);
  if (await isAssignedTo(deps, credit, assignment)) return creditJson(credit);
  if (credit.state !== 'UNMATCHED') throw notUnmatched(credit);
  const { mode } = await getPlatform(db, SERVICE_BOOK);
  if (platform.mode !== mode) throw invalid(`platformId must be a ${mode} platform.`);
  if (account.currency !== credit.currency) throw invalid(`accountId must be an account in ${credit.currency}.`);
  if (account.status !== 'ACTIVE') throw notActive();
  const at = addMs(now, await getClockOffset(db, platformId));
  const source = sourceOf(credit.currency, credit.payer);
  const id = newId('Transaction');
  const { posting } = await creditPosting(db, { id, account, amount: credit.amount, source, at });
  const details = { reason, accountId, transactionId: id };
  const action = { action: 'CREDIT_ASSIGNED', platformId, resourceId: creditId, details } as const;
  const transaction = { platformId, id };
  const posted = await deps.ledger
    .post({
      ...posting,
      guard: claimCredit({ id: creditId, from: 'UNMATCHED', state: 'ASSIGNED', transaction, at: now }),
      otherBook: {
        platformId: SERVICE_BOOK,
        transactionId: creditId,
        phase: phases.assign,
        entries: credits.assign(credit),
      },
      effects: [...posting.effects, recordAction({ operatorId, ...action, at: now })],
    })
    .catch((error: unknown) => {
      throw error instanceof AccountUnavailable ? notActive() : error;
    });
  const after = await getCredit(db, creditId);
  if (posted || (await isAssignedTo(deps, after, assignment))) return creditJson(after);
  throw notUnmatched(after);
}

/** A repeated assignment to the same account succeeds without effect. */
async function isAssignedTo({ db }: PaymentDeps, credit: BankCredit, { platformId, accountId }: Assignment) {
  if (credit.state !== 'ASSIGNED' || credit.platformId !== platformId || !credit.transactionId) return false;
  const transaction = await findTransaction(db, platformId, credit.transactionId);
  return transaction?.destinationAccount === accountId;
}

interface ReturnRequest {
  creditId: string;
  reason: string;
  payerAccount?: { holderName: string; [field: string]: string };
}

const RETURNED = ['RETURNING', 'RETURNED'];

/** Returns the funds over a rail. If the credit funded a payment, the refund of the payment is PENDING again. */
export function returnCredit(deps: PaymentDeps, request: ReturnRequest, context: OperatorContext) {
  return retryOnConflict('credit', async () => {
    const credit = await getCredit(deps.db, request.creditId);
    if (RETURNED.includes(credit.state)) return creditJson(credit);
    if (credit.state !== 'UNMATCHED') throw notUnmatched(credit);
    const payee = request.payerAccount ? namedPayee(request.payerAccount) : payeeOf(credit.payer);
    if (!payee) throw payerUnknown();
    const isStarted = await startReturn(deps, { credit, payee, reason: request.reason }, context);
    return isStarted ? creditJson(await getCredit(deps.db, request.creditId)) : undefined;
  });
}

const namedPayee = ({ holderName: name, ...details }: { holderName: string; [field: string]: string }) =>
  payeeOf({ name, details });

interface StartedReturn {
  credit: BankCredit;
  payee: ReturnPayee;
  reason: string;
}

/** Returns false when the credit or its payment has changed since it was read. */
async function startReturn(
  deps: PaymentDeps,
  { credit, payee, reason }: StartedReturn,
  { operatorId, now }: OperatorContext,
) {
  const { otherBook, effects } = beginReturn(credit, { payee, entries: credits.returnHeld(credit), at: now });
  const change = { id: credit.id, from: 'UNMATCHED', state: 'RETURNING', at: now } as const;
  const refund = await refundStep(deps.db, credit, { status: 'PENDING', at: now });
  const advanced = refund && advance(refund.transaction, [refund.step], now);
  const action = recordAction({
    operatorId,
    action: 'CREDIT_RETURNED',
    ...(credit.platformId && { platformId: credit.platformId }),
    resourceId: credit.id,
    details: { reason, returnId: otherBook.transactionId },
    at: now,
  });
  try {
    const posted = await deps.ledger.post({
      ...otherBook,
      at: now,
      guard: advanced?.guard ?? claimCredit(change),
      effects: [...effects, action, ...(advanced ? [changeCredit(change), ...advanced.effects] : [])],
    });
    return posted !== undefined;
  } catch (error) {
    if (error instanceof AlreadyPosted || isDecidedConcurrently(error)) return false;
    throw error;
  }
}

const invalid = (message: string) => new ApiError('INVALID_INPUT', message);

const notActive = () =>
  new ApiError('CONFLICT', 'Only an ACTIVE account can receive money.', { reason: 'ACCOUNT_NOT_ACTIVE' });

const payerUnknown = () =>
  new ApiError('CONFLICT', "The bank did not name the payer's account.", {
    reason: 'PAYER_UNKNOWN',
    hint: 'Send payerAccount, or assign the credit to an account.',
  });

const notUnmatched = ({ state }: BankCredit) =>
  new ApiError('INVALID_STATE_TRANSITION', `The credit is ${state}.`, {
    from: state,
    hint: 'Only an UNMATCHED credit can be assigned or returned; GET /operator/unmatched-credits lists them.',
  });
