import type { Database } from './database.ts';
import { type SealContext, type SealedColumn, sealContext, sealedColumns } from './sealed-columns.ts';
import { emptySql, joinSql, rawSql, rows, type Sql, sql } from './sql.ts';
import type { Vault } from './vault.ts';

const BATCH = 500;

export interface Resealed {
  resealed: number;
  /** Rows with values that none of the keys opens. They stay unchanged. */
  unreadable: string[];
}

interface Resealing {
  db: Database;
  vault: Vault;
  onProgress?: (column: string, done: number, total: number) => void;
}

/**
 * Seals every value with the current key. Each batch commits separately and skips values that already use it, so an
 * interrupted run can be repeated. A value that changes in between is not overwritten.
 */
export async function resealAll(resealing: Resealing): Promise<Resealed> {
  const all: Resealed = { resealed: 0, unreadable: [] };
  for (const place of Object.values(sealedColumns)) {
    const { resealed, unreadable } = await resealColumn(place, resealing);
    all.resealed += resealed;
    all.unreadable.push(...unreadable);
  }
  return all;
}

/** Counts the values sealed with this key, by column. Omits columns with a count of zero. */
export async function countSealedUnder(db: Database, keyId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const place of Object.values(sealedColumns)) {
    const [row] = await readUnbounded<{ count: bigint }>(
      db,
      sql`
      SELECT count(*) FROM ${rawSql(place.table)} AS place
      WHERE ${rawSql(place.condition)} AND starts_with(${sealedValue(place)}, ${`${keyId}.`})`,
    );
    if (row && row.count > 0n) counts[`${place.table}.${place.column}`] = Number(row.count);
  }
  return counts;
}

interface SealedRow {
  keys: string[];
  names: string[];
  sealed: string;
}

async function resealColumn(place: SealedColumn, { db, vault, onProgress }: Resealing): Promise<Resealed> {
  const { sealingKey } = vault;
  const total = await countOld(db, place, sealingKey);
  const result: Resealed = { resealed: 0, unreadable: [] };
  let seen = 0;
  let batch = await nextOld(db, place, { sealingKey });
  while (batch.length > 0) {
    const outcomes = await Promise.all(batch.map((row) => resealOne(vault, place, row)));
    const fresh = outcomes.filter((outcome) => outcome !== undefined);
    result.resealed += await replace(db, place, fresh);
    result.unreadable.push(...batch.filter((_, i) => !outcomes[i]).map((row) => contextOf(place, row)));
    seen += batch.length;
    onProgress?.(`${place.table}.${place.column}`, seen, Math.max(seen, total));
    batch = await nextOld(db, place, { sealingKey, after: batch.at(-1)?.keys });
  }
  return result;
}

type FreshRow = SealedRow & { fresh: string };

async function resealOne(vault: Vault, place: SealedColumn, row: SealedRow): Promise<FreshRow | undefined> {
  const context = contextOf(place, row);
  // A value that cannot be opened is skipped here and counted as unreadable by the caller.
  const text = await vault.open(row.sealed, context).catch(() => undefined);
  return text === undefined ? undefined : { ...row, fresh: vault.seal(text, context) };
}

function contextOf(place: SealedColumn, { names }: SealedRow): SealContext {
  return sealContext(place, Object.fromEntries(place.names.map((name, i) => [name, names[i] ?? ''])));
}

async function countOld(db: Database, place: SealedColumn, sealingKey: string): Promise<number> {
  const [row] = await readUnbounded<{ count: bigint }>(
    db,
    sql`
    SELECT count(*) FROM ${rawSql(place.table)} AS place WHERE ${isOld(place, sealingKey)}`,
  );
  return Number(row?.count ?? 0);
}

function nextOld(
  db: Database,
  place: SealedColumn,
  { sealingKey, after }: { sealingKey: string; after?: readonly string[] | undefined },
): Promise<SealedRow[]> {
  const keys = rawSql(place.keys.join(', '));
  const values = (after ?? []).map((value) => sql`${value}::text`);
  return readUnbounded<SealedRow>(
    db,
    sql`
    SELECT ARRAY[${keys}] AS keys, ARRAY[${rawSql(place.names.join(', '))}] AS names, ${sealedValue(place)} AS sealed
    FROM ${rawSql(place.table)} AS place
    WHERE ${isOld(place, sealingKey)} ${after ? sql`AND (${keys}) > (${joinSql(values, ', ')})` : emptySql}
    ORDER BY ${keys} LIMIT ${BATCH}`,
  );
}

/** Without timeout, because scanning a large table takes longer than a request may. */
function readUnbounded<R>(db: Database, statement: Sql): Promise<R[]> {
  return db.transaction((query) => query<R>(statement), { isUnbounded: true });
}

const isOld = (place: SealedColumn, sealingKey: string): Sql =>
  sql`${rawSql(place.condition)} AND NOT starts_with(${sealedValue(place)}, ${`${sealingKey}.`})`;

const sealedValue = ({ column, member }: SealedColumn): Sql =>
  rawSql(member ? `(place.${column} ->> '${member}')` : `place.${column}`);

const freshValue = ({ column, member }: SealedColumn): Sql =>
  rawSql(member ? `jsonb_set(place.${column}, '{${member}}', to_jsonb(r.fresh))` : 'r.fresh');

async function replace(db: Database, place: SealedColumn, fresh: readonly FreshRow[]): Promise<number> {
  if (fresh.length === 0) return 0;
  const isSameRow = place.keys.map((key, i) => rawSql(`place.${key} = r.keys[${i + 1}]`));
  const replaced = await db.write(sql`
    UPDATE ${rawSql(place.table)} AS place SET ${rawSql(place.column)} = ${freshValue(place)}
    FROM ${rows(fresh)} AS r(keys text[], sealed text, fresh text)
    WHERE ${joinSql(isSameRow, ' AND ')} AND ${sealedValue(place)} = r.sealed RETURNING 1`);
  return replaced.length;
}
