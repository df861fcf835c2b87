import type { PaymentOutcome } from '../providers/rails/port.ts';
import { type Decimals, fromDecimal, toDecimal } from './money.ts';
import type { PaymentState } from './queue.ts';
import { defaultFailure, failureOf } from './reasons.ts';
import type { ReportItem } from './report.ts';

/** Fields of a payment that determine how a report item changes it. */
export interface ReportedPayment {
  platformId: string;
  id: string;
  direction: 'PAYOUT' | 'PULL';
  currency: string;
  amount: bigint;
  state: PaymentState;
  messageId: string | null;
}

export interface BankFinding {
  code: FindingCode;
  message: string;
  /** Id of the finding's subject, if the same finding may be reported with different texts. */
  subject?: string | undefined;
}

type FindingCode =
  | 'UNKNOWN_PAYMENT'
  | 'UNKNOWN_FILE'
  | 'OTHER_FILE'
  | 'AMOUNT_MISMATCH'
  | 'NOT_SENT'
  | 'CONTRADICTION'
  | 'UNKNOWN_REASON'
  | 'UNCLAIMED_CREDIT'
  | 'NOTIFICATION_OF_CHANGE'
  | 'NOTICE';

/** Result of a report item for a payment: outcome to report, new state, finding for an operator. */
export interface PaymentUpdate {
  outcome?: PaymentOutcome;
  state?: PaymentState;
  finding?: BankFinding;
}

/** Decides how a report item changes a payment. An item that contradicts the payment only becomes a finding. */
export function updateFor(item: ReportItem, payment: ReportedPayment, decimals: Decimals): PaymentUpdate {
  const mismatch = mismatchOf(item, payment, decimals);
  if (mismatch) return { finding: mismatch };
  const effect = effectOn(item, payment);
  if (effect === 'NOTED') return {};
  if (effect === 'NOTICE') return { finding: notice(item) };
  if (effect === 'CONTRADICTION') return { finding: contradiction(item, payment) };
  return effect === 'COMPLETED' ? complete(item, payment) : fail(item, payment);
}

function mismatchOf(item: ReportItem, payment: ReportedPayment, decimals: Decimals): BankFinding | undefined {
  const { subject, amount } = item;
  const messageId = subject.level === 'NOTHING' ? undefined : subject.messageId;
  if (messageId && messageId !== payment.messageId) {
    return { code: 'OTHER_FILE', message: `the report is about file ${messageId}, which does not contain the payment` };
  }
  if (item.meaning === 'NOTICE') return undefined;
  if (['QUEUED', 'REJECTED', 'WITHDRAWN'].includes(payment.state)) {
    return { code: 'NOT_SENT', message: `${describe(item)}, but the payment is ${payment.state} and in no file` };
  }
  // resolve.ts compares the sums of batches, so that only single payments are compared here.
  if (!amount || subject.level !== 'PAYMENT') return undefined;
  const reported = fromDecimal(amount.value, decimals(payment.currency));
  if (amount.currency === payment.currency && reported === payment.amount) return undefined;
  const expected = `${toDecimal(payment.amount, decimals(payment.currency))} ${payment.currency}`;
  const message = `${describe(item)} over ${amount.value} ${amount.currency}; the payment is ${expected}`;
  return { code: 'AMOUNT_MISMATCH', message };
}

/** An entry is interpreted by the direction of the payment: a payout debits our account, a pull credits it. */
function effectOn({ meaning, isReturn }: ReportItem, { direction }: ReportedPayment) {
  if (meaning !== 'DEBITED' && meaning !== 'CREDITED') return meaning;
  const isOutward = (meaning === 'DEBITED') === (direction === 'PAYOUT');
  if (isReturn) return isOutward ? 'CONTRADICTION' : 'FAILED';
  return isOutward ? 'COMPLETED' : 'CONTRADICTION';
}

function complete(item: ReportItem, payment: ReportedPayment): PaymentUpdate {
  if (payment.state === 'COMPLETED') return {};
  if (payment.state !== 'IN_FILE') return { finding: contradiction(item, payment) };
  return { outcome: { type: 'COMPLETED' }, state: 'COMPLETED' };
}

/** A completed payment can be returned, but no longer rejected. */
function fail(item: ReportItem, payment: ReportedPayment): PaymentUpdate {
  const { reason, isReturn = false } = item;
  if (payment.state === 'FAILED' || payment.state === 'RETURNED') return {};
  if (payment.state === 'COMPLETED' && !isReturn) return { finding: contradiction(item, payment) };
  const failure = failureOf(reason);
  const unknown = reason !== undefined && failure === undefined;
  return {
    outcome: { type: 'FAILED', reason: failure ?? defaultFailure(isReturn) },
    state: payment.state === 'COMPLETED' ? 'RETURNED' : 'FAILED',
    ...(unknown && { finding: { code: 'UNKNOWN_REASON', message: `reason ${reason} is not in the tables` } }),
  };
}

const contradiction = (item: ReportItem, { state, direction }: ReportedPayment): BankFinding => ({
  code: 'CONTRADICTION',
  message: `${describe(item)}, but the ${direction === 'PULL' ? 'pull' : 'payout'} is ${state}`,
});

export const notice = ({ subject, status = 'no status', reason }: ReportItem): BankFinding => {
  if (subject.level === 'NOTHING') return { code: 'NOTICE', message: subject.what };
  const isChange = /^C\d\d$/.test(status);
  return {
    code: isChange ? 'NOTIFICATION_OF_CHANGE' : 'NOTICE',
    message: isChange ? `${status}: the bank corrects to "${reason}"` : `status ${status} ${reason ?? ''}`.trim(),
  };
};

export const describe = ({ meaning, status, reason, isReturn }: ReportItem): string =>
  [meaning, ...(isReturn ? ['as a return'] : []), ...(status ? [status] : []), ...(reason ? [reason] : [])].join(' ');
