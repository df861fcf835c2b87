import type { Job, NewJob } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { AlreadyPosted } from '../../engine/ledger/post.ts';
import { credits, phases } from '../../engine/ledger/recipes.ts';
import { SERVICE_BOOK } from '../../engine/ledger/service-book.ts';
import type { PaymentOutcome, Rail, RailPayment } from '../../engine/providers/rails/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { type BankCredit, changeCredit, getCredit, isDecidedConcurrently } from '../bank-credits/record.ts';
import {
  type BankReturn,
  changeReturn,
  claimReturn,
  findReturn,
  RETURN_JOB,
  type ReturnPayee,
} from '../bank-credits/returns.ts';
import { advance, findTransaction, type Step, type Transaction } from '../transactions/record.ts';
import { type PaymentDeps, untilApplied } from '../transitions/apply.ts';

const WATCH_JOB = 'credit.return.watch';
const RETURN_ID = /^BankReturn:/;

/** Whether the payment that a rail reports is a return. */
export const isReturn = (paymentId: string): boolean => RETURN_ID.test(paymentId);

/** Jobs of returns, which pay a credit back to its payer. Repeated after a crash, a job does not pay twice. */
export const returnHandlers = (deps: PaymentDeps): JobHandlers => ({
  [RETURN_JOB]: { run: (job, now) => submitReturn(deps, job, now) },
  [WATCH_JOB]: { run: (job, now) => watch(deps, job, now) },
});

/** Rails by the account fields they require, in order of preference. */
const railsByFields: readonly { rails: readonly string[]; fields: readonly string[] }[] = [
  { rails: ['SEPA', 'SEPA_INSTANT'], fields: ['iban'] },
  { rails: ['FASTER_PAYMENTS'], fields: ['sortCode', 'accountNumber'] },
  { rails: ['ACH', 'RTP', 'FEDNOW', 'WIRE'], fields: ['routingNumber', 'accountNumber'] },
  { rails: ['SPEI'], fields: ['clabeNumber'] },
  { rails: ['NEFT', 'RTGS'], fields: ['ifsc', 'accountNumber'] },
  { rails: ['BANK_TRANSFER', 'SWIFT'], fields: ['iban'] },
  { rails: ['BANK_TRANSFER', 'FAST', 'SWIFT', 'WIRE'], fields: ['swiftCode', 'accountNumber'] },
];

/** First rail that the fields of the account allow and that the adapter supports in the currency. */
function railTo({ details }: ReturnPayee, currency: string, rail: Rail): string | undefined {
  const reachable = railsByFields.filter(({ fields }) => fields.every((name) => details[name]));
  return reachable
    .flatMap(({ rails }) => rails)
    .find((name) => rail.supports({ rail: name, currency, direction: 'PAYOUT' }));
}

/** Submits a return to the first rail that reaches its payee. Without such a rail it fails, and an operator decides. */
async function submitReturn(deps: PaymentDeps, job: Job, now: Date): Promise<NewJob[]> {
  const sent = await findReturn(deps.db, job.resourceId);
  if (sent?.state !== 'SENT') return [];
  const credit = await getCredit(deps.db, sent.creditId);
  const adapter = deps.banking.rails[job.mode];
  const rail = railTo(sent.payee, credit.currency, adapter);
  const outcomes = rail
    ? (await adapter.submit(paymentOf(sent, credit, rail))).map(({ outcome }) => outcome)
    : [{ type: 'FAILED', reason: 'ACCOUNT_INVALID' } as const];
  for (const outcome of outcomes) await reportReturn(deps, { returnId: sent.id, outcome, at: now });
  return outcomes.length > 0 ? [] : [watchJob(job, now)];
}

/** Repeats daily until the bank reports an outcome: a pending return always has a live job (invariant 8). */
async function watch({ db }: PaymentDeps, job: Job, now: Date): Promise<NewJob[]> {
  const sent = await findReturn(db, job.resourceId);
  return sent?.state === 'SENT' ? [watchJob(job, now)] : [];
}

const watchJob = ({ platformId, resourceId, clockOffsetMs }: Job, now: Date): NewJob => ({
  platformId,
  kind: WATCH_JOB,
  resourceId,
  runAt: addMs(now, DAY_MS),
  createdAt: now,
  clockOffsetMs,
});

const RETURN_REMITTANCE = 'Return of your payment';

function paymentOf({ id, payee, createdAt }: BankReturn, credit: BankCredit, rail: string): RailPayment {
  const { amount, currency, payer } = credit;
  const original = payer.endToEndId ?? payer.reference ?? payer.bankReference;
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: payee.name ?? '' };
  return {
    platformId: SERVICE_BOOK,
    id,
    direction: 'PAYOUT',
    origin: 'TRANSFER',
    amount,
    currency,
    rail,
    counterparty: {
      type: 'EXTERNAL',
      accountId: credit.id,
      identifier: payee.details['iban'] ?? payee.details['accountNumber'] ?? payee.details['clabeNumber'] ?? '',
      accountInfo: { ...payee.details, beneficiary },
    },
    sender: { name: '' },
    reference: `RETURN-${id.slice(-12).toUpperCase()}`,
    remittanceInformation: original ? `${RETURN_REMITTANCE} ${original}` : RETURN_REMITTANCE,
    at: createdAt,
  };
}

interface ReturnReport {
  returnId: string;
  outcome: PaymentOutcome;
  at: Date;
}

/** Applies the outcome of a return once, however often it is reported. */
export function reportReturn(deps: PaymentDeps, { returnId, outcome, at }: ReturnReport): Promise<void> {
  return untilApplied(async () => {
    const sent = await findReturn(deps.db, returnId);
    const effect = sent && effectOf(sent, outcome);
    if (!sent || !effect) return true;
    const credit = await getCredit(deps.db, sent.creditId);
    const refund = await refundStep(deps.db, credit, { status: effect.to, at });
    const advanced = refund && advance(refund.transaction, [refund.step], at);
    const change = {
      id: credit.id,
      from: effect.creditFrom,
      ...(effect.to === 'COMPLETED'
        ? ({ state: 'RETURNED' } as const)
        : ({ state: 'UNMATCHED', reason: 'RETURN_FAILED' } as const)),
      at,
    };
    const ended = { sent, to: effect.to, outcome, at };
    try {
      const posted = await deps.ledger.post({
        platformId: SERVICE_BOOK,
        transactionId: returnId,
        phase: effect.phase,
        entries: effect.recipe(credit),
        at,
        guard: advanced?.guard ?? claimReturn(ended),
        effects: [changeCredit(change), ...(advanced ? [changeReturn(ended), ...advanced.effects] : [])],
      });
      return posted !== undefined;
    } catch (error) {
      if (error instanceof AlreadyPosted || isDecidedConcurrently(error)) return false;
      throw error;
    }
  });
}

/** Transition of a return by its state and the outcome; undefined for a repeated or late outcome. */
function effectOf({ state }: BankReturn, { type }: PaymentOutcome) {
  if (state === 'SENT' && type === 'COMPLETED') {
    const recipe = credits.completeReturn;
    return { to: 'COMPLETED', creditFrom: 'RETURNING', phase: phases.complete, recipe } as const;
  }
  if (type === 'COMPLETED' || state === 'FAILED') return undefined;
  return state === 'SENT'
    ? ({ to: 'FAILED', creditFrom: 'RETURNING', phase: phases.fail, recipe: credits.failReturn } as const)
    : ({ to: 'FAILED', creditFrom: 'RETURNED', phase: phases.return, recipe: credits.takeBackReturn } as const);
}

interface RefundChange {
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  at: Date;
}

const refundEvents = {
  PENDING: 'OUTGOING_PAYMENT.REFUND_PENDING',
  COMPLETED: 'OUTGOING_PAYMENT.REFUND_COMPLETED',
  FAILED: 'OUTGOING_PAYMENT.REFUND_FAILED',
} as const;

/** Refund step of the payment that the credit funded; undefined when the credit funded no payment. */
export async function refundStep(
  db: Database,
  { platformId, transactionId }: BankCredit,
  { status, at }: RefundChange,
): Promise<{ transaction: Transaction; step: Step } | undefined> {
  if (platformId === null || transactionId === null) return undefined;
  const transaction = await findTransaction(db, platformId, transactionId);
  const refund = transaction?.details.refund;
  if (!transaction || !refund) return undefined;
  const { settledAt: _, ...unsettled } = refund;
  const changed = { ...unsettled, status, ...(status === 'COMPLETED' && { settledAt: at }) };
  return { transaction, step: { event: refundEvents[status], changes: { details: { refund: changed } } } };
}
