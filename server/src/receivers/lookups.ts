import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { type Clock, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { UmaCounterparty } from '../providers/uma/port.ts';

/** How long an answer may be built on. */
export const LOOKUP_MS = 10 * MINUTE_MS;

export type LookupReceiver = { type: 'UMA'; umaAddress: string } | { type: 'EXTERNAL'; accountId: string };

/** What a receiver was found to take and to ask for, kept for the quote that follows. */
export interface Lookup {
  id: string;
  receiver: LookupReceiver;
  /** The customer who pays; null where the platform's own address asked. */
  customerId: string | null;
  currencies: readonly string[];
  requiredPayerDataFields: readonly { name: string; mandatory: boolean }[];
  /** Of a receiver at another provider. */
  counterparty?: UmaCounterparty | undefined;
  expiresAt: Date;
}

export async function findLookup(db: Database, platformId: string, lookupId: string, now: Date): Promise<Lookup> {
  const [row] = await db.find<LookupRow>(sql`
    SELECT id, receiver, customer_id, currencies, required_fields, counterparty, expires_at FROM lookups
    WHERE platform_id = ${platformId} AND id = ${lookupId} AND expires_at > ${now}`);
  if (row) return toLookup(row);
  throw new ApiError('LOOKUP_REQUEST_NOT_FOUND', 'There is no such lookup, or it has expired.', {
    hint: `A lookup is good for ${LOOKUP_MS / MINUTE_MS} minutes. Look the receiver up again.`,
  });
}

export async function keepLookup(db: Database, platformId: string, lookup: Lookup): Promise<void> {
  const { id, receiver, customerId, currencies, requiredPayerDataFields, counterparty, expiresAt } = lookup;
  await db.write(sql`
    INSERT INTO lookups (platform_id, id, receiver, customer_id, currencies, required_fields, counterparty, expires_at)
    VALUES (${platformId}, ${id}, ${JSON.stringify(receiver)}::jsonb, ${customerId}, ${currencies},
      ${JSON.stringify(requiredPayerDataFields)}::jsonb, ${counterparty ? JSON.stringify(counterparty) : null}::jsonb,
      ${expiresAt})`);
}

/** A platform's clock is never behind the wall's: what has expired on the wall has expired for the platform. */
export async function sweepLookups({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM lookups WHERE expires_at <= ${clock.now()}`);
}

interface LookupRow {
  id: string;
  receiver: LookupReceiver;
  customer_id: string | null;
  currencies: string[];
  required_fields: { name: string; mandatory: boolean }[];
  counterparty: UmaCounterparty | null;
  expires_at: Date;
}

const toLookup = (row: LookupRow): Lookup => ({
  id: row.id,
  receiver: row.receiver,
  customerId: row.customer_id,
  currencies: row.currencies,
  requiredPayerDataFields: row.required_fields,
  counterparty: row.counterparty ?? undefined,
  expiresAt: row.expires_at,
});
