import { decimalText } from '../../../../decimals.ts';
import type {
  CardTransaction,
  CurrencyAmount,
  IncomingTransaction,
  OutgoingTransaction,
  TransactionOneOf,
} from '../../api/client.ts';
import { lowerWordsOf } from '../../parts/status-text.ts';
import { spanText } from '../../parts/time-text.ts';
import type { Names } from './names.ts';
import type { Party } from './parties.ts';

const regions = new Intl.DisplayNames('en', { type: 'region' });

const moneyText = ({ amount, currency }: CurrencyAmount): string =>
  `${decimalText(amount, currency.decimals)} ${currency.code}`;

const partyText = ({ name, country }: Party): string =>
  country && /^[A-Z]{2}$/.test(country) ? `${name} in ${regions.of(country) ?? country}` : name;

const refundTexts = {
  COMPLETED: 'refunded',
  PENDING: 'the refund is on its way',
  FAILED: 'the refund failed, and an operator decides',
} as const;

const laterText = (from: string | undefined, to: string | undefined): string =>
  from && to ? ` ${spanText(Date.parse(from), Date.parse(to))} later` : '';

/** Payer and receiver of a payment, by name if the platform knows them. */
export function endsOf(transaction: TransactionOneOf, names: Names): { from: Party; to: Party } {
  if (transaction.type === 'CARD') {
    return { from: names.of(transaction.customerId), to: { name: transaction.merchant.descriptor } };
  }
  return {
    from: endOf(transaction.source, transaction, names),
    to: endOf(transaction.destination, transaction, names),
  };
}

type End = OutgoingTransaction['source'] | OutgoingTransaction['destination'] | IncomingTransaction['source'];

function endOf(end: End, { customerId }: { customerId: string }, names: Names): Party {
  if (!end) return { name: 'Outside' };
  const { accountId, umaAddress } = end as { accountId?: string; umaAddress?: string };
  if (umaAddress) return { name: umaAddress };
  if (!accountId) return { name: 'Bank transfer' };
  if (accountId.startsWith('InternalAccount:') && !names.has(accountId)) return names.of(customerId);
  return names.of(accountId);
}

/** Sent and received amount; only one if both are equal. */
export function amountsOf(row: TransactionOneOf): CurrencyAmount[] {
  if (row.type === 'CARD') return [row.settledAmount ?? row.authorizedAmount];
  const both = [row.sentAmount, row.receivedAmount].filter((amount) => amount !== undefined);
  const [first, second] = both;
  const isSame = first?.amount === second?.amount && first?.currency.code === second?.currency.code;
  return isSame ? both.slice(0, 1) : both;
}

/** The result of a payment in one sentence: amount, receiver and outcome. */
export function resultOf(transaction: TransactionOneOf, names: Names): string {
  if (transaction.type === 'CARD') return cardResult(transaction);
  const { from, to } = endsOf(transaction, names);
  return transaction.type === 'OUTGOING' ? outgoingResult(transaction, to) : incomingResult(transaction, from);
}

function outgoingResult(payment: OutgoingTransaction, receiver: Party): string {
  const { refund, settledAt, failureReason, pendingReason } = payment;
  const paid = `${moneyText(payment.sentAmount)} to ${partyText(receiver)}`;
  const refunded = refund ? `; ${refundTexts[refund.status]}` : '';
  const results: Record<OutgoingTransaction['status'], string> = {
    CREATED: `Quoted ${paid}; waiting for the rail`,
    PENDING: `Quoted ${paid}; waiting for execution`,
    PENDING_AUTHORIZATION: `Quoted ${paid}; waiting for the authorization of the payer`,
    PROCESSING: `Paying ${paid}; ${pendingReason ? `delayed: ${lowerWordsOf(pendingReason)}` : 'waiting for the rail'}`,
    COMPLETED: refund?.reason === 'USER_CANCELLATION' ? `Cancelled the payment of ${paid}${refunded}` : `Paid ${paid}`,
    FAILED: settledAt
      ? `Paid ${paid}; the bank returned it${laterText(settledAt, refund?.initiatedAt)}${refunded}`
      : `Could not pay ${paid}${failureReason ? `: ${lowerWordsOf(failureReason)}` : ''}${refunded}`,
    REFUNDED: `Paid ${paid}; returned in full${laterText(settledAt, refund?.initiatedAt)}`,
    EXPIRED: `The quote for ${paid} expired`,
  };
  return results[payment.status];
}

function incomingResult(payment: IncomingTransaction, sender: Party): string {
  const { refund, failureReason, settledAt, rejectionReason } = payment;
  const amount = moneyText(payment.receivedAmount);
  const received = `${amount} from ${partyText(sender)}`;
  const refunded = refund ? `; ${refundTexts[refund.status]}` : '';
  const waiting = `Expecting ${received}`;
  const results: Record<IncomingTransaction['status'], string> = {
    CREATED: waiting,
    PENDING: waiting,
    PENDING_AUTHORIZATION: waiting,
    PROCESSING: waiting,
    COMPLETED: `Received ${received}`,
    REJECTED: `Rejected ${received}${rejectionReason ? `: ${rejectionReason}` : ''}`,
    FAILED: settledAt
      ? `Received ${received}; the bank took it back${laterText(settledAt, refund?.initiatedAt)}`
      : `Did not receive ${received}${failureReason ? `: ${lowerWordsOf(failureReason)}` : ''}`,
    REFUNDED: `Received ${received}; returned in full${laterText(settledAt, refund?.initiatedAt)}`,
    EXPIRED: `The payment of ${received} expired`,
  };
  return `${results[payment.status]}${payment.status === 'FAILED' ? refunded : ''}`;
}

function cardResult(purchase: CardTransaction): string {
  const { authorizedAmount, settledAmount, refundedAmount, merchant, declineReason } = purchase;
  const amount = moneyText(authorizedAmount);
  const at = `at ${merchant.descriptor}`;
  const results: Record<CardTransaction['status'], string> = {
    AUTHORIZED: `Reserved ${amount} ${at}`,
    PARTIALLY_SETTLED: `Paid ${moneyText(settledAmount ?? authorizedAmount)} of ${amount} ${at}`,
    SETTLED: `Paid ${moneyText(settledAmount ?? authorizedAmount)} ${at}`,
    REFUNDED: `Refunded ${moneyText(refundedAmount ?? authorizedAmount)} ${at}`,
    EXCEPTION: `Paid ${moneyText(settledAmount ?? authorizedAmount)} ${at}, which the accounts could not cover`,
    DECLINED: `Declined ${amount} ${at}${declineReason ? `: ${lowerWordsOf(declineReason)}` : ''}`,
    EXPIRED: `The reservation of ${amount} ${at} expired`,
  };
  return results[purchase.status];
}
