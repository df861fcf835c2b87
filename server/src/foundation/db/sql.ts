/** SQL from a tagged template: values become parameters, nested fragments become text. Input never becomes SQL. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

export function sql(strings: TemplateStringsArray, ...holes: unknown[]): Sql {
  // Keeps the array of the template literal, which is the same at every call, so that `textOf` can cache the text.
  if (!holes.some(isSql)) return { strings, values: holes };
  const texts: string[] = [];
  const values: unknown[] = [];
  let text = strings[0] ?? '';
  holes.forEach((hole, i) => {
    const after = strings[i + 1] ?? '';
    if (!isSql(hole)) {
      texts.push(text);
      values.push(hole);
      text = after;
      return;
    }
    const [first = '', ...rest] = hole.strings;
    const pieces = [text + first, ...rest];
    text = pieces.pop() + after;
    texts.push(...pieces);
    values.push(...hole.values);
  });
  return { strings: [...texts, text], values };
}

/** Trusted text, such as table and column names. Must not contain input. */
export const rawSql = (text: string): Sql => ({ strings: [text], values: [] });

/**
 * A limit as literal text: for a parameter the planner would assume a tenth of the table and plan every execution anew.
 * Each number is a separate prepared statement, so use few different numbers.
 */
export const literalLimit = (count: number): Sql => rawSql(`LIMIT ${count}`);

export const emptySql: Sql = rawSql('');

export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${rawSql(separator)}${part}`), emptySql);
}

/** Rows as one parameter: `FROM ${rows(list)} AS r(id text, amount bigint)`. Amounts are sent as strings. */
export const rows = (list: readonly unknown[]): Sql => recordset(JSON.stringify(list));

const recordset = (json: unknown): Sql => sql`json_to_recordset(${json}::json)`;

/** Cannot occur in JSON, which escapes control characters. */
const SEPARATOR = '\u001e';

/**
 * JSON texts as one parameter: `ROWS FROM (${laterTexts(pick)}, ${rows(list)} AS (id text)) AS r(body)`. As part of the
 * rows they would be parsed twice by PostgreSQL, with every quote escaped.
 */
export const laterTexts = <Input>(pick: (input: Input) => readonly string[]): Sql =>
  sql`unnest(string_to_array(${new Later<Input>((input) => pick(input).join(SEPARATOR))}, ${SEPARATOR}))`;

/** Parameter whose value `bound` supplies when the statement is sent, so that the text is built only once. */
export class Later<Input> {
  readonly of: (input: Input) => unknown;

  constructor(of: (input: Input) => unknown) {
    this.of = of;
  }
}

export const laterRows = <Input>(pick: (input: Input) => readonly unknown[]): Sql =>
  recordset(new Later<Input>((input) => JSON.stringify(pick(input))));

export const bound = <Input>({ strings, values }: Sql, input: Input): Sql => ({
  strings,
  values: values.map((value) => (value instanceof Later ? value.of(input) : value)),
});

/** Common table expression (CTE) of a statement that writes several tables atomically. */
export interface Cte {
  readonly name: string;
  readonly sql: Sql;
}

/** Combines CTEs into one statement, which is atomic. */
export function together(ctes: readonly Cte[], result: Sql): Sql {
  const named = ctes.map((cte) => sql`${rawSql(cte.name)} AS (${cte.sql})`);
  return ctes.length === 0 ? result : sql`WITH ${joinSql(named, ',\n')}\n${result}`;
}

export const render = ({ strings, values }: Sql): { text: string; values: unknown[] } => ({
  text: textOf(strings),
  values: [...values],
});

const texts = new WeakMap<readonly string[], string>();

function textOf(strings: readonly string[]): string {
  const known = texts.get(strings);
  if (known !== undefined) return known;
  let text = strings[0] ?? '';
  for (let i = 1; i < strings.length; i++) text += `$${i}${strings[i]}`;
  texts.set(strings, text);
  return text;
}

function isSql(hole: unknown): hole is Sql {
  return typeof hole === 'object' && hole !== null && 'strings' in hole && 'values' in hole;
}
