import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { uuidv7 } from '../kernel/ids.ts';

/** A pay request of another provider, beside the transaction that it announces. */
export interface RequestIn {
  platformId: string;
  /** The id of the transaction, without its type. */
  id: string;
  domain: string;
  amountMsats: bigint;
  /** On the wall. */
  expiresAt: Date;
  callback: string | undefined;
  travelRule: string | undefined;
  at: Date;
}

export const keepRequest = (vault: Vault, request: RequestIn): Effect => {
  const { platformId, id, domain, amountMsats, expiresAt, callback, travelRule, at } = request;
  const key = { platform_id: platformId, id };
  const sealed = travelRule && vault.seal(travelRule, sealContext(sealedColumns.umaTravelRule, key));
  return {
    kind: keepKind,
    rows: [
      {
        ...key,
        direction: 'IN',
        domain,
        amount_msats: amountMsats.toString(),
        expires_at: expiresAt,
        callback: callback ?? null,
        travel_rule_sealed: sealed ?? null,
        created_at: at,
      },
    ],
  };
};

const keepKind: EffectKind = {
  name: 'uma_request_kept',
  statement: (rows) => sql`
    INSERT INTO uma_requests (platform_id, id, direction, domain, amount_msats, expires_at, callback,
      travel_rule_sealed, created_at)
    SELECT r.platform_id, r.id, r.direction, r.domain, r.amount_msats, r.expires_at, r.callback,
      r.travel_rule_sealed, r.created_at
    FROM ${rows} AS r(item int, platform_id text, id text, direction text, domain text, amount_msats bigint,
      expires_at timestamptz, callback text, travel_rule_sealed text, created_at timestamptz)
    JOIN guarded USING (item)`,
};

/** A pay request of ours that is about to be sent: its id is where we are told that it was paid. */
export async function rememberRequest(
  db: Database,
  { platformId, domain, now }: { platformId: string; domain: string; now: Date },
): Promise<string> {
  const id = uuidv7();
  await db.write(sql`
    INSERT INTO uma_requests (platform_id, id, direction, domain, created_at)
    VALUES (${platformId}, ${id}, 'OUT', ${domain}, ${now})`);
  return id;
}

export interface KeptRequest {
  direction: 'IN' | 'OUT';
  domain: string;
  amountMsats: bigint | null;
  expiresAt: Date | null;
  callback: string | null;
  settledBy: string | null;
}

export async function findRequest(db: Database, platformId: string, id: string): Promise<KeptRequest | undefined> {
  const [row] = await db.read<KeptRequest>(sql`
    SELECT direction, domain, amount_msats AS "amountMsats", expires_at AS "expiresAt", callback,
      settled_by AS "settledBy"
    FROM uma_requests WHERE platform_id = ${platformId} AND id = ${id}`);
  return row;
}

/** Who has paid it, for the statement that credits the money. */
export const settledBy = (place: { platformId: string; id: string }, paymentId: string): Effect => ({
  kind: settledKind,
  rows: [{ platform_id: place.platformId, id: place.id, settled_by: paymentId }],
});

const settledKind: EffectKind = {
  name: 'uma_request_settled',
  statement: (rows) => sql`
    UPDATE uma_requests q SET settled_by = r.settled_by
    FROM ${rows} AS r(item int, platform_id text, id text, settled_by text) JOIN guarded USING (item)
    WHERE q.platform_id = r.platform_id AND q.id = r.id`,
};

/** What the other side tells of the outputs it was settled over. */
export async function keepUtxos(
  db: Database,
  { platformId, id }: { platformId: string; id: string },
  utxos: readonly object[],
): Promise<void> {
  await db.write(sql`
    UPDATE uma_requests SET utxos = ${JSON.stringify(utxos)}::jsonb WHERE platform_id = ${platformId} AND id = ${id}`);
}
