import { describe, expect, it } from 'vitest';
import type { CardTransaction, IncomingTransaction, OutgoingTransaction } from '../src/api/client.ts';
import { amountsOf, endsOf, resultOf } from '../src/pages/payments/sentence.ts';
import {
  customerId,
  incoming,
  money,
  names,
  outgoing,
  payerAccount,
  platformAccount,
  purchase,
  refund,
} from './support/transactions.ts';

const settledAt = '2026-11-17T09:31:00.000Z';
const uma = (umaAddress: string) =>
  ({ destinationType: 'UMA_ADDRESS', umaAddress }) as OutgoingTransaction['destination'];

describe('the sentence of an outgoing payment', () => {
  it.each<[Partial<OutgoingTransaction>, string]>([
    [{ status: 'CREATED' }, 'Quoted 100.00 USD to Sor Juana in Mexico; waiting for the rail'],
    [{ status: 'PENDING' }, 'Quoted 100.00 USD to Sor Juana in Mexico; waiting for execution'],
    [
      { status: 'PENDING_AUTHORIZATION' },
      'Quoted 100.00 USD to Sor Juana in Mexico; waiting for the authorization of the payer',
    ],
    [{ status: 'PROCESSING' }, 'Paying 100.00 USD to Sor Juana in Mexico; waiting for the rail'],
    [
      { status: 'PROCESSING', pendingReason: 'COMPLIANCE_REVIEW' },
      'Paying 100.00 USD to Sor Juana in Mexico; delayed: compliance review',
    ],
    [{ status: 'COMPLETED', settledAt }, 'Paid 100.00 USD to Sor Juana in Mexico'],
    [
      { status: 'COMPLETED', refund: refund('PENDING', { reason: 'USER_CANCELLATION' }) },
      'Cancelled the payment of 100.00 USD to Sor Juana in Mexico; the refund is on its way',
    ],
    [{ status: 'FAILED' }, 'Could not pay 100.00 USD to Sor Juana in Mexico'],
    [
      { status: 'FAILED', failureReason: 'ACCOUNT_INVALID', refund: refund('COMPLETED') },
      'Could not pay 100.00 USD to Sor Juana in Mexico: account invalid; refunded',
    ],
    [
      { status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' },
      'Could not pay 100.00 USD to Sor Juana in Mexico: SCA not completed',
    ],
    [
      { status: 'FAILED', settledAt, failureReason: 'PAYOUT_RETURNED', refund: refund('COMPLETED') },
      'Paid 100.00 USD to Sor Juana in Mexico; the bank returned it 1 min later; refunded',
    ],
    [
      { status: 'FAILED', settledAt, refund: refund('FAILED') },
      'Paid 100.00 USD to Sor Juana in Mexico; the bank returned it 1 min later; the refund failed, and an operator decides',
    ],
    [{ status: 'FAILED', settledAt }, 'Paid 100.00 USD to Sor Juana in Mexico; the bank returned it'],
    [
      { status: 'REFUNDED', settledAt, refund: refund('COMPLETED') },
      'Paid 100.00 USD to Sor Juana in Mexico; returned in full 1 min later',
    ],
    [{ status: 'EXPIRED' }, 'The quote for 100.00 USD to Sor Juana in Mexico expired'],
  ])('for %j is "%s"', (changes, sentence) => {
    expect(resultOf(outgoing(changes), names)).toBe(sentence);
  });

  it('names the UMA address of the receiver, and the amount in the decimals of its currency', () => {
    const payment = outgoing({ destination: uma('$ada@bank.test'), sentAmount: money(123_456, 'JPY', 0) });
    expect(resultOf(payment, names)).toBe('Paid 123,456 JPY to $ada@bank.test');
  });
});

describe('the sentence of an incoming payment', () => {
  it.each<[Partial<IncomingTransaction>, string]>([
    [{ status: 'PENDING' }, 'Expecting 50.00 USD from Outside'],
    [{ status: 'PROCESSING' }, 'Expecting 50.00 USD from Outside'],
    [{ status: 'COMPLETED' }, 'Received 50.00 USD from Outside'],
    [{ status: 'REJECTED' }, 'Rejected 50.00 USD from Outside'],
    [{ status: 'REJECTED', rejectionReason: 'unknown sender' }, 'Rejected 50.00 USD from Outside: unknown sender'],
    [{ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' }, 'Did not receive 50.00 USD from Outside: quote expired'],
    [
      { status: 'FAILED', settledAt, refund: refund('COMPLETED') },
      'Received 50.00 USD from Outside; the bank took it back 1 min later; refunded',
    ],
    [
      { status: 'REFUNDED', settledAt, refund: refund('COMPLETED') },
      'Received 50.00 USD from Outside; returned in full 1 min later',
    ],
    [{ status: 'EXPIRED' }, 'The payment of 50.00 USD from Outside expired'],
  ])('for %j is "%s"', (changes, sentence) => {
    expect(resultOf(incoming(changes), names)).toBe(sentence);
  });
});

describe('the sentence of a purchase', () => {
  it.each<[Partial<CardTransaction>, string]>([
    [{ status: 'AUTHORIZED' }, 'Reserved 12.50 USD at BLUE BOTTLE'],
    [{ status: 'PARTIALLY_SETTLED', settledAmount: money(1_000) }, 'Paid 10.00 USD of 12.50 USD at BLUE BOTTLE'],
    [{ status: 'SETTLED', settledAmount: money(1_300) }, 'Paid 13.00 USD at BLUE BOTTLE'],
    [{ status: 'SETTLED' }, 'Paid 12.50 USD at BLUE BOTTLE'],
    [{ status: 'REFUNDED', refundedAmount: money(500) }, 'Refunded 5.00 USD at BLUE BOTTLE'],
    [{ status: 'EXCEPTION' }, 'Paid 12.50 USD at BLUE BOTTLE, which the accounts could not cover'],
    [{ status: 'DECLINED' }, 'Declined 12.50 USD at BLUE BOTTLE'],
    [
      { status: 'DECLINED', declineReason: 'INSUFFICIENT_FUNDS' },
      'Declined 12.50 USD at BLUE BOTTLE: insufficient funds',
    ],
    [{ status: 'EXPIRED' }, 'The reservation of 12.50 USD at BLUE BOTTLE expired'],
  ])('for %j is "%s"', (changes, sentence) => {
    expect(resultOf(purchase(changes), names)).toBe(sentence);
  });
});

describe('the ends of a payment', () => {
  it('are the owner of an internal account and the holder of an external one', () => {
    const { from, to } = endsOf(outgoing({}), names);
    expect([from.name, to.name]).toEqual(['Ada Lovelace', 'Sor Juana']);
  });

  it('are an account of the platform by its own name', () => {
    const source = { sourceType: 'ACCOUNT', accountId: platformAccount, currency: 'USD' };
    expect(endsOf(outgoing({ source: source as OutgoingTransaction['source'] }), names).from.name).toBe('Acme');
  });

  it('are outside, or a bank transfer, where there is no account', () => {
    expect(endsOf(incoming({}), names)).toEqual({ from: { name: 'Outside' }, to: names.of(customerId) });
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' } as OutgoingTransaction['source'];
    expect(endsOf(outgoing({ source }), names).from.name).toBe('Bank transfer');
  });

  it('of a purchase are the cardholder and the merchant', () => {
    expect(endsOf(purchase({}), names)).toEqual({ from: names.of(customerId), to: { name: 'BLUE BOTTLE' } });
  });

  it('are named by the id of an account that nobody knows', () => {
    const stranger = 'ExternalAccount:01900000-0000-7000-8000-00000000ffff';
    const destination = { destinationType: 'ACCOUNT', accountId: stranger, currency: 'MXN' };
    const payment = outgoing({ destination: destination as OutgoingTransaction['destination'] });
    expect(resultOf(payment, names)).toBe(`Paid 100.00 USD to ${stranger}`);
    expect(payerAccount).not.toBe(stranger);
  });
});

describe('the amounts of a row', () => {
  it('are the one that leaves and the one that arrives', () => {
    const arrives = money(182_900, 'MXN');
    expect(amountsOf(outgoing({ receivedAmount: arrives }))).toEqual([money(10_000), arrives]);
    expect(amountsOf(outgoing({ receivedAmount: money(9_900) }))).toEqual([money(10_000), money(9_900)]);
  });

  it('are one where both are equal, or only one is known', () => {
    expect(amountsOf(outgoing({ receivedAmount: money(10_000) }))).toEqual([money(10_000)]);
    expect(amountsOf(outgoing({}))).toEqual([money(10_000)]);
    expect(amountsOf(incoming({}))).toEqual([money(5_000)]);
  });

  it('are two where the numbers are equal and the currencies differ', () => {
    const arrives = money(10_000, 'EUR');
    expect(amountsOf(outgoing({ receivedAmount: arrives }))).toEqual([money(10_000), arrives]);
  });

  it('of a purchase are what was settled, and before that what was authorized', () => {
    expect(amountsOf(purchase({}))).toEqual([money(1_250)]);
    expect(amountsOf(purchase({ settledAmount: money(1_000) }))).toEqual([money(1_000)]);
  });
});
