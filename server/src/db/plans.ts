import { TOKEN_PREFIX } from './effects.ts';
import { type Sql, sql } from './sql.ts';

/**
 * A change can be written down when it is prepared and carried out later without reading anything first: its rows
 * by the name of their kind, with what only the moment tells left open. Kept as text under a key that nobody could
 * know when the texts inside were written, so none of them can contain a token.
 */
export type Plan = Readonly<Record<string, readonly object[]>>;

/** What only the moment of the carrying out tells. */
export const atThatMoment = {
  now: `${TOKEN_PREFIX}now` as unknown as Date,
  /** `now` on the wall, where the platform's clock is ahead. */
  due: `${TOKEN_PREFIX}due` as unknown as Date,
  sequence: `${TOKEN_PREFIX}sequence` as unknown as number,
};

export const planText = (plan: Plan, key: string): string =>
  JSON.stringify(plan).replaceAll(TOKEN_PREFIX, storedPrefix(key));

const storedPrefix = (key: string): string => `~${key}~`;

/** The moment, as SQL expressions of type text. */
export interface Moment {
  now: Sql;
  due: Sql;
  sequence: Sql;
}

/** SQL for the plan that `text` holds under `key`, both columns of a guard, at this moment. */
export function planAt({ text, key }: { text: Sql; key: Sql }, { now, due, sequence }: Moment): Sql {
  const ours = sql`replace(${text}, '~' || ${key} || '~', ${TOKEN_PREFIX})`;
  const fillings = Object.entries({ now, due, sequence } satisfies Record<keyof typeof atThatMoment, Sql>);
  return sql`(${fillings.reduce((inner, [name, value]) => sql`replace(${inner}, ${TOKEN_PREFIX + name}, ${value})`, ours)})::jsonb`;
}
