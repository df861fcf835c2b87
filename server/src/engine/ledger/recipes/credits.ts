import { systemAccount } from '../chart.ts';
import type { Entry } from '../post.ts';
import { type Amount, entriesOf } from './entries.ts';

/** Recipes of the service's own books: bank credits that are unassigned or return to their payer. */
const from =
  (debit: 'rail.nostro' | 'suspense' | 'transit.payout', credit: typeof debit, code: string) =>
  ({ currency, amount }: Amount): Entry[] =>
    entriesOf({
      debit: systemAccount(debit, currency),
      credit: systemAccount(credit, currency),
      currency,
      amount,
      code,
    });

/** An unmatched credit waits for an operator. */
export const hold = from('rail.nostro', 'suspense', 'credit.held');
/** An operator assigned the credit: it moves to the books of the platform. */
export const assign = from('suspense', 'rail.nostro', 'credit.assigned');
/** An operator returns the credit to its payer. */
export const returnHeld = from('suspense', 'transit.payout', 'credit.returned');
/** A refund leaves the books of its platform and is sent to the payer. */
export const returnRefund = from('rail.nostro', 'transit.payout', 'credit.refunded');
export const completeReturn = from('transit.payout', 'rail.nostro', 'return.settled');
export const failReturn = from('transit.payout', 'suspense', 'return.failed');
/** The payer's bank sent a completed return back. */
export const takeBackReturn = from('rail.nostro', 'suspense', 'return.returned');
