import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';

export const LEASE_SECONDS = 60;

interface ListenerKey {
  platformId: string;
  id: string;
  /** Real time, not the clock of the platform. */
  wallNow: Date;
}

export interface Listener {
  id: string;
  expiresAt: Date;
}

/** Creates a listener, and deletes expired listeners of the platform. */
export async function createListener(db: Database, platformId: string, wallNow: Date): Promise<Listener> {
  const listener = { id: newId('WebhookListener'), expiresAt: leaseFrom(wallNow) };
  await db.write(sql`
    WITH expired AS (DELETE FROM webhook_listeners WHERE platform_id = ${platformId} AND lease_until <= ${wallNow})
    INSERT INTO webhook_listeners (platform_id, id, created_at, lease_until)
    VALUES (${platformId}, ${listener.id}, ${wallNow}, ${listener.expiresAt})`);
  return listener;
}

export async function renewListener(db: Database, { platformId, id, wallNow }: ListenerKey): Promise<Listener> {
  const expiresAt = leaseFrom(wallNow);
  const renewed = await db.write(sql`
    UPDATE webhook_listeners l SET lease_until = ${expiresAt}
    WHERE l.platform_id = ${platformId} AND l.id = ${id} AND l.lease_until > ${wallNow} RETURNING 1`);
  if (renewed.length === 0) throw noListener();
  return { id, expiresAt };
}

export async function deleteListener(db: Database, { platformId, id, wallNow }: ListenerKey): Promise<void> {
  const deleted = await db.write(sql`
    DELETE FROM webhook_listeners l
    WHERE l.platform_id = ${platformId} AND l.id = ${id} AND l.lease_until > ${wallNow} RETURNING 1`);
  if (deleted.length === 0) throw noListener();
}

export async function requireListener(db: Database, { platformId, id, wallNow }: ListenerKey): Promise<void> {
  const found = await db.readPipelined(sql`
    SELECT 1 FROM webhook_listeners WHERE platform_id = ${platformId} AND id = ${id} AND lease_until > ${wallNow}`);
  if (found.length === 0) throw noListener();
}

export async function hasListener(db: Database, platformId: string, wallNow: Date): Promise<boolean> {
  const found = await db.readPipelined(
    sql`SELECT 1 FROM webhook_listeners WHERE platform_id = ${platformId} AND lease_until > ${wallNow} LIMIT 1`,
  );
  return found.length > 0;
}

const leaseFrom = (wallNow: Date): Date => addMs(wallNow, LEASE_SECONDS * SECOND_MS);

const noListener = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such listener, or its lease is over.', {
    hint: 'Create a listener with POST /sandbox/listeners and go on with the same cursor.',
  });
