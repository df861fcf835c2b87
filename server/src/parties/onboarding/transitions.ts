import {
  type Identity,
  type IdentityDecision,
  isUndecided,
  type Undecided,
} from '../../engine/providers/identity/port.ts';
import { type EventType, emit } from '../../engine/webhooks/events.ts';
import type { Change } from '../../foundation/db/effects.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { newId, uuidv7 } from '../../foundation/kernel/ids.ts';
import type { AccountDeps } from '../accounts/internal-accounts.ts';
import { changeVerificationStatus } from '../customers/approval.ts';
import { decideOwners } from '../customers/beneficial-owners.ts';
import type { VerificationState } from '../customers/fields.ts';
import { touchCustomer } from '../customers/record.ts';
import type { Settings } from '../platforms/settings.ts';
import type { OpenApplication } from './application.ts';
import type { VerificationError } from './document-types.ts';
import { type Document, writeDocuments } from './documents.ts';
import { type Verification, verificationJson, writeVerification } from './record.ts';

/** New status of a verification, with the data that change with it. */
export interface VerificationTransition {
  status: 'RESOLVE_ERRORS' | Undecided | IdentityDecision['status'];
  errors: readonly VerificationError[];
  findings: readonly VerificationError[];
  /** Fingerprint of the submission; undefined for a review decision. */
  submitted?: string | undefined;
}

interface TransitionContext extends Pick<AccountDeps, 'banking'> {
  mode: PlatformMode;
  identity: Identity;
  settings: Settings;
  at: Date;
}

/** The transition as one change that covers customer, owners, accounts, documents and events. */
export function transitionTo(
  application: OpenApplication,
  transition: VerificationTransition,
  context: TransitionContext,
) {
  const { verification: current } = application;
  const { at } = context;
  const next = nextVerification(application, transition, at);
  const customer = changeCustomer(application, transition, context);
  const documents = changedDocuments(application, transition);
  const type: EventType = `VERIFICATION.${transition.status}`;
  const event = { platformId: next.platformId, type, resourceId: next.id, data: verificationJson(next), at };
  const isChanged = current?.status !== next.status;
  const change: Change = {
    guard: customer.guard,
    effects: [
      ...customer.effects,
      writeVerification(next),
      ...(documents.length > 0 ? [writeDocuments(documents)] : []),
      ...(isChanged ? [emit([{ ...event, sequence: Number(next.version) }])] : []),
    ],
  };
  return { next, change };
}

function nextVerification(
  { customer, verification }: OpenApplication,
  transition: VerificationTransition,
  at: Date,
): Verification {
  const { status, errors, findings, submitted } = transition;
  const current = verification ?? {
    platformId: customer.platformId,
    id: newId('Verification'),
    customerId: customer.id,
    fingerprint: null,
    place: null,
    submittedAt: null,
    version: 0n,
    createdAt: at,
  };
  return {
    ...current,
    status,
    errors,
    findings,
    fingerprint: submitted ?? current.fingerprint,
    // A repeated submission keeps its position in the queue.
    place: status === 'PENDING_MANUAL_REVIEW' ? (current.place ?? uuidv7()) : null,
    submittedAt: submitted === undefined ? current.submittedAt : at,
    version: current.version + 1n,
    updatedAt: at,
  };
}

function changeCustomer(application: OpenApplication, { status }: VerificationTransition, context: TransitionContext) {
  const { identity, settings, mode, at } = context;
  const to = stateAfter(application, status);
  const decided =
    to === 'APPROVED' || to === 'REJECTED'
      ? decideOwners(application, { stateOf: (owner) => identity.ownerState(owner.personalInfo, to), at })
      : { customer: application.customer, effects: [] };
  const { customer, effects } = decided;
  if (to === customer.verificationStatus) return { guard: touchCustomer(customer, customer.version), effects };
  const changed = changeVerificationStatus(context, customer, { to, settings, mode, at });
  return { guard: changed.guard, effects: [...changed.effects, ...effects] };
}

/** A review that requests changes sets the customer to HOLD. An incomplete submission keeps the customer's status. */
function stateAfter(
  { customer, verification }: OpenApplication,
  status: VerificationTransition['status'],
): VerificationState {
  if (isUndecided(status)) return 'PENDING';
  if (status !== 'RESOLVE_ERRORS') return status;
  return verification?.status === 'PENDING_MANUAL_REVIEW' ? 'HOLD' : customer.verificationStatus;
}

/** Submitted documents become evidence. Documents with findings are requested again. */
function changedDocuments({ documents }: OpenApplication, { findings, submitted }: VerificationTransition): Document[] {
  const requestedAgain = new Set(findings.map(({ resourceId }) => resourceId));
  const next = documents.map((document): Document => {
    if (requestedAgain.has(document.id)) return { ...document, state: 'ASKED_AGAIN' };
    return submitted === undefined ? document : { ...document, state: 'SUBMITTED' };
  });
  return next.filter((document, i) => document.state !== documents[i]?.state);
}
