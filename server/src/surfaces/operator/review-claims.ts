import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Page } from '../../foundation/db/page.ts';
import { rows, sql } from '../../foundation/db/sql.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { getVerificationAnywhere, type Verification } from '../../parties/onboarding/record.ts';
import type { OperatorContext } from './interventions.ts';

/** Duration of a claim. Its operator renews it by claiming again. */
export const CLAIM_MINUTES = 15;

export interface ReviewClaim {
  operatorId: string;
  operatorName: string;
  expiresAt: Date;
}

type ReviewKey = Pick<Verification, 'platformId' | 'id'>;

/** Claims a waiting review, or renews the claim. Under concurrency exactly one operator gets it. */
export async function claimReview(db: Database, verificationId: string, { operatorId, now }: OperatorContext) {
  const verification = await getVerificationAnywhere(db, verificationId);
  if (verification.status !== 'PENDING_MANUAL_REVIEW') {
    throw new ApiError('CONFLICT', 'This verification is not waiting for a decision.', { reason: 'NOT_WAITING' });
  }
  const row = {
    ...keyRow(verification),
    operator_id: operatorId,
    expires_at: addMs(now, CLAIM_MINUTES * MINUTE_MS),
  };
  const isClaimed = await apply(db, { guard: { kind: claimKind, rows: [row] }, effects: [] });
  const claim = await findClaim(db, verification, now);
  if (claim && isClaimed) return { id: verificationId, ...claim };
  throw claimedByAnother(claim);
}

/** Releases the claim of this operator; has no effect without a claim. */
export async function releaseReview(db: Database, verificationId: string, { operatorId }: OperatorContext) {
  const verification = await getVerificationAnywhere(db, verificationId);
  await apply(db, {
    guard: { kind: releaseKind, rows: [{ ...keyRow(verification), operator_id: operatorId }] },
    effects: [],
  });
}

/** Throws 409 while another operator has claimed the review. Without a claim, every operator may decide. */
export async function requireNoOtherClaim(
  db: Database,
  verificationId: string,
  { operatorId, now }: OperatorContext,
): Promise<void> {
  const claim = await findClaim(db, await getVerificationAnywhere(db, verificationId), now);
  if (claim && claim.operatorId !== operatorId) throw claimedByAnother(claim);
}

/** Ends every claim of a review, in the statement of its decision. */
export const endClaim = (key: ReviewKey): Effect => ({ kind: endKind, rows: [keyRow(key)] });

/** Adds the claims to a page of the queue. */
export async function withClaims<R extends ReviewKey>(
  db: Database,
  page: Page<R>,
  now: Date,
): Promise<Page<R & { claim?: ReviewClaim }>> {
  if (page.data.length === 0) return page;
  const found = await db.read<ReviewClaim & { id: string }>(sql`
    SELECT c.verification_id AS id, ${claimColumns}
    FROM ${rows(page.data.map(keyRow))} AS r(platform_id text, verification_id text)
    JOIN review_claims c USING (platform_id, verification_id) JOIN operators o ON o.id = c.operator_id
    WHERE c.expires_at > ${now}`);
  const claims = new Map(found.map(({ id, ...claim }) => [id, claim]));
  return {
    ...page,
    data: page.data.map((review) => {
      const claim = claims.get(review.id);
      return { ...review, ...(claim && { claim }) };
    }),
  };
}

const claimColumns = sql`c.operator_id AS "operatorId", o.name AS "operatorName", c.expires_at AS "expiresAt"`;

async function findClaim(db: Database, { platformId, id }: ReviewKey, now: Date): Promise<ReviewClaim | undefined> {
  const [claim] = await db.read<ReviewClaim>(sql`
    SELECT ${claimColumns} FROM review_claims c JOIN operators o ON o.id = c.operator_id
    WHERE c.platform_id = ${platformId} AND c.verification_id = ${id} AND c.expires_at > ${now}`);
  return claim;
}

const claimedByAnother = (claim: ReviewClaim | undefined): ApiError =>
  new ApiError('CONFLICT', `${claim?.operatorName ?? 'Another operator'} is working on this review.`, {
    reason: 'CLAIMED_BY_ANOTHER',
    ...(claim && { claimedBy: claim.operatorId, claimedUntil: claim.expiresAt }),
    hint: `Take another review. A claim ends with the decision, or ${CLAIM_MINUTES} minutes after it was last renewed.`,
  });

const keyRow = ({ platformId, id }: ReviewKey) => ({ platform_id: platformId, verification_id: id });

const claimKind: EffectKind = {
  name: 'review_claimed',
  statement: (rows) => sql`
    INSERT INTO review_claims AS c (platform_id, verification_id, operator_id, expires_at)
    SELECT platform_id, verification_id, operator_id, expires_at
    FROM ${rows} AS r(item int, platform_id text, verification_id text, operator_id text, expires_at timestamptz)
    ON CONFLICT (platform_id, verification_id) DO UPDATE
    SET operator_id = excluded.operator_id, expires_at = excluded.expires_at
    WHERE c.operator_id = excluded.operator_id
      OR c.expires_at <= excluded.expires_at - make_interval(mins => ${CLAIM_MINUTES})
    RETURNING 0 AS item`,
};

const releaseKind: EffectKind = {
  name: 'review_released',
  statement: (rows) => sql`
    DELETE FROM review_claims c USING ${rows} AS r(item int, platform_id text, verification_id text, operator_id text)
    WHERE c.platform_id = r.platform_id AND c.verification_id = r.verification_id AND c.operator_id = r.operator_id
    RETURNING r.item`,
};

const endKind: EffectKind = {
  name: 'review_claim_ended',
  statement: (rows) => sql`
    DELETE FROM review_claims c
    USING ${rows} AS r(item int, platform_id text, verification_id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.verification_id = r.verification_id`,
};
