import type { Outcome } from '../port.ts';
import type { Advice } from './advice.ts';
import { type Decimals, fromDecimal } from './money.ts';
import type { PaymentState } from './queue.ts';
import { failureOf, unexplained } from './reasons.ts';

/** A payment of ours, as far as a bank can speak of it. */
export interface KnownPayment {
  platformId: string;
  id: string;
  direction: 'PAYOUT' | 'PULL';
  currency: string;
  amount: bigint;
  state: PaymentState;
  messageId: string | null;
}

export interface Finding {
  code: FindingCode;
  message: string;
}

export type FindingCode =
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

/** What an advice does: the outcome to report, the state it leaves, what an operator should see. */
export interface Verdict {
  outcome?: Outcome;
  state?: PaymentState;
  finding?: Finding;
}

/** What a bank says of one payment of ours. Only what fits in every respect moves money. */
export function settle(advice: Advice, payment: KnownPayment, decimals: Decimals): Verdict {
  const objection = objectionTo(advice, payment, decimals);
  if (objection) return { finding: objection };
  const meaning = meaningOf(advice, payment);
  if (meaning === 'NOTED') return {};
  if (meaning === 'NOTICE') return { finding: notice(advice) };
  if (meaning === 'CONTRADICTION') return { finding: contradiction(advice, payment) };
  return meaning === 'COMPLETED' ? complete(advice, payment) : fail(advice, payment);
}

function objectionTo(advice: Advice, payment: KnownPayment, decimals: Decimals): Finding | undefined {
  const { about, amount } = advice;
  const messageId = about.level === 'NOTHING' ? undefined : about.messageId;
  if (messageId && messageId !== payment.messageId) {
    return { code: 'OTHER_FILE', message: `said of file ${messageId}, which does not hold the payment` };
  }
  if (advice.says === 'NOTICE') return undefined;
  if (['QUEUED', 'REFUSED', 'WITHDRAWN'].includes(payment.state)) {
    return { code: 'NOT_SENT', message: `${wordsOf(advice)}, but the payment is ${payment.state} and in no file` };
  }
  // The sum of a batch was compared as a whole.
  if (!amount || about.level !== 'PAYMENT') return undefined;
  const told = fromDecimal(amount.value, decimals(payment.currency));
  if (amount.currency === payment.currency && told === payment.amount) return undefined;
  const message = `${wordsOf(advice)} over ${amount.value} ${amount.currency}; the payment is ${payment.amount} ${payment.currency} in the smallest unit`;
  return { code: 'AMOUNT_MISMATCH', message };
}

/** Bookings mean something by the way the payment went: a payout debits our account, a pull credits it. */
function meaningOf({ says, isReturn }: Advice, { direction }: KnownPayment) {
  if (says !== 'DEBITED' && says !== 'CREDITED') return says;
  const isOutward = (says === 'DEBITED') === (direction === 'PAYOUT');
  if (isReturn) return isOutward ? 'CONTRADICTION' : 'FAILED';
  return isOutward ? 'COMPLETED' : 'CONTRADICTION';
}

function complete(advice: Advice, payment: KnownPayment): Verdict {
  if (payment.state === 'COMPLETED') return {};
  if (payment.state !== 'IN_FILE') return { finding: contradiction(advice, payment) };
  return { outcome: { type: 'COMPLETED' }, state: 'COMPLETED' };
}

/** What was paid can only come back by a return; a rejection of it is a riddle. */
function fail(advice: Advice, payment: KnownPayment): Verdict {
  const { reason, isReturn = false } = advice;
  if (payment.state === 'FAILED' || payment.state === 'RETURNED') return {};
  if (payment.state === 'COMPLETED' && !isReturn) return { finding: contradiction(advice, payment) };
  const known = failureOf(reason);
  const unknown = reason !== undefined && known === undefined;
  return {
    outcome: { type: 'FAILED', reason: known ?? unexplained(isReturn) },
    state: payment.state === 'COMPLETED' ? 'RETURNED' : 'FAILED',
    ...(unknown && { finding: { code: 'UNKNOWN_REASON', message: `reason ${reason} is not in the tables` } }),
  };
}

const contradiction = (advice: Advice, { state, direction }: KnownPayment): Finding => ({
  code: 'CONTRADICTION',
  message: `${wordsOf(advice)}, but the ${direction === 'PULL' ? 'pull' : 'payout'} is ${state}`,
});

export const notice = ({ about, status = 'no status', reason }: Advice): Finding => {
  if (about.level === 'NOTHING') return { code: 'NOTICE', message: about.what };
  const isChange = /^C\d\d$/.test(status);
  return {
    code: isChange ? 'NOTIFICATION_OF_CHANGE' : 'NOTICE',
    message: isChange ? `${status}: the bank corrects to "${reason}"` : `status ${status} ${reason ?? ''}`.trim(),
  };
};

export const wordsOf = ({ says, status, reason, isReturn }: Advice): string =>
  [says, ...(isReturn ? ['as a return'] : []), ...(status ? [status] : []), ...(reason ? [reason] : [])].join(' ');
