import type { UmaPayRequest } from '../../engine/providers/uma/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';

/** Pay requests from other providers (IN) and to them (OUT). */
const umaRequests = table('uma_requests', {
  platformId: text(),
  /** For incoming requests the id of the transaction, without its type. */
  id: text(),
  direction: text<'IN' | 'OUT'>(),
  /** Domain of the other provider. */
  domain: text(),
  amountMsats: nullable(bigint()),
  /** In wall time. */
  expiresAt: nullable(timestamptz()),
  callback: nullable(text()),
  travelRuleSealed: nullable(text()),
  createdAt: timestamptz(),
  /** Id of the payment that settled the request. */
  settledBy: nullable(text()),
  /** Outputs that the other provider reported for the settlement. */
  utxos: nullable(jsonb<readonly object[]>()),
});

const newRequests = umaRequests.without('settledBy', 'utxos');
const settlements = umaRequests.only('domain', 'amountMsats', 'expiresAt', 'callback', 'settledBy');

export type UmaRequest = RecordOf<typeof settlements>;

interface IncomingRequest {
  platformId: string;
  /** Id of the transaction. */
  id: string;
  request: UmaPayRequest;
  amountMsats: bigint;
  /** In wall time. */
  expiresAt: Date;
  createdAt: Date;
}

/** Inserts a pay request of another provider, with the transaction that it announces. */
export function insertIncomingRequest(vault: Vault, incoming: IncomingRequest): Effect {
  const { request, ...record } = incoming;
  const { domain, callback = null, travelRule } = request;
  const key = { platformId: record.platformId, id: record.id.slice('Transaction:'.length) };
  const context = sealContext(sealedColumns.umaTravelRule, { platform_id: key.platformId, id: key.id });
  const travelRuleSealed = travelRule ? vault.seal(travelRule, context) : null;
  const row = newRequests.toRow({ ...record, ...key, direction: 'IN', domain, callback, travelRuleSealed });
  return { kind: insertKind, rows: [row] };
}

const insertKind = newRequests.insertKind('uma_request_created');

/** Inserts a pay request before it is sent. Returns the id that the other provider uses to report its settlement. */
export async function createOutgoingRequest(
  db: Database,
  { platformId, domain, now }: { platformId: string; domain: string; now: Date },
): Promise<string> {
  const id = uuidv7();
  await db.write(sql`
    INSERT INTO uma_requests (platform_id, id, direction, domain, created_at)
    VALUES (${platformId}, ${id}, 'OUT', ${domain}, ${now})`);
  return id;
}

export async function findRequest(db: Database, platformId: string, id: string): Promise<UmaRequest | undefined> {
  const [row] = await db.read<RowOf<typeof settlements>>(sql`
    SELECT ${settlements.columns} FROM uma_requests WHERE platform_id = ${platformId} AND id = ${id}`);
  return row && settlements.fromRow(row);
}

/** Records the payment that settled a request, in the statement that credits the money. */
export const markSettled = (key: { platformId: string; id: string }, paymentId: string): Effect => ({
  kind: settledKind,
  rows: [{ platform_id: key.platformId, id: key.id, settled_by: paymentId }],
});

const settledKind: EffectKind = {
  name: 'uma_request_settled',
  statement: (rows) => sql`
    UPDATE uma_requests q SET settled_by = r.settled_by
    FROM ${rows} AS r(item int, platform_id text, id text, settled_by text) JOIN guarded USING (item)
    WHERE q.platform_id = r.platform_id AND q.id = r.id`,
};

export async function updateUtxos(
  db: Database,
  { platformId, id }: { platformId: string; id: string },
  utxos: readonly object[],
): Promise<void> {
  await db.write(sql`
    UPDATE uma_requests SET utxos = ${JSON.stringify(utxos)}::jsonb WHERE platform_id = ${platformId} AND id = ${id}`);
}
