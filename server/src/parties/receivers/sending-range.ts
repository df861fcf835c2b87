import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { Settings } from '../platforms/settings.ts';
import { smallest } from '../rates/bigint-extremes.ts';
import { configOf, type Range, rangeOf } from '../rates/limits.ts';
import { anyAmount, common } from '../rates/quotable-range.ts';
import type { Pricing } from '../rates/service.ts';
import type { Sender } from './senders.ts';

interface Deps {
  db: Database;
  payments: Pricing;
}

interface Spender {
  platform: Platform;
  sender: Sender;
  settings: Settings;
  now: Date;
}

/** Currency that a sender pays in: the first of the sender's currencies that the platform sends. */
export function currencyOf({ currencies }: Sender, settings: Settings): string {
  const isSent = (code: string) => configOf(settings, code)?.enabledTransactionTypes.includes('OUTGOING');
  return currencies.find(isSent) ?? currencies[0];
}

/**
 * Amounts that the sender can send in one payment now, within the platform's configuration, the limit per transaction
 * and the rest of the daily limit. Undefined if there are none.
 */
export async function sendingRange(deps: Deps, spender: Spender, currency: string): Promise<Range | undefined> {
  const { platform, settings, now } = spender;
  const configured = configOf(settings, currency);
  if (!configured?.enabledTransactionTypes.includes('OUTGOING')) return undefined;
  const [{ transactionMax, dailyMax }, sent] = await Promise.all([
    deps.payments.corridors.limits(platform.mode, currency, now),
    sentToday(deps.db, spender, currency),
  ]);
  const max = smallest(transactionMax, dailyMax - sent);
  return common(anyAmount, rangeOf(configured), { min: anyAmount.min, max });
}

/** Amount already counted towards the limit of the current UTC day on the platform clock. */
async function sentToday(db: Database, { platform, sender, now }: Spender, currency: string): Promise<bigint> {
  const [row] = await db.readPipelined<{ sent: bigint }>(sql`
    SELECT sent::bigint FROM daily_volumes
    WHERE platform_id = ${platform.id} AND owner_id = ${sender.id} AND currency = ${currency}
      AND day = (${now}::timestamptz AT TIME ZONE 'UTC')::date`);
  return row?.sent ?? 0n;
}
