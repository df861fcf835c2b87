import { assert } from '../../kernel/errors.ts';
import type { Move } from '../post.ts';

export interface Amount {
  currency: string;
  amount: bigint;
}

/** Leaves out what moves nothing: a fee of zero has no move. */
export function movesOf(...moves: readonly Move[]): Move[] {
  for (const { amount, code } of moves) assert(amount >= 0n, `no amount of a recipe is negative: ${code} ${amount}`);
  return moves.filter((move) => move.amount > 0n);
}

/** Takes back every move of a posting, each naming what it reverses, at the very amounts it was posted with. */
export function mirror(moves: readonly Move[], phase: string): Move[] {
  return moves.map(({ debit, credit, currency, amount, code, holds }, i) => ({
    debit: credit,
    credit: debit,
    currency,
    amount,
    code: `${code}.reversed`,
    reverses: `${phase}/${i + 1}`,
    ...(holds && { holds: { account: holds.account, amount: -holds.amount } }),
  }));
}
