import { assert } from '../../kernel/errors.ts';
import { systemAccount } from '../chart.ts';
import type { Move } from '../post.ts';
import { type Amount, mirror, movesOf } from './moves.ts';
import { phases } from './phases.ts';

/** A payment as its quote locked it: every later phase is computed from the same figures. */
export interface Payment {
  /** The internal account that pays. None where the money arrives for this payment alone, over a rail. */
  source?: string | undefined;
  /** Everything the source is debited, fees included. */
  sent: Amount;
  /** In the sending currency. */
  fees: { platform: bigint; service: bigint };
  received: Amount;
  /** The platform's own account of the sending currency, which earns its fee. */
  platformAccount?: string | undefined;
}

export interface Funding extends Amount {
  account: string;
}

/** Sandbox funding, a transfer-in that succeeded, an incoming UMA or bank credit. */
export const fund = ({ account, currency, amount }: Funding): Move[] =>
  movesOf({ debit: systemAccount('rail.nostro', currency), credit: account, currency, amount, code: 'fund' });

/** Real-time funding arrived for a payment, which then executes from it. */
export const receiveFunding = (funding: Amount): Move[] =>
  fund({ ...funding, account: systemAccount('transit.funding', funding.currency) });

export interface FundingRefund {
  funding: Amount;
  /** Crypto is credited to this account of the customer; without one the money goes back where it came from. */
  creditTo?: string | undefined;
}

/** Real-time funding that no payment could use. */
export function refundFunding({ funding, creditTo }: FundingRefund): Move[] {
  if (creditTo === undefined) return mirror(receiveFunding(funding), phases.fund);
  const debit = systemAccount('transit.funding', funding.currency);
  return movesOf({ debit, credit: creditTo, ...funding, code: 'funding.credited' });
}

/** The bank took back what it had let us collect: what the account no longer has is owed. */
export function recall(funding: Funding, available: bigint): Move[] {
  const { account, currency, amount } = funding;
  if (available >= amount) return mirror(fund(funding), phases.fund);
  const credit = systemAccount('rail.nostro', currency);
  const taken = { debit: account, credit, currency, amount: available, code: 'fund.recalled' };
  return movesOf(taken, ...owe({ currency, amount: amount - available }));
}

/** The same where the money was collected for a payment that has been made. */
export const owe = ({ currency, amount }: Amount): Move[] => {
  const debit = systemAccount('receivable', currency);
  return movesOf({ debit, credit: systemAccount('rail.nostro', currency), currency, amount, code: 'fund.owed' });
};

/** From one internal account to another, finished at once: nothing is ever in transit. */
export function transfer({ payment, destination }: { payment: Payment; destination: string }): Move[] {
  assert(payment.source !== undefined, 'a transfer has a source account');
  return [...pay(payment, destination), ...payPlatformFee(payment)];
}

/** The payment leaves its source. What an internal account paid stays reserved for it until the payout is decided. */
export function execute(payment: Payment): Move[] {
  const moves = pay(payment, systemAccount('transit.payout', payment.received.currency));
  for (const move of moves) {
    if (move.debit === payment.source) move.holds = { account: move.debit, amount: move.amount };
  }
  return moves;
}

export interface Completion {
  payment: Payment;
  /** The internal account that receives it; without one it leaves over a rail. */
  destination?: string | undefined;
}

/** The payout was made, and the platform has earned its fee. */
export function complete({ payment, destination }: Completion): Move[] {
  const { received } = payment;
  const settled = {
    debit: systemAccount('transit.payout', received.currency),
    credit: destination ?? systemAccount('rail.nostro', received.currency),
    ...received,
    code: 'payout.settled',
    ...releaseHeld(payment),
  };
  return movesOf(settled, ...payPlatformFee(payment));
}

export interface Refund {
  payment: Payment;
  /** Of a payment funded in crypto over a rail: the customer's account of that asset. */
  creditTo?: string | undefined;
}

/** The payout failed or was rejected: everything goes back at the locked rate, fees included. */
export function refund({ payment, creditTo }: Refund): Move[] {
  const taken = mirror(execute(payment), phases.execute);
  if (payment.source === undefined) return [...taken, ...refundFunding({ funding: payment.sent, creditTo })];
  assert(creditTo === undefined, 'a payment from an internal account is refunded to that account');
  return taken;
}

export interface Return extends Completion {
  /** The platform's account no longer holds the fee: it owes it. */
  isFeeSpent?: boolean;
}

/** The bank sent back a completed payout: it is in transit again, and `refund` follows. */
export function takeBack({ payment, destination, isFeeSpent = false }: Return): Move[] {
  const moves = mirror(complete({ payment, destination }), phases.complete);
  if (!isFeeSpent) return moves;
  const platformFees = systemAccount('fees.platform', payment.sent.currency);
  return moves.map((move) => (move.credit === platformFees ? oweFee(payment) : move));
}

/** Payout and refund both failed: an operator decides, and nothing stays in transit or reserved meanwhile. */
export function suspend(payment: Payment): Move[] {
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
  return movesOf(payout, fee);
}

/** An operator takes up what was suspended: it is in transit and reserved again, and `refund` follows. */
export const resume = (payment: Payment): Move[] => mirror(suspend(payment), phases.suspend);

/** The source pays the fees and the rest, converted on the way where the currencies differ. */
function pay(payment: Payment, payee: string): Move[] {
  const { source, sent, fees, received } = payment;
  const { currency } = sent;
  const net = sent.amount - fees.platform - fees.service;
  assert(net > 0n, `a payment exceeds its fees: ${sent.amount} with fees ${fees.platform} and ${fees.service}`);
  assert(received.amount > 0n, `a payment arrives: ${received.amount}`);
  const debit = source ?? systemAccount('transit.funding', currency);
  const platformFees = systemAccount('fees.platform', currency);
  return movesOf(
    { debit, credit: platformFees, currency, amount: fees.platform, code: 'fee.platform' },
    { debit, credit: systemAccount('fees.service', currency), currency, amount: fees.service, code: 'fee.service' },
    ...convert({ debit, credit: payee, from: { currency, amount: net }, to: received }),
  );
}

function convert({ debit, credit, from, to }: { debit: string; credit: string; from: Amount; to: Amount }): Move[] {
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

function payPlatformFee({ sent, fees, platformAccount }: Payment): Move[] {
  if (fees.platform === 0n) return [];
  assert(platformAccount !== undefined, `the platform has an account in ${sent.currency} for its fee`);
  const debit = systemAccount('fees.platform', sent.currency);
  return movesOf({
    debit,
    credit: platformAccount,
    currency: sent.currency,
    amount: fees.platform,
    code: 'fee.platform.paid',
  });
}

const oweFee = ({ sent, fees }: Payment): Move => ({
  debit: systemAccount('receivable', sent.currency),
  credit: systemAccount('fees.platform', sent.currency),
  currency: sent.currency,
  amount: fees.platform,
  code: 'fee.platform.owed',
});

/** What `execute` reserved, all of it. */
const releaseHeld = ({ source, sent }: Payment): Pick<Move, 'holds'> =>
  source === undefined ? {} : { holds: { account: source, amount: -sent.amount } };
