import { openOwnerIdentifier, ownerJson } from '../customers/beneficial-owners.ts';
import { customerJson, findActiveCustomer, findCustomer, insist, openIdentifier } from '../customers/record.ts';
import { apply, type Effect } from '../db/effects.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { readSettings } from '../platforms/config.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import type { DocumentProblem, RejectionReason } from '../providers/identity/port.ts';
import { fingerprintOf, type OpenApplication, readApplication } from './application.ts';
import { type Document, documentJson } from './documents.ts';
import { acceptedDocuments, type DocumentType, type MissingDocument, type VerificationError } from './fields.ts';
import { type Move, moveTo } from './moves.ts';
import { findVerificationAnywhere, type Verification, verificationJson } from './record.ts';
import { rejection, type VerificationNeeds } from './verifications.ts';

/** A finding as a reviewer writes it. */
export type Finding = { resourceId: string; reason: string } & (
  | { type: DocumentProblem }
  | { type: MissingDocument; acceptedDocumentTypes?: readonly DocumentType[] }
);

export type ReviewDecision =
  | { verb: 'APPROVE' }
  | { verb: 'REJECT'; reason: RejectionReason }
  | { verb: 'REQUEST_CHANGES'; findings: readonly Finding[] };

interface Review {
  verificationId: string;
  /** As the reviewer has seen it; where it has moved on since, nothing is decided. */
  version?: number | undefined;
  decision: ReviewDecision;
  /** Wall time. */
  now: Date;
  /** What else belongs into the statement. */
  effects: (verification: Verification) => Effect[];
}

/** A reviewer's word on somebody who waits: the customer, its owners, accounts and events follow in one statement. */
export function decide(needs: VerificationNeeds, review: Review) {
  const { verificationId, version, decision, now } = review;
  return insist(async () => {
    const found = await findVerificationAnywhere(needs.db, verificationId);
    const { platformId } = found;
    const { mode } = await findPlatform(needs.db, platformId);
    const customer = await findActiveCustomer(needs.db, platformId, found.customerId);
    const application = await readApplication(needs.db, customer);
    const waiting = requireWaiting(application, { verificationId, version });
    if (decision.verb === 'APPROVE') await requireUnchanged(needs, application, waiting);
    const settings = await readSettings(needs.db, platformId);
    const at = addMs(now, await readClockOffset(needs.db, platformId));
    const move = moveOf(decision, application);
    const { next, change } = moveTo(application, move, {
      identity: needs.identity[mode],
      funding: needs.funding,
      settings,
      mode,
      at,
    });
    const isDone = await apply(needs.db, { ...change, effects: [...change.effects, ...review.effects(next)] });
    return isDone ? verificationJson(next) : undefined;
  });
}

function requireWaiting(
  { verification }: OpenApplication,
  { verificationId, version }: { verificationId: string; version: number | undefined },
): Verification {
  if (verification?.id !== verificationId || verification.status !== 'PENDING_MANUAL_REVIEW') {
    throw new ApiError('CONFLICT', 'This verification does not wait for a decision.', { reason: 'NOT_WAITING' });
  }
  if (version === undefined || BigInt(version) === verification.version) return verification;
  throw new ApiError('CONFLICT', 'This verification was submitted again since it was read.', {
    reason: 'SUBMITTED_AGAIN',
    hint: 'Read it again before deciding.',
  });
}

/** Nobody is approved as somebody else than was submitted. */
async function requireUnchanged(
  { vault }: VerificationNeeds,
  application: OpenApplication,
  { fingerprint }: Verification,
): Promise<void> {
  if ((await fingerprintOf(vault, application)) === fingerprint) return;
  throw new ApiError('CONFLICT', 'The customer or its owners were changed after they were submitted.', {
    reason: 'CHANGED_SINCE_SUBMISSION',
    hint: 'It can be decided once it was submitted again (POST /verifications), or changes can be requested.',
  });
}

function moveOf(decision: ReviewDecision, application: OpenApplication): Move {
  switch (decision.verb) {
    case 'APPROVE':
      return { status: 'APPROVED', errors: [], findings: [] };
    case 'REJECT':
      return { status: 'REJECTED', errors: [rejection(application.customer.id, decision.reason)], findings: [] };
    case 'REQUEST_CHANGES': {
      const findings = decision.findings.map(withAccepted);
      const problems = decision.findings.flatMap((finding, i) => misplaced(finding, i, application));
      if (problems.length > 0) throw new InvalidFields(problems);
      return { status: 'RESOLVE_ERRORS', errors: findings, findings };
    }
  }
}

const isAboutDocument = (finding: Finding): finding is Finding & { type: DocumentProblem } =>
  !Object.hasOwn(acceptedDocuments, finding.type);

function withAccepted(finding: Finding): VerificationError {
  if (isAboutDocument(finding)) return { resourceId: finding.resourceId, type: finding.type, reason: finding.reason };
  return { acceptedDocumentTypes: acceptedDocuments[finding.type as MissingDocument], ...finding };
}

/** A problem is one of a document that is there, and what is missing is missed of a person or a business. */
function misplaced(finding: Finding, i: number, { customer, owners, documents }: OpenApplication): FieldError[] {
  const submitted = documents.filter(({ state }) => state === 'SUBMITTED');
  const places = isAboutDocument(finding) ? submitted : [customer, ...owners];
  if (places.some(({ id }) => id === finding.resourceId)) return [];
  const whose = isAboutDocument(finding) ? 'a document of this application' : 'the customer or one of its owners';
  return [{ field: `errors.${i}.resourceId`, message: `resourceId of ${finding.type} must be ${whose}.` }];
}

/** Everything that was submitted, with the identifiers open: who asks for it is to be logged. */
export async function readReview({ db, vault }: VerificationNeeds, verificationId: string) {
  const verification = await findVerificationAnywhere(db, verificationId);
  const { platformId, customerId, submittedAt, version, fingerprint } = verification;
  const customer = await findCustomer(db, platformId, customerId);
  const application = await readApplication(db, customer);
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
    isChangedSinceSubmission: fingerprint !== null && fingerprint !== (await fingerprintOf(vault, application)),
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
  size: document.size,
  sha256: document.sha256,
});
