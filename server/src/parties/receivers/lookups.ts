import type { RequestedField, UmaCounterparty } from '../../engine/providers/uma/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  textArray,
  timestamptz,
} from '../../foundation/db/table.ts';
import { type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

/** Validity of a lookup. */
export const LOOKUP_MS = 10 * MINUTE_MS;

export type LookupReceiver = { type: 'UMA'; umaAddress: string } | { type: 'EXTERNAL'; accountId: string };

const lookups = table('lookups', {
  platformId: text(),
  id: text(),
  receiver: jsonb<LookupReceiver>(),
  /** Sending customer; null for the platform itself. */
  customerId: nullable(text()),
  currencies: textArray(),
  /** Payer data that the receiver requires or accepts. */
  requiredFields: jsonb<readonly RequestedField[]>(),
  /** Set if the receiver is at another provider. */
  counterparty: nullable(jsonb<UmaCounterparty>()),
  expiresAt: timestamptz(),
});

/** The result of a lookup, stored for the quote that follows. */
export type Lookup = RecordOf<typeof lookups>;

export async function getLookup(db: Database, platformId: string, lookupId: string, now: Date): Promise<Lookup> {
  const [row] = await db.readPipelined<RowOf<typeof lookups>>(sql`
    SELECT ${lookups.columns} FROM lookups
    WHERE platform_id = ${platformId} AND id = ${lookupId} AND expires_at > ${now}`);
  if (row) return lookups.fromRow(row);
  throw new ApiError('LOOKUP_REQUEST_NOT_FOUND', 'There is no such lookup, or it has expired.', {
    hint: `A lookup is valid for ${LOOKUP_MS / MINUTE_MS} minutes. Repeat the lookup of the receiver.`,
  });
}

export async function insertLookup(db: Database, lookup: Lookup): Promise<void> {
  await apply(db, { effects: [{ kind: insertKind, rows: [lookups.toRow(lookup)] }] });
}

const insertKind = lookups.insertKind('lookup_created');

/** Uses real time, which no platform clock is behind: expired here means expired on every platform. */
export async function sweepLookups({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM lookups WHERE expires_at <= ${clock.now()}`);
}
