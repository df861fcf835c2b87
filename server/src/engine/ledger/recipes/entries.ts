import { assert } from '../../../foundation/kernel/errors.ts';
import type { Entry } from '../post.ts';

export interface Amount {
  currency: string;
  amount: bigint;
}

/** Drops entries with amount zero, such as a fee of zero. */
export function entriesOf(...entries: readonly Entry[]): Entry[] {
  for (const { amount, code } of entries)
    assert(amount >= 0n, `an amount of a recipe is not negative: ${code} ${amount}`);
  return entries.filter((entry) => entry.amount > 0n);
}

/** Reverses every entry of a phase at its original amount. Each reversal refers to its original entry. */
export function mirror(entries: readonly Entry[], phase: string): Entry[] {
  return entries.map(({ debit, credit, currency, amount, code, holds }, i) => ({
    debit: credit,
    credit: debit,
    currency,
    amount,
    code: `${code}.reversed`,
    reverses: `${phase}/${i + 1}`,
    ...(holds && { holds: { account: holds.account, amount: -holds.amount } }),
  }));
}
