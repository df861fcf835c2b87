import type { EffectKind } from './effects.ts';
import { rawSql, type Sql, sql } from './sql.ts';

/** PostgreSQL type of a column, and TypeScript type `T` of its values. */
export interface Column<T> {
  readonly sqlType: string;
  /** JSON has no bigint, so it is sent as text. */
  readonly isBigint: boolean;
  /** Never set; carries the type `T`. */
  readonly values?: T;
}

const column = <T>(sqlType: string): Column<T> => ({ sqlType, isBigint: sqlType === 'bigint' });

export const text = <T extends string = string>(): Column<T> => column('text');
export const textArray = <T extends string = string>(): Column<T[]> => column('text[]');
export const bigint = (): Column<bigint> => column('bigint');
export const integer = (): Column<number> => column('int');
export const smallint = (): Column<number> => column('smallint');
export const real = (): Column<number> => column('real');
export const boolean = (): Column<boolean> => column('boolean');
export const timestamptz = (): Column<Date> => column('timestamptz');
export const uuid = (): Column<string> => column('uuid');
export const bytea = (): Column<Buffer> => column('bytea');
export const date = (): Column<string> => column('date');
export const jsonb = <T>(): Column<T> => column('jsonb');
/** Column that may be null. The member is always present in records. */
export const nullable = <T>(of: Column<T>): Column<T | null> => of;

type Columns = Readonly<Record<string, Column<unknown>>>;

/** Values by column name in camel case. */
export type RecordOf<T extends { readonly fields: Columns }> = {
  -readonly [Name in keyof T['fields']]: NonNullable<T['fields'][Name]> extends Column<infer V> ? V : never;
};

/** Row as PostgreSQL returns it, by column name. */
export type RowOf<T extends { readonly fields: Columns }> = {
  [Name in keyof T['fields'] & string as SnakeCase<Name>]: RecordOf<T>[Name];
};

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table, or some of its columns. Column lists, row types, mappers and effect kinds are derived from it. */
export interface Table<C extends Columns> {
  readonly fields: C;
  readonly name: Sql;
  /** `platform_id, id, ...` */
  readonly columns: Sql;
  /** `item int, platform_id text, ...`: for `FROM ${rows} AS r(${table.rowType})` in an effect kind. */
  readonly rowType: Sql;
  /** `c.platform_id, c.id, ...` for statements that join tables. */
  columnsOf(alias: string): Sql;
  /** `region = r.region, ...` for updates; omits the named columns. */
  assignments<Name extends keyof C>(...except: Name[]): Sql;
  only<Name extends keyof C>(...names: Name[]): Table<Pick<C, Name>>;
  without<Name extends keyof C>(...names: Name[]): Table<Omit<C, Name>>;
  fromRow(row: RowOf<{ fields: C }>): RecordOf<{ fields: C }>;
  /** Row of an effect. Omits members of the record that are not columns of the table. */
  toRow(record: Readonly<RecordOf<{ fields: C }>>): object;
  /** Effect kind that inserts the rows of changes whose guard holds. */
  insertKind(name: string): EffectKind;
  /** Effect kind that inserts rows, and for existing rows updates every column but the key and `except`. */
  upsertKind<Name extends keyof C & string>(name: string, key: Name[], ...except: Name[]): EffectKind;
}

export function table<C extends Columns>(name: string, fields: C): Table<C> {
  const list = Object.entries(fields).map(([field, { sqlType, isBigint }]) => {
    return { field, column: snakeCase(field), sqlType, isBigint };
  });
  const named = rawSql(name);
  const columns = rawSql(list.map(({ column }) => column).join(', '));
  const rowType = rawSql(['item int', ...list.map(({ column, sqlType }) => `${column} ${sqlType}`)].join(', '));
  const selected = (isSelected: (field: string) => boolean): Columns =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => isSelected(field)));
  return {
    fields,
    name: named,
    columns,
    rowType,
    columnsOf: (alias) => rawSql(list.map(({ column }) => `${alias}.${column}`).join(', ')),
    assignments: (...except) => {
      const set = list.filter(({ field }) => !except.includes(field as never));
      return rawSql(set.map(({ column }) => `${column} = r.${column}`).join(', '));
    },
    only: (...names) => table(name, selected((field) => names.includes(field as never)) as never),
    without: (...names) => table(name, selected((field) => !names.includes(field as never)) as never),
    fromRow: mapperOf(list),
    toRow: (record) => {
      const row: Record<string, unknown> = {};
      for (const { field, column, isBigint } of list) {
        const value = (record as Record<string, unknown>)[field];
        row[column] = Buffer.isBuffer(value)
          ? `\\x${value.toString('hex')}`
          : isBigint && value !== null && value !== undefined
            ? String(value)
            : value;
      }
      return row;
    },
    insertKind: (kindName) => ({
      name: kindName,
      statement: (rows) => sql`
        INSERT INTO ${named} (${columns}) SELECT ${columns} FROM ${rows} AS r(${rowType}) JOIN guarded USING (item)`,
    }),
    upsertKind: (kindName, key, ...except) => {
      const set = list.filter(({ field }) => ![...key, ...except].includes(field as never));
      const updates = rawSql(set.map(({ column }) => `${column} = excluded.${column}`).join(', '));
      return {
        name: kindName,
        statement: (rows) => sql`
          INSERT INTO ${named} (${columns}) SELECT ${columns} FROM ${rows} AS r(${rowType}) JOIN guarded USING (item)
          ON CONFLICT (${rawSql(key.map(snakeCase).join(', '))}) DO UPDATE SET ${updates}`,
      };
    },
  };
}

/**
 * Compiled to code from the names of columns, which are trusted: a loop over names costs thirty times as much per row.
 */
function mapperOf<C extends Columns>(
  list: readonly { field: string; column: string }[],
): (row: RowOf<{ fields: C }>) => RecordOf<{ fields: C }> {
  const members = list.map(({ field, column }) => `${field}: row.${column}`);
  return new Function('row', `return { ${members.join(', ')} };`) as ReturnType<typeof mapperOf<C>>;
}
