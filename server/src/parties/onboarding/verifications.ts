import type { Applicant, Identity, IdentityOutcome } from '../../engine/providers/identity/port.ts';
import type { Banking, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { getSettings } from '../platforms/config.ts';
import {
  applicantOf,
  applicationFingerprint,
  getApplicant,
  getApplication,
  hasFingerprint,
  type OpenApplication,
} from './application.ts';
import {
  acceptedDocuments,
  isIdentityDocument,
  type MissingDocument,
  type VerificationError,
} from './document-types.ts';
import { type Verification, verificationJson } from './record.ts';
import { applicationProblems } from './requirements.ts';
import { transitionTo, type VerificationTransition } from './transitions.ts';

export interface VerificationDeps {
  db: Database;
  vault: Vault;
  banking: Banking;
  verification: VerificationProviders;
}

interface Submission {
  platform: Pick<Platform, 'id' | 'mode'>;
  customerId: string;
  now: Date;
  receipt?: Receipt;
  /** Further effects if the submission leaves no open problem. */
  onFinished?: readonly Effect[];
}

export interface SubmittedVerification {
  verification: Verification;
  /** The response as JSON text. */
  text: string;
}

/** Checks the application and advances its verification. Can be repeated until the verification is decided. */
export async function submitApplication(
  deps: VerificationDeps,
  submission: Submission,
): Promise<SubmittedVerification> {
  const { platform, customerId, now, receipt = noReceipt, onFinished = [] } = submission;
  const settings = await getSettings(deps.db, platform.id);
  const identity = deps.verification.identity[platform.mode];
  return retryOnConflict('customer', async () => {
    const customer = await getApplicant(deps.db, platform.id, customerId);
    const application = await getApplication(deps.db, customer);
    const waiting = await waitingOf(deps.vault, application);
    if (waiting) {
      const submitted = answer(waiting);
      const effects = [...receipt.record({ status: 200, text: submitted.text }), ...onFinished];
      if (effects.length > 0) await apply(deps.db, { effects });
      return submitted;
    }
    const applicant = applicantOf(customer, settings);
    const fingerprint = await applicationFingerprint(deps.vault, application);
    const transition = nextTransition(identity, { application, applicant, fingerprint, now });
    const { next, change } = transitionTo(application, transition, {
      identity,
      banking: deps.banking,
      settings,
      mode: platform.mode,
      at: now,
    });
    const submitted = answer(next);
    const further = [
      ...receipt.record({ status: 200, text: submitted.text }),
      ...(transition.status === 'RESOLVE_ERRORS' ? [] : onFinished),
    ];
    const isDone = await apply(deps.db, { ...change, effects: [...change.effects, ...further] });
    return isDone ? submitted : undefined;
  });
}

const answer = (verification: Verification): SubmittedVerification => ({
  verification,
  text: JSON.stringify(verificationJson(verification)),
});

/** Returns the verification if it awaits review with the same data: submitting these again has no effect. */
async function waitingOf(vault: Vault, application: OpenApplication): Promise<Verification | undefined> {
  const { verification, documents } = application;
  const isSame =
    verification?.status === 'PENDING_MANUAL_REVIEW' &&
    documents.every(({ state }) => state === 'SUBMITTED') &&
    (await hasFingerprint(vault, application, verification.fingerprint));
  return isSame ? verification : undefined;
}

interface SubmissionContext {
  application: OpenApplication;
  applicant: Applicant;
  fingerprint: string;
  now: Date;
}

function nextTransition(
  identity: Identity,
  { application, applicant, fingerprint, now }: SubmissionContext,
): VerificationTransition {
  const decision = identity.atOnce(applicant);
  if (decision) return transitionOf(decision, application, fingerprint);
  const { problems, findings } = openProblems(application, now);
  if (problems.length > 0) return { status: 'RESOLVE_ERRORS', errors: problems, findings };
  const evidence = application.documents.filter(({ documentType }) => isIdentityDocument(documentType));
  const ids = evidence.map(({ id }) => id);
  return transitionOf(identity.onComplete(applicant, ids), application, fingerprint);
}

/** Problems by the rules, and unresolved findings of reviews. */
export function openProblems(application: OpenApplication, now: Date) {
  const findings = (application.verification?.findings ?? []).filter((finding) => isOpen(finding, application));
  return { problems: [...applicationProblems(application, now), ...findings], findings };
}

/** A finding is resolved once its document is replaced or deleted, or an accepted type of document is uploaded. */
function isOpen(finding: VerificationError, { documents }: OpenApplication): boolean {
  const { resourceId, type, acceptedDocumentTypes = acceptedDocuments[type as MissingDocument] ?? [] } = finding;
  const named = documents.find(({ id }) => id === resourceId);
  if (named || resourceId.startsWith('Document:')) return named?.state === 'ASKED_AGAIN';
  return !documents.some(
    ({ holderId, documentType, state }) =>
      holderId === resourceId && acceptedDocumentTypes.includes(documentType) && state === 'UPLOADED',
  );
}

/** Converts the outcome of the identity provider to a transition. */
function transitionOf(
  outcome: IdentityOutcome,
  { customer }: OpenApplication,
  submitted: string,
): VerificationTransition {
  switch (outcome.status) {
    case 'RESOLVE_ERRORS': {
      const { documentIds, problem: type, reason } = outcome;
      const findings = documentIds.map((resourceId) => ({ resourceId, type, reason }));
      return { status: outcome.status, errors: findings, findings, submitted };
    }
    case 'REJECTED':
      return { status: outcome.status, errors: [rejectionError(customer.id, outcome.type)], findings: [], submitted };
    default:
      return { status: outcome.status, errors: [], findings: [], submitted };
  }
}

/** Omits the details on purpose: only reviewers may see them. */
export const rejectionError = (customerId: string, type: VerificationError['type']): VerificationError => ({
  resourceId: customerId,
  type,
  reason: 'The application was rejected',
});
