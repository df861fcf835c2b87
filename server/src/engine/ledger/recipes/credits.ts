import { systemAccount } from '../chart.ts';
import type { Entry } from '../post.ts';
import { type Amount, entriesOf } from './entries.ts';

/** Creates a recipe of the service's own books, for bank credits that are unassigned or returned to their payer. */
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

/** Books an unmatched credit, which waits for an operator. */
export const hold = from('rail.nostro', 'suspense', 'credit.held');
/** Moves a credit to the books of the platform to which an operator assigned it. */
export const assign = from('suspense', 'rail.nostro', 'credit.assigned');
/** Returns an unassigned credit to its payer. */
export const returnHeld = from('suspense', 'transit.payout', 'credit.returned');
/** Takes a refund from the books of its platform and sends it to the payer. */
export const returnRefund = from('rail.nostro', 'transit.payout', 'credit.refunded');
export const completeReturn = from('transit.payout', 'rail.nostro', 'return.settled');
export const failReturn = from('transit.payout', 'suspense', 'return.failed');
/** Books a completed return that the payer's bank has sent back. */
export const takeBackReturn = from('rail.nostro', 'suspense', 'return.returned');
