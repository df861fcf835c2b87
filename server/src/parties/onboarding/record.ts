import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
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
import { ApiError } from '../../foundation/kernel/errors.ts';
import { idPattern, uuidPattern } from '../../foundation/kernel/ids.ts';
import type { Customer } from '../customers/record.ts';
import type { VerificationError, VerificationStatus } from './document-types.ts';

const verifications = table('verifications', {
  platformId: text(),
  id: text(),
  customerId: text(),
  status: text<VerificationStatus>(),
  errors: jsonb<readonly VerificationError[]>(),
  /** Problems that a review found and that are not resolved. */
  findings: jsonb<readonly VerificationError[]>(),
  /** Fingerprint of the data of the last submission. */
  fingerprint: nullable(text()),
  /** Sort key in the review queue. */
  place: nullable(text()),
  submittedAt: nullable(timestamptz()),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

/** Verification of a customer. It can be submitted repeatedly and is decided once. */
export type Verification = RecordOf<typeof verifications>;
type VerificationRow = RowOf<typeof verifications>;

/** JSON of the API and of webhooks. */
export const verificationJson = ({ id, customerId, status, errors, createdAt, updatedAt }: Verification) => ({
  id,
  customerId,
  verificationStatus: status,
  errors,
  createdAt,
  updatedAt,
});

export async function getVerification(db: Database, platformId: string, id: string): Promise<Verification> {
  const [row] = await db.read<VerificationRow>(
    sql`SELECT ${verifications.columns} FROM verifications WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return verifications.fromRow(row);
  throw notFound('GET /verifications lists the verifications.');
}

/** For operators: finds a verification of any platform. */
export async function getVerificationAnywhere(db: Database, id: string): Promise<Verification> {
  const [row] = await db.read<VerificationRow>(
    sql`SELECT ${verifications.columns} FROM verifications WHERE id = ${id}`,
  );
  if (row) return verifications.fromRow(row);
  throw notFound('GET /operator/reviews lists the verifications that wait for a review.');
}

/** The verification of a customer that is not decided yet. */
export async function findOpenVerification(
  db: Database,
  { platformId, id }: Pick<Customer, 'platformId' | 'id'>,
): Promise<Verification | undefined> {
  const [row] = await db.read<VerificationRow>(sql`
    SELECT ${verifications.columns} FROM verifications
    WHERE platform_id = ${platformId} AND customer_id = ${id} AND status NOT IN ('APPROVED', 'REJECTED')`);
  return row && verifications.fromRow(row);
}

interface VerificationFilter extends PageRequest {
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
  const rows = await page<VerificationRow>(db, {
    keys: idPattern('Verification'),
    select: verifications.columns,
    from: sql`FROM verifications`,
    where,
    request,
  });
  return mapPage(rows, (row) => verificationJson(verifications.fromRow(row)));
}

interface WaitingReview {
  id: string;
  platformId: string;
  customerId: string;
  customerType: Customer['customerType'];
  submittedAt: Date;
}

/** Review queue of one platform or of all, oldest first. */
export async function listWaitingReviews(
  db: Database,
  { platformId, ...request }: PageRequest & { platformId?: string | undefined },
) {
  const rows = await page<WaitingReview & { place: string }>(db, {
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
  return mapPage(rows, ({ place, ...review }) => review);
}

/** Inserts or updates the row. The caller's statement must guard the version of the customer. */
export const writeVerification = (verification: Verification): Effect => ({
  kind: writeKind,
  rows: [verifications.toRow(verification)],
});

const notFound = (hint: string): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such verification.', { hint });

const writeKind = verifications.upsertKind('verification_written', ['platformId', 'id'], 'customerId', 'createdAt');
