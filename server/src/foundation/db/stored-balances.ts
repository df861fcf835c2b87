import { type AccountBalance, balanceTokens } from './effects.ts';
import { type Sql, sql } from './sql.ts';

/** Marks a token number in a stored text. No input contains it, because JSON escapes control characters. */
const MARK = '\u0001';
const MARKED = new RegExp(`${MARK}(\\d)`, 'g');

export interface StoredBalance extends AccountBalance {
  isPrivate: boolean;
}

/** Balance values by token number. */
const fillings = [
  { token: balanceTokens.balance, value: ({ posted }: StoredBalance) => posted },
  { token: balanceTokens.totalBalance, value: ({ posted, held }: StoredBalance) => posted + held },
  { token: balanceTokens.version, value: ({ version }: StoredBalance) => version },
  { token: balanceTokens.status, value: ({ status }: StoredBalance) => JSON.stringify(status) },
  { token: balanceTokens.isPrivate, value: ({ isPrivate }: StoredBalance) => isPrivate },
];

/** Numbers the tokens of a text that is compressed before the statement decides on the balances. */
export const markBalances = (text: string): string =>
  fillings.reduce((marked, { token }, i) => marked.replaceAll(`"${token}"`, `${MARK}${i}`), text);

/** SQL for the balance `s` that is stored next to a text; null if the row has none. */
export const storedBalance: Sql = sql`NULLIF(concat_ws(' ', s.posted, s.held, s.status, s.is_private), '')`;

/** Replaces the marks of a stored text with the balance that is stored next to it. */
export function fillMarks(text: string, stored: string, version: bigint): string {
  const [posted = '', held = '', status = '', isPrivate] = stored.split(' ');
  const balance = { posted: BigInt(posted), held: BigInt(held), version, status, isPrivate: isPrivate === 't' };
  return text.replace(MARKED, (_, number) => `${fillings[number]?.value(balance)}`);
}
