/**
 * SQL by hand: a tagged template whose holes become parameters, and whose nested fragments become text.
 * Nothing a request says can ever be part of the text.
 */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

export function sql(strings: TemplateStringsArray, ...holes: unknown[]): Sql {
  // The literal itself, which is the same at every call: what is made of it can be kept (see `textOf`).
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

/** Text from our own source, never from a request: table and column names. */
export const rawSql = (text: string): Sql => ({ strings: [text], values: [] });

export const emptySql: Sql = rawSql('');

export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${rawSql(separator)}${part}`), emptySql);
}

/** Rows as one parameter: `FROM ${rows(list)} AS r(id text, amount bigint)`. Amounts travel as strings. */
export const rows = (list: readonly unknown[]): Sql => recordset(JSON.stringify(list));

const recordset = (json: unknown): Sql => sql`json_to_recordset(${json}::json)`;

/** Stands between texts: JSON writes every control character as an escape. */
const BETWEEN = '\u001e';

/**
 * JSON texts as one parameter: `ROWS FROM (${laterTexts(pick)}, ${rows(list)} AS (id text)) AS r(body)`. Inside of the
 * rows each would be read twice, and as a string have every quote of it escaped here and read again there.
 */
export const laterTexts = <Input>(pick: (input: Input) => readonly string[]): Sql =>
  sql`unnest(string_to_array(${new Later<Input>((input) => pick(input).join(BETWEEN))}, ${BETWEEN}))`;

/** A value that is known when its statement is sent: the text of a long statement is made once, and filled in by `bound`. */
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

/** One arm of a statement that does several things at once or none of them. */
export interface Arm {
  readonly name: string;
  readonly sql: Sql;
}

/** What must happen together is one statement: every arm a CTE of it. */
export function together(arms: readonly Arm[], result: Sql): Sql {
  const ctes = arms.map((arm) => sql`${rawSql(arm.name)} AS (${arm.sql})`);
  return ctes.length === 0 ? result : sql`WITH ${joinSql(ctes, ',\n')}\n${result}`;
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
