import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { ScaFactor } from './factors.ts';
import { type CustomerKey, keyRow } from './sca-customer.ts';

export const resetStatuses = [
  'INITIATED',
  'PENDING_REVIEW',
  'LIVENESS_PASSED',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
] as const;
export type ResetStatus = (typeof resetStatuses)[number];

/** EXPIRED is never stored; it is derived from `expiresAt`. */
const nextStatuses: Readonly<Record<ResetStatus, readonly ResetStatus[]>> = {
  INITIATED: ['PENDING_REVIEW', 'LIVENESS_PASSED', 'REJECTED', 'EXPIRED'],
  PENDING_REVIEW: ['LIVENESS_PASSED', 'REJECTED', 'EXPIRED'],
  LIVENESS_PASSED: ['COMPLETED', 'EXPIRED'],
  COMPLETED: [],
  REJECTED: [],
  EXPIRED: [],
};

const resets = table('sca_resets', {
  platformId: text(),
  id: text(),
  customerId: text(),
  factor: text<ScaFactor>(),
  status: text<ResetStatus>(),
  /** Enrollment of the new factor that replaces the lost one. */
  enrollmentStatus: nullable(text<'PENDING' | 'COMPLETED'>()),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
  completedAt: nullable(timestamptz()),
});

export type Reset = RecordOf<typeof resets>;

interface ResetKey {
  platformId: string;
  id: string;
}

export async function findReset(db: Database, { platformId, id }: ResetKey, now: Date): Promise<Reset | undefined> {
  const [row] = await db.readPipelined<RowOf<typeof resets>>(sql`
    SELECT ${resets.columns} FROM sca_resets WHERE platform_id = ${platformId} AND id = ${id}`);
  if (!row) return undefined;
  const reset = resets.fromRow(row);
  const isExpired = reset.expiresAt <= now && nextStatuses[reset.status].includes('EXPIRED');
  return isExpired ? { ...reset, status: 'EXPIRED' } : reset;
}

export async function getReset(db: Database, key: ResetKey & CustomerKey, now: Date): Promise<Reset> {
  const reset = await findReset(db, key, now);
  if (reset?.customerId === key.customerId) return reset;
  throw new ApiError('REFERENCE_NOT_FOUND', 'The customer has no such reset.', {
    hint: 'POST /sca/factors/reset starts one.',
  });
}

export const insertReset = (reset: Reset): Effect => ({ kind: insertKind, rows: [resets.toRow(reset)] });

/** Guard: holds if the stored status allows a transition to the new one. */
export const transitionReset = (reset: Reset): Effect => ({ kind: transitionKind, rows: [transitionRow(reset)] });

/** Completes a reset in a statement with another guard. Aborts the statement if the stored status does not allow it. */
export const completeResetOrAbort = (reset: Reset): Effect => ({ kind: completeKind, rows: [transitionRow(reset)] });

const transitionRow = (reset: Reset) => ({
  ...resets.toRow(reset),
  from: resetStatuses.filter((status) => nextStatuses[status].includes(reset.status)),
});

/** Completes the resets that wait for the enrollment of this factor. */
export const completeEnrollment = (key: CustomerKey, factor: ScaFactor): Effect => ({
  kind: enrollmentKind,
  rows: [{ ...keyRow(key), factor }],
});

const insertKind = resets.insertKind('reset_started');

const transitionType = sql`AS r(${resets.rowType}, "from" text[])`;

const transitionKind: EffectKind = {
  name: 'reset_transition',
  statement: (rows) => sql`
    UPDATE sca_resets s SET status = r.status FROM ${rows} ${transitionType}
    WHERE s.platform_id = r.platform_id AND s.id = r.id AND s.status = ANY (r."from")
    RETURNING r.item`,
};

const completeKind: EffectKind = {
  name: 'reset_completed',
  statement: (rows) => sql`
    UPDATE sca_resets s SET status = CASE WHEN s.status = ANY (r."from") THEN r.status END,
      enrollment_status = r.enrollment_status, completed_at = r.completed_at
    FROM ${rows} ${transitionType} JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.id = r.id`,
};

const enrollmentKind: EffectKind = {
  name: 'reset_enrolled',
  statement: (rows) => sql`
    UPDATE sca_resets s SET enrollment_status = 'COMPLETED'
    FROM ${rows} AS r(item int, platform_id text, customer_id text, factor text) JOIN guarded USING (item)
    WHERE s.platform_id = r.platform_id AND s.customer_id = r.customer_id AND s.factor = r.factor
      AND s.enrollment_status = 'PENDING'`,
};
