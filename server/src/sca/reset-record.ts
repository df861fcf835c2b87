import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ScaFactor } from './challenge-record.ts';
import { type CustomerKey, keyRow } from './subject.ts';

export const resetStatuses = [
  'INITIATED',
  'PENDING_REVIEW',
  'LIVENESS_PASSED',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
] as const;
export type ResetStatus = (typeof resetStatuses)[number];

/** What may follow on what; time alone leads to EXPIRED. */
export const nextStatuses: Readonly<Record<ResetStatus, readonly ResetStatus[]>> = {
  INITIATED: ['PENDING_REVIEW', 'LIVENESS_PASSED', 'REJECTED', 'EXPIRED'],
  PENDING_REVIEW: ['LIVENESS_PASSED', 'REJECTED', 'EXPIRED'],
  LIVENESS_PASSED: ['COMPLETED', 'EXPIRED'],
  COMPLETED: [],
  REJECTED: [],
  EXPIRED: [],
};

export interface Reset extends CustomerKey {
  id: string;
  factor: ScaFactor;
  status: ResetStatus;
  /** Of the factor that takes the place of the old one. */
  enrollmentStatus: 'PENDING' | 'COMPLETED' | null;
  expiresAt: Date;
  createdAt: Date;
  completedAt: Date | null;
}

interface ResetPlace {
  platformId: string;
  id: string;
}

export async function readReset(db: Database, { platformId, id }: ResetPlace, now: Date): Promise<Reset | undefined> {
  const [row] = await db.find<ResetRow>(sql`
    SELECT platform_id, id, customer_id, factor, status, enrollment_status, expires_at, created_at, completed_at
    FROM sca_resets WHERE platform_id = ${platformId} AND id = ${id}`);
  return row && toReset(row, now);
}

export async function findReset(db: Database, place: ResetPlace & CustomerKey, now: Date): Promise<Reset> {
  const reset = await readReset(db, place, now);
  if (reset?.customerId === place.customerId) return reset;
  throw new ApiError('REFERENCE_NOT_FOUND', 'The customer has no such reset.', {
    hint: 'POST /sca/factors/reset starts one.',
  });
}

/** The row of a new reset. */
export const insertReset = (reset: Reset): Effect => ({ kind: insertKind, rows: [toRow(reset)] });

/** Guard: holds where the reset is in a status that this one may follow on. */
export const moveReset = (reset: Reset): Effect => ({ kind: moveKind, rows: [movedRow(reset)] });

/** The same beside another guard: breaks the statement where it does not hold. */
export const completeOnce = (reset: Reset): Effect => ({ kind: completeKind, rows: [movedRow(reset)] });

const movedRow = (reset: Reset) => ({
  ...toRow(reset),
  from: resetStatuses.filter((status) => nextStatuses[status].includes(reset.status)),
});

/** A factor was enrolled: what resets of it waited for. */
export const enrolled = (key: CustomerKey, factor: ScaFactor): Effect => ({
  kind: enrolledKind,
  rows: [{ ...keyRow(key), factor }],
});

const insertKind: EffectKind = {
  name: 'reset_started',
  statement: (rows) => sql`
    INSERT INTO sca_resets (platform_id, id, customer_id, factor, status, expires_at, created_at)
    SELECT platform_id, id, customer_id, factor, status, expires_at, created_at
    FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, factor text, status text,
      expires_at timestamptz, created_at timestamptz)
    JOIN guarded USING (item)`,
};

const movedType = sql`AS r(item int, platform_id text, id text, status text, enrollment_status text,
  completed_at timestamptz, "from" text[])`;

const moveKind: EffectKind = {
  name: 'reset_moved',
  statement: (rows) => sql`
    UPDATE sca_resets s SET status = r.status FROM ${rows} ${movedType}
    WHERE s.platform_id = r.platform_id AND s.id = r.id AND s.status = ANY (r."from")
    RETURNING r.item`,
};

const completeKind: EffectKind = {
  name: 'reset_completed',
  statement: (rows) => sql`
    UPDATE sca_resets s SET status = CASE WHEN s.status = ANY (r."from") THEN r.status END,
      enrollment_status = r.enrollment_status, completed_at = r.completed_at
    FROM ${rows} ${movedType} JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.id = r.id`,
};

const enrolledKind: EffectKind = {
  name: 'reset_enrolled',
  statement: (rows) => sql`
    UPDATE sca_resets s SET enrollment_status = 'COMPLETED'
    FROM ${rows} AS r(item int, platform_id text, customer_id text, factor text) JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.customer_id = r.customer_id AND s.factor = r.factor
      AND s.enrollment_status = 'PENDING'`,
};

interface ResetRow {
  platform_id: string;
  id: string;
  customer_id: string;
  factor: ScaFactor;
  status: ResetStatus;
  enrollment_status: Reset['enrollmentStatus'];
  expires_at: Date;
  created_at: Date;
  completed_at: Date | null;
}

const toReset = (row: ResetRow, now: Date): Reset => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  factor: row.factor,
  // Nobody has to write down that time has passed.
  status: row.expires_at <= now && nextStatuses[row.status].includes('EXPIRED') ? 'EXPIRED' : row.status,
  enrollmentStatus: row.enrollment_status,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  completedAt: row.completed_at,
});

const toRow = (reset: Reset) => ({
  platform_id: reset.platformId,
  id: reset.id,
  customer_id: reset.customerId,
  factor: reset.factor,
  status: reset.status,
  enrollment_status: reset.enrollmentStatus,
  expires_at: reset.expiresAt,
  created_at: reset.createdAt,
  completed_at: reset.completedAt,
});
