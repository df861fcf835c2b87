import type { DocumentProblem, RejectionReason } from '../../engine/providers/identity/port.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { openOwnerIdentifier, ownerJson } from '../customers/beneficial-owners.ts';
import { customerJson, getActiveCustomer, getCustomer, openIdentifier } from '../customers/record.ts';
import { getSettings } from '../platforms/config.ts';
import { getClockOffset, getPlatform } from '../platforms/platforms.ts';
import { getApplication, hasFingerprint, type OpenApplication } from './application.ts';
import {
  acceptedDocuments,
  type DocumentType,
  type MissingDocument,
  type VerificationError,
} from './document-types.ts';
import { type Document, documentJson } from './documents.ts';
import { getVerificationAnywhere, type Verification, verificationJson } from './record.ts';
import { transitionTo, type VerificationTransition } from './transitions.ts';
import { rejectionError, type VerificationDeps } from './verifications.ts';

/** Problem found by a reviewer. */
export type ReviewFinding = { resourceId: string; reason: string } & (
  | { type: DocumentProblem }
  | { type: MissingDocument; acceptedDocumentTypes?: readonly DocumentType[] }
);

export type ReviewDecision =
  | { verb: 'APPROVE' }
  | { verb: 'REJECT'; reason: RejectionReason }
  | { verb: 'REQUEST_CHANGES'; findings: readonly ReviewFinding[] };

interface Review {
  verificationId: string;
  /** Version that the reviewer has read. If a later version is stored, the decision is rejected. */
  version?: number | undefined;
  decision: ReviewDecision;
  /** Real time. */
  now: Date;
  /** Further effects of the statement, such as the record of the action. */
  effects: (verification: Verification) => Effect[];
}

/** Decides a verification that waits for review. Customer, owners, accounts and events change in one statement. */
export function decideVerification(deps: VerificationDeps, review: Review) {
  const { verificationId, version, decision, now } = review;
  return retryOnConflict('customer', async () => {
    const { platformId, customerId } = await getVerificationAnywhere(deps.db, verificationId);
    const { mode } = await getPlatform(deps.db, platformId);
    const customer = await getActiveCustomer(deps.db, platformId, customerId);
    const application = await getApplication(deps.db, customer);
    const waiting = requireWaiting(application, { verificationId, version });
    if (decision.verb === 'APPROVE') await requireUnchanged(deps, application, waiting);
    const settings = await getSettings(deps.db, platformId);
    const at = addMs(now, await getClockOffset(deps.db, platformId));
    const transition = transitionOf(decision, application);
    const { next, change } = transitionTo(application, transition, {
      identity: deps.verification.identity[mode],
      banking: deps.banking,
      settings,
      mode,
      at,
    });
    const isDone = await apply(deps.db, { ...change, effects: [...change.effects, ...review.effects(next)] });
    return isDone ? verificationJson(next) : undefined;
  });
}

function requireWaiting(
  { verification }: OpenApplication,
  { verificationId, version }: { verificationId: string; version: number | undefined },
): Verification {
  if (verification?.id !== verificationId || verification.status !== 'PENDING_MANUAL_REVIEW') {
    throw new ApiError('CONFLICT', 'This verification is not waiting for a decision.', { reason: 'NOT_WAITING' });
  }
  if (version === undefined || BigInt(version) === verification.version) return verification;
  throw new ApiError('CONFLICT', 'This verification was submitted again since it was read.', {
    reason: 'SUBMITTED_AGAIN',
    hint: 'Read it again before deciding.',
  });
}

/** Rejects an approval if the data have changed since the submission. */
async function requireUnchanged(
  { vault }: VerificationDeps,
  application: OpenApplication,
  { fingerprint }: Verification,
): Promise<void> {
  if (await hasFingerprint(vault, application, fingerprint)) return;
  throw new ApiError('CONFLICT', 'The customer or its owners were changed after they were submitted.', {
    reason: 'CHANGED_SINCE_SUBMISSION',
    hint: 'Decide after the next submission (POST /verifications), or request changes.',
  });
}

function transitionOf(decision: ReviewDecision, application: OpenApplication): VerificationTransition {
  switch (decision.verb) {
    case 'APPROVE':
      return { status: 'APPROVED', errors: [], findings: [] };
    case 'REJECT':
      return { status: 'REJECTED', errors: [rejectionError(application.customer.id, decision.reason)], findings: [] };
    case 'REQUEST_CHANGES': {
      const findings = decision.findings.map(withAccepted);
      const problems = decision.findings.flatMap((finding, i) => resourceProblems(finding, i, application));
      if (problems.length > 0) throw new InvalidFields(problems);
      return { status: 'RESOLVE_ERRORS', errors: findings, findings };
    }
  }
}

type DocumentFinding = Extract<ReviewFinding, { type: DocumentProblem }>;

const isAboutDocument = (finding: ReviewFinding): finding is DocumentFinding =>
  !Object.hasOwn(acceptedDocuments, finding.type);

function withAccepted(finding: ReviewFinding): VerificationError {
  if (isAboutDocument(finding)) return { resourceId: finding.resourceId, type: finding.type, reason: finding.reason };
  return { acceptedDocumentTypes: acceptedDocuments[finding.type], ...finding };
}

/** A document problem must name a submitted document; a missing document must name the customer or an owner. */
function resourceProblems(
  finding: ReviewFinding,
  i: number,
  { customer, owners, documents }: OpenApplication,
): FieldError[] {
  const submitted = documents.filter(({ state }) => state === 'SUBMITTED');
  const resources = isAboutDocument(finding) ? submitted : [customer, ...owners];
  if (resources.some(({ id }) => id === finding.resourceId)) return [];
  const allowed = isAboutDocument(finding) ? 'a document of this application' : 'the customer or one of its owners';
  return [{ field: `errors.${i}.resourceId`, message: `resourceId of ${finding.type} must be ${allowed}.` }];
}

/** The application with decrypted identifiers. Callers must record every access. */
export async function getReview({ db, vault }: VerificationDeps, verificationId: string) {
  const verification = await getVerificationAnywhere(db, verificationId);
  const { platformId, customerId, submittedAt, version, fingerprint } = verification;
  const customer = await getCustomer(db, platformId, customerId);
  const application = await getApplication(db, customer);
  const identifier = await openIdentifier(vault, customer);
  const owners = application.owners.map(async (owner) => ({
    ...ownerJson(owner),
    identifier: await openOwnerIdentifier(vault, owner),
  }));
  return {
    verification: verificationJson(verification),
    platformId,
    version: Number(version),
    ...(submittedAt && { submittedAt }),
    isChangedSinceSubmission: fingerprint !== null && !(await hasFingerprint(vault, application, fingerprint)),
    customer: customerJson(customer),
    ...(identifier !== undefined && { identifier }),
    beneficialOwners: await Promise.all(owners),
    documents: application.documents.map(reviewedDocument),
  };
}

const reviewedDocument = (document: Document) => ({
  ...documentJson(document),
  state: document.state,
  contentType: document.contentType,
  size: Number(document.size),
  sha256: document.sha256,
});
