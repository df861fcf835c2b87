import { compressedParameter, decompressJson } from '../../foundation/db/compressed-json.ts';
import { emptySql, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { fillMarks, markBalances } from '../../foundation/db/stored-balances.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { creationOf, earliestUuid, isId, uuidOf } from '../../foundation/kernel/ids.ts';

/** Columns from which the payload of an event is rebuilt. */
export interface StoredEvent {
  id: string;
  type: string;
  sequence: bigint;
  created_at: Date;
  data: Buffer;
  balance: string | null;
}

/** SQL: id of an event in the API. */
export const shownId = (column: string): Sql => rawSql(`'Webhook:' || ${column}`);

/** SQL: UUID of an id of the API. */
export const uuidIn = (id: Sql): Sql => sql`split_part(${id}, ':', 2)::uuid`;

export const storedColumns = sql`${shownId('e.id')} AS id, e.type, e.sequence, e.created_at, e.data, e.balance`;

/** SQL: condition of one event. */
export const isEvent = (platformId: string, id: string): Sql =>
  sql`e.platform_id = ${uuidOf(platformId)} AND e.id = ${uuidOf(id)}`;

const UUID_LENGTH = 36;

/** Tolerance for ids that are generated before their rows, by processes with different clocks. */
const MARGIN_MS = DAY_MS;

/** SQL: both events belong to one resource, spelled as in the index of events. */
export const isSameResource = (one: string, other: string): Sql =>
  rawSql(`${one}.platform_id = ${other}.platform_id AND uuid_of(${one}.resource_id) = uuid_of(${other}.resource_id)`);

/** SQL: condition of the events of a resource. Partitions older than the resource are not read. */
export function isOfResource(platformId: string, resourceId: string): Sql {
  // Malformed ids match no event, but would fail the conversion to UUID in the database.
  if (resourceId.split(':')[1]?.length === UUID_LENGTH && !isId(resourceId)) return sql`false`;
  const created = creationOf(resourceId);
  return sql`e.platform_id = ${uuidOf(platformId)} AND uuid_of(e.resource_id) = uuid_of(${resourceId})
    AND e.resource_id = ${resourceId}
    ${created ? sql`AND e.id >= ${earliestUuid(addMs(created, -MARGIN_MS))}` : emptySql}`;
}

/** Parameter for the column `data`. Only events of accounts contain tokens for balances. */
export function dataParameter(data: object, hasBalances: boolean): string {
  const text = JSON.stringify(data);
  return compressedParameter(hasBalances ? markBalances(text) : text);
}

/** Payload of an event: the same bytes for every attempt, redelivery and reader. */
export const payloadOf = (event: StoredEvent): string => {
  const { id, type, sequence, created_at: at } = event;
  return `{"id":"${id}","type":"${type}","timestamp":"${at.toISOString()}","sequence":${sequence},"data":${dataOf(event)}}`;
};

/** Data of an event as JSON, with the balances filled in. */
export function dataOf({ data, balance, sequence }: Pick<StoredEvent, 'data' | 'balance' | 'sequence'>): string {
  const text = decompressJson(data);
  return balance === null ? text : fillMarks(text, balance, sequence);
}
