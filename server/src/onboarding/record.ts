import type { Customer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import { idPattern, uuidPattern } from '../kernel/ids.ts';
import type { VerificationError, VerificationStatus } from './fields.ts';

/** The way of one customer through verification: submitted as often as it takes, decided once. */
export interface Verification {
  platformId: string;
  id: string;
  customerId: string;
  status: VerificationStatus;
  errors: readonly VerificationError[];
  /** What a reviewer has asked for, and what must be answered before anything else. */
  findings: readonly VerificationError[];
  /** Of what was submitted last. */
  fingerprint: string | null;
  /** In the queue of those who wait for a reviewer. */
  place: string | null;
  submittedAt: Date | null;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
}

/** As the API, webhooks and replays show it. */
export const verificationJson = ({ id, customerId, status, errors, createdAt, updatedAt }: Verification) => ({
  id,
  customerId,
  verificationStatus: status,
  errors,
  createdAt,
  updatedAt,
});

export async function findVerification(db: Database, platformId: string, id: string): Promise<Verification> {
  const [row] = await db.read<VerificationRow>(
    sql`SELECT ${verificationColumns} FROM verifications WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toVerification(row);
  throw notFound('GET /verifications lists the verifications.');
}

/** Of any platform: for operators. */
export async function findVerificationAnywhere(db: Database, id: string): Promise<Verification> {
  const [row] = await db.read<VerificationRow>(sql`SELECT ${verificationColumns} FROM verifications WHERE id = ${id}`);
  if (row) return toVerification(row);
  throw notFound('GET /operator/reviews lists those that wait.');
}

/** The one of a customer that is not decided yet, if any. */
export async function findOpenVerification(
  db: Database,
  { platformId, id }: Pick<Customer, 'platformId' | 'id'>,
): Promise<Verification | undefined> {
  const [row] = await db.read<VerificationRow>(sql`
    SELECT ${verificationColumns} FROM verifications
    WHERE platform_id = ${platformId} AND customer_id = ${id} AND status NOT IN ('APPROVED', 'REJECTED')`);
  return row && toVerification(row);
}

export interface VerificationFilter extends PageRequest {
  customerId?: string | undefined;
  verificationStatus?: VerificationStatus | undefined;
}

export async function listVerifications(
  db: Database,
  platformId: string,
  { customerId, verificationStatus, ...request }: VerificationFilter,
) {
  const where = [
    sql`platform_id = ${platformId}`,
    ...(customerId === undefined ? [] : [sql`customer_id = ${customerId}`]),
    ...(verificationStatus === undefined ? [] : [sql`status = ${verificationStatus}`]),
  ];
  const select = verificationColumns;
  const found = await page<VerificationRow>(db, {
    keys: idPattern('Verification'),
    select,
    from: sql`FROM verifications`,
    where,
    request,
  });
  return mapPage(found, (row) => verificationJson(toVerification(row)));
}

export interface WaitingReview {
  id: string;
  platformId: string;
  customerId: string;
  customerType: Customer['customerType'];
  submittedAt: Date;
}

/** Those who wait for a reviewer, on every platform or on one; first in, first out. */
export async function listWaiting(
  db: Database,
  { platformId, ...request }: PageRequest & { platformId?: string | undefined },
) {
  const found = await page<WaitingReview & { place: string }>(db, {
    keys: uuidPattern,
    select: sql`v.id, v.platform_id AS "platformId", v.customer_id AS "customerId", c.customer_type AS "customerType",
      v.submitted_at AS "submittedAt", v.place`,
    from: sql`FROM verifications v JOIN customers c ON c.platform_id = v.platform_id AND c.id = v.customer_id`,
    where: [
      sql`v.status = 'PENDING_MANUAL_REVIEW' AND NOT c.is_deleted`,
      ...(platformId === undefined ? [] : [sql`v.platform_id = ${platformId}`]),
    ],
    order: { column: sql`v.place`, direction: 'ASC', keyOf: (row) => row.place },
    request,
  });
  return mapPage(found, ({ place, ...review }) => review);
}

/** The row, new or moved on. Every writer of it holds the version of its customer. */
export const writeVerification = (verification: Verification): Effect => ({
  kind: writeKind,
  rows: [toRow(verification)],
});

const notFound = (hint: string): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such verification.', { hint });

const verificationColumns = sql`platform_id, id, customer_id, status, errors, findings, fingerprint, place, submitted_at,
  version, created_at, updated_at`;

const writeKind: EffectKind = {
  name: 'verification_written',
  statement: (rows) => sql`
    INSERT INTO verifications (${verificationColumns})
    SELECT ${verificationColumns} FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, status text,
      errors jsonb, findings jsonb, fingerprint text, place text, submitted_at timestamptz, version bigint,
      created_at timestamptz, updated_at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, id) DO UPDATE SET status = excluded.status, errors = excluded.errors,
      findings = excluded.findings, fingerprint = excluded.fingerprint, place = excluded.place,
      submitted_at = excluded.submitted_at, version = excluded.version, updated_at = excluded.updated_at`,
};

interface VerificationRow {
  platform_id: string;
  id: string;
  customer_id: string;
  status: VerificationStatus;
  errors: VerificationError[];
  findings: VerificationError[];
  fingerprint: string | null;
  place: string | null;
  submitted_at: Date | null;
  version: bigint;
  created_at: Date;
  updated_at: Date;
}

const toVerification = (row: VerificationRow): Verification => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  status: row.status,
  errors: row.errors,
  findings: row.findings,
  fingerprint: row.fingerprint,
  place: row.place,
  submittedAt: row.submitted_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (verification: Verification) => ({
  platform_id: verification.platformId,
  id: verification.id,
  customer_id: verification.customerId,
  status: verification.status,
  errors: verification.errors,
  findings: verification.findings,
  fingerprint: verification.fingerprint,
  place: verification.place,
  submitted_at: verification.submittedAt,
  version: verification.version.toString(),
  created_at: verification.createdAt,
  updated_at: verification.updatedAt,
});
