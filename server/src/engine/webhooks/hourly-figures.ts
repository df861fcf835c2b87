import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../foundation/kernel/clock.ts';
import type { Attempt } from './sender.ts';

export const SHOWN_HOURS = 24;
const KEPT_MS = 2 * DAY_MS;
/** Ratio of the upper bounds of neighbouring latency buckets. Percentiles are exact to 15 %. */
const BUCKET_FACTOR = 1.15;
/** 1.15 to the power of 70 exceeds the longest delivery timeout in milliseconds. */
const LAST_BUCKET = 70;

/** Hour and latency bucket of an attempt. */
export const hourOf = ({ at, latencyMs }: Attempt) => ({ hour: startOfHour(at), bucket: bucketOf(latencyMs) });

const startOfHour = (at: Date): Date => addMs(at, -(at.getTime() % HOUR_MS));

const bucketOf = (latencyMs: number): number =>
  Math.min(Math.max(Math.ceil(Math.log(latencyMs) / Math.log(BUCKET_FACTOR)), 0), LAST_BUCKET);

/** Part of the statement that records attempts `r`. Ordered, so that concurrent statements do not deadlock. */
export const countAttempts = sql`
  INSERT INTO webhook_hours AS h (platform_id, hour, bucket, delivered, failed)
  SELECT owner, hour, bucket, count(*) FILTER (WHERE status = 'DELIVERED'),
    count(*) FILTER (WHERE status <> 'DELIVERED')
  FROM r GROUP BY owner, hour, bucket ORDER BY owner, hour, bucket
  ON CONFLICT (platform_id, hour, bucket) DO UPDATE
    SET delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed`;

export interface WebhookHour {
  at: Date;
  delivered: number;
  failed: number;
  /** Undefined in hours without attempts. */
  p95Ms?: number;
}

interface CountedHour {
  hour: Date;
  bucket: number;
  delivered: number;
  failed: number;
}

/** Figures of the last 24 hours, oldest first, including hours without attempts. */
export async function readHours(db: Database, platformId: string, now: Date): Promise<WebhookHour[]> {
  const last = startOfHour(now);
  const first = addMs(last, -(SHOWN_HOURS - 1) * HOUR_MS);
  const counted = await db.read<CountedHour>(sql`
    SELECT hour, bucket, delivered, failed FROM webhook_hours
    WHERE platform_id = ${platformId} AND hour >= ${first} ORDER BY hour, bucket`);
  return Array.from({ length: SHOWN_HOURS }, (_, i) => {
    const at = addMs(first, i * HOUR_MS);
    return summaryOf(
      at,
      counted.filter(({ hour }) => hour.getTime() === at.getTime()),
    );
  });
}

function summaryOf(at: Date, buckets: readonly CountedHour[]): WebhookHour {
  const sum = (name: 'delivered' | 'failed'): number => buckets.reduce((total, bucket) => total + bucket[name], 0);
  const counts = { delivered: sum('delivered'), failed: sum('failed') };
  const p95Ms = percentile95(buckets, counts.delivered + counts.failed);
  return { at, ...counts, ...(p95Ms !== undefined && { p95Ms }) };
}

/** Upper bound of the bucket with the 95th percentile. */
function percentile95(buckets: readonly CountedHour[], total: number): number | undefined {
  let seen = 0;
  for (const { bucket, delivered, failed } of buckets) {
    seen += delivered + failed;
    if (seen >= total * 0.95) return Math.ceil(BUCKET_FACTOR ** bucket);
  }
  return undefined;
}

/** Deletes hours that are no longer shown. */
export async function sweepHours(db: Database, now: Date): Promise<void> {
  await db.write(sql`DELETE FROM webhook_hours WHERE hour < ${addMs(now, -KEPT_MS)}`);
}
