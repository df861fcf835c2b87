import { assert } from '../../../foundation/kernel/errors.ts';
import { systemAccount } from '../chart.ts';
import type { Entry } from '../post.ts';
import { type Amount, entriesOf, mirror } from './entries.ts';
import { phases } from './phases.ts';

/** Amounts of a payment as locked by its quote. All phases use the same amounts. */
export interface Payment {
  /** Internal account that pays; undefined when external funding arrives for this payment alone. */
  source?: string | undefined;
  /** Total debited from the source, fees included. */
  sent: Amount;
  /** Fees in the sending currency. */
  fees: { platform: bigint; service: bigint };
  received: Amount;
  /** Account of the platform in the sending currency, which receives the platform fee. */
  platformAccount?: string | undefined;
}

interface Funding extends Amount {
  account: string;
}

/** Credits an internal account from outside: sandbox funding, transfer in, UMA payment or bank credit. */
export const fund = ({ account, currency, amount }: Funding): Entry[] =>
  entriesOf({ debit: systemAccount('rail.nostro', currency), credit: account, currency, amount, code: 'fund' });

/** Books the arrival of real-time funding, before `execute`. */
export const receiveFunding = (funding: Amount): Entry[] =>
  fund({ ...funding, account: systemAccount('transit.funding', funding.currency) });

interface FundingRefund {
  funding: Amount;
  /** Customer account to credit with crypto; if undefined, the funds return over their rail. */
  creditTo?: string | undefined;
}

/** Refunds real-time funding that was not used for its payment. */
export function refundFunding({ funding, creditTo }: FundingRefund): Entry[] {
  if (creditTo === undefined) return mirror(receiveFunding(funding), phases.fund);
  const debit = systemAccount('transit.funding', funding.currency);
  return entriesOf({ debit, credit: creditTo, ...funding, code: 'funding.credited' });
}

/** Books a collection that the bank took back. The part that the account cannot cover becomes receivable. */
export function recall(funding: Funding, available: bigint): Entry[] {
  const { account, currency, amount } = funding;
  if (available >= amount) return mirror(fund(funding), phases.fund);
  const credit = systemAccount('rail.nostro', currency);
  const taken = { debit: account, credit, currency, amount: available, code: 'fund.recalled' };
  return entriesOf(taken, ...owe({ currency, amount: amount - available }));
}

/** Books a collection that the bank took back after its payment was made: all of it becomes receivable. */
export const owe = ({ currency, amount }: Amount): Entry[] => {
  const debit = systemAccount('receivable', currency);
  return entriesOf({ debit, credit: systemAccount('rail.nostro', currency), currency, amount, code: 'fund.owed' });
};

/** Pays between two internal accounts immediately, without transit. */
export function transfer({ payment, destination }: { payment: Payment; destination: string }): Entry[] {
  assert(payment.source !== undefined, 'a transfer has a source account');
  return [...pay(payment, destination), ...payPlatformFee(payment)];
}

/** Debits the source. For an internal account the amount stays held until the payout ends. */
export function execute(payment: Payment): Entry[] {
  const entries = pay(payment, systemAccount('transit.payout', payment.received.currency));
  for (const entry of entries) {
    if (entry.debit === payment.source) entry.holds = { account: entry.debit, amount: entry.amount };
  }
  return entries;
}

interface Completion {
  payment: Payment;
  /** Internal account that receives the payment; if undefined, the payment leaves over a rail. */
  destination?: string | undefined;
}

/** Books a successful payout, with which the platform earns its fee. */
export function complete({ payment, destination }: Completion): Entry[] {
  const { received } = payment;
  const settled = {
    debit: systemAccount('transit.payout', received.currency),
    credit: destination ?? systemAccount('rail.nostro', received.currency),
    ...received,
    code: 'payout.settled',
    ...releaseHeld(payment),
  };
  return entriesOf(settled, ...payPlatformFee(payment));
}

interface PaymentRefund {
  payment: Payment;
  /** Customer account of the asset, if the payment was funded in crypto over a rail. */
  creditTo?: string | undefined;
}

/** Refunds a failed or rejected payout: the full amount at the locked rate, fees included. */
export function refund({ payment, creditTo }: PaymentRefund): Entry[] {
  const reversed = mirror(execute(payment), phases.execute);
  if (payment.source === undefined) return [...reversed, ...refundFunding({ funding: payment.sent, creditTo })];
  assert(creditTo === undefined, 'a payment from an internal account is refunded to that account');
  return reversed;
}

interface Return extends Completion {
  /** The platform's account cannot cover the fee, so the platform owes it. */
  isFeeSpent?: boolean;
}

/** Books a completed payout that the bank returned: the payment is in transit again, and `refund` follows. */
export function takeBack({ payment, destination, isFeeSpent = false }: Return): Entry[] {
  const entries = mirror(complete({ payment, destination }), phases.complete);
  if (!isFeeSpent) return entries;
  const platformFees = systemAccount('fees.platform', payment.sent.currency);
  return entries.map((entry) => (entry.credit === platformFees ? oweFee(payment) : entry));
}

/** Moves the amount to suspense after payout and refund both failed, until an operator decides. */
export function suspend(payment: Payment): Entry[] {
  const { sent, received, fees } = payment;
  const payout = {
    debit: systemAccount('transit.payout', received.currency),
    credit: systemAccount('suspense', received.currency),
    ...received,
    code: 'payout.suspended',
    ...releaseHeld(payment),
  };
  const fee = {
    debit: systemAccount('fees.platform', sent.currency),
    credit: systemAccount('suspense', sent.currency),
    currency: sent.currency,
    amount: fees.platform,
    code: 'fee.platform.suspended',
  };
  return entriesOf(payout, fee);
}

/** Takes a payment out of suspense: in transit and held again, and `refund` follows. */
export const resume = (payment: Payment): Entry[] => mirror(suspend(payment), phases.suspend);

/** Debits the source for fees and net amount, which is converted over `fx.position` between currencies. */
function pay(payment: Payment, payee: string): Entry[] {
  const { source, sent, fees, received } = payment;
  const { currency } = sent;
  const net = sent.amount - fees.platform - fees.service;
  assert(net > 0n, `a payment exceeds its fees: ${sent.amount} with fees ${fees.platform} and ${fees.service}`);
  assert(received.amount > 0n, `a payment arrives: ${received.amount}`);
  const debit = source ?? systemAccount('transit.funding', currency);
  const platformFees = systemAccount('fees.platform', currency);
  return entriesOf(
    { debit, credit: platformFees, currency, amount: fees.platform, code: 'fee.platform' },
    { debit, credit: systemAccount('fees.service', currency), currency, amount: fees.service, code: 'fee.service' },
    ...convert({ debit, credit: payee, from: { currency, amount: net }, to: received }),
  );
}

function convert({ debit, credit, from, to }: { debit: string; credit: string; from: Amount; to: Amount }): Entry[] {
  if (from.currency === to.currency) {
    assert(from.amount === to.amount, `without conversion all of ${from.amount} arrives: ${to.amount}`);
    return [{ debit, credit, currency: to.currency, amount: to.amount, code: 'payout' }];
  }
  const position = ({ currency }: Amount) => systemAccount('fx.position', currency);
  return [
    { debit, credit: position(from), currency: from.currency, amount: from.amount, code: 'fx.in' },
    { debit: position(to), credit, currency: to.currency, amount: to.amount, code: 'fx.out' },
  ];
}

function payPlatformFee({ sent, fees, platformAccount }: Payment): Entry[] {
  if (fees.platform === 0n) return [];
  assert(platformAccount !== undefined, `the platform has an account in ${sent.currency} for its fee`);
  const debit = systemAccount('fees.platform', sent.currency);
  return entriesOf({
    debit,
    credit: platformAccount,
    currency: sent.currency,
    amount: fees.platform,
    code: 'fee.platform.paid',
  });
}

const oweFee = ({ sent, fees }: Payment): Entry => ({
  debit: systemAccount('receivable', sent.currency),
  credit: systemAccount('fees.platform', sent.currency),
  currency: sent.currency,
  amount: fees.platform,
  code: 'fee.platform.owed',
});

/** Releases the complete hold of `execute`. */
const releaseHeld = ({ source, sent }: Payment): Pick<Entry, 'holds'> =>
  source === undefined ? {} : { holds: { account: source, amount: -sent.amount } };
