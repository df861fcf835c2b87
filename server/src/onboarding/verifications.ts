import type { AccountNeeds } from '../accounts/internal-accounts.ts';
import { insist } from '../customers/record.ts';
import { apply, type Effect } from '../db/effects.ts';
import { noReceipt, type Receipt } from '../db/receipt.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import { readSettings } from '../platforms/config.ts';
import type { Applicant, Identity, Outcome } from '../providers/identity/port.ts';
import { applicantOf, findApplicant, fingerprintOf, type OpenApplication, readApplication } from './application.ts';
import { acceptedDocuments, isIdentityDocument, type MissingDocument, type VerificationError } from './fields.ts';
import { type Move, moveTo } from './moves.ts';
import { type Verification, verificationJson } from './record.ts';
import { problemsOf } from './requirements.ts';

export interface VerificationNeeds extends AccountNeeds {
  vault: Vault;
  /** The adapter of each mode. */
  identity: Record<PlatformMode, Identity>;
}

interface Submission {
  platform: Pick<Platform, 'id' | 'mode'>;
  customerId: string;
  now: Date;
  receipt?: Receipt;
  /** What belongs into the statement of a submission that leaves the applicant nothing to do. */
  onFinished?: readonly Effect[];
}

export interface Submitted {
  verification: Verification;
  /** As the API answers. */
  text: string;
}

/** Checks everything and moves the verification on; as often as it takes, until somebody has decided. */
export async function submit(needs: VerificationNeeds, submission: Submission): Promise<Submitted> {
  const { platform, customerId, now, receipt = noReceipt, onFinished = [] } = submission;
  const settings = await readSettings(needs.db, platform.id);
  const identity = needs.identity[platform.mode];
  return insist(async () => {
    const customer = await findApplicant(needs.db, platform.id, customerId);
    const application = await readApplication(needs.db, customer);
    const fingerprint = await fingerprintOf(needs.vault, application);
    const waiting = isWaiting(application, fingerprint);
    if (waiting) {
      const submitted = answer(waiting);
      const effects = [...receipt.remember({ status: 200, text: submitted.text }), ...onFinished];
      if (effects.length > 0) await apply(needs.db, { effects });
      return submitted;
    }
    const applicant = applicantOf(customer, settings);
    const move = nextMove(identity, { application, applicant, fingerprint, now });
    const { next, change } = moveTo(application, move, {
      identity,
      funding: needs.funding,
      settings,
      mode: platform.mode,
      at: now,
    });
    const submitted = answer(next);
    const further = [
      ...receipt.remember({ status: 200, text: submitted.text }),
      ...(move.status === 'RESOLVE_ERRORS' ? [] : onFinished),
    ];
    const isDone = await apply(needs.db, { ...change, effects: [...change.effects, ...further] });
    return isDone ? submitted : undefined;
  });
}

const answer = (verification: Verification): Submitted => ({
  verification,
  text: JSON.stringify(verificationJson(verification)),
});

/** A reviewer has it, exactly as it is: submitting it again changes nothing. */
function isWaiting({ verification, documents }: OpenApplication, fingerprint: string): Verification | undefined {
  const isSame =
    verification?.status === 'PENDING_MANUAL_REVIEW' &&
    verification.fingerprint === fingerprint &&
    documents.every(({ state }) => state === 'SUBMITTED');
  return isSame ? verification : undefined;
}

interface Submittal {
  application: OpenApplication;
  applicant: Applicant;
  fingerprint: string;
  now: Date;
}

function nextMove(identity: Identity, { application, applicant, fingerprint, now }: Submittal): Move {
  const decision = identity.atOnce(applicant);
  if (decision) return moveOf(decision, application, fingerprint);
  const { problems, findings } = openProblems(application, now);
  if (problems.length > 0) return { status: 'RESOLVE_ERRORS', errors: problems, findings };
  const evidence = application.documents.filter(({ documentType }) => isIdentityDocument(documentType));
  const ids = evidence.map(({ id }) => id);
  return moveOf(identity.onComplete(applicant, ids), application, fingerprint);
}

/** What the rules lack, and what a reviewer still waits for. */
export function openProblems(application: OpenApplication, now: Date) {
  const findings = (application.verification?.findings ?? []).filter((finding) => isOpen(finding, application));
  return { problems: [...problemsOf(application, now), ...findings], findings };
}

/** Answered once the document was replaced or taken away, or one came that nobody has looked at yet. */
function isOpen(finding: VerificationError, { documents }: OpenApplication): boolean {
  const { resourceId, type, acceptedDocumentTypes = acceptedDocuments[type as MissingDocument] ?? [] } = finding;
  const named = documents.find(({ id }) => id === resourceId);
  if (named || resourceId.startsWith('Document:')) return named?.state === 'ASKED_AGAIN';
  return !documents.some(
    ({ holderId, documentType, state }) =>
      holderId === resourceId && acceptedDocumentTypes.includes(documentType) && state === 'UPLOADED',
  );
}

/** The outcome as entries of the verification. */
function moveOf(outcome: Outcome, { customer }: OpenApplication, submitted: string): Move {
  switch (outcome.status) {
    case 'RESOLVE_ERRORS': {
      const { documentIds, problem: type, reason } = outcome;
      const findings = documentIds.map((resourceId) => ({ resourceId, type, reason }));
      return { status: outcome.status, errors: findings, findings, submitted };
    }
    case 'REJECTED':
      return { status: outcome.status, errors: [rejection(customer.id, outcome.type)], findings: [], submitted };
    default:
      return { status: outcome.status, errors: [], findings: [], submitted };
  }
}

/** Tells no more than that: why exactly is between the reviewer and the log. */
export const rejection = (customerId: string, type: VerificationError['type']): VerificationError => ({
  resourceId: customerId,
  type,
  reason: 'The application was rejected',
});
