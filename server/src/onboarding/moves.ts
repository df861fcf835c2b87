import type { AccountNeeds } from '../accounts/internal-accounts.ts';
import { changeState } from '../customers/approval.ts';
import { decideOwners } from '../customers/beneficial-owners.ts';
import type { VerificationState } from '../customers/fields.ts';
import { touchCustomer } from '../customers/record.ts';
import type { Change } from '../db/effects.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { newId, uuidv7 } from '../kernel/ids.ts';
import type { Settings } from '../platforms/settings.ts';
import type { Decision, Identity } from '../providers/identity/port.ts';
import { type EventType, emit } from '../webhooks/events.ts';
import type { OpenApplication } from './application.ts';
import { type Document, writeDocuments } from './documents.ts';
import type { VerificationError } from './fields.ts';
import { type Verification, verificationJson, writeVerification } from './record.ts';

/** Where a verification goes next. */
export interface Move {
  status: 'RESOLVE_ERRORS' | 'PENDING_MANUAL_REVIEW' | Decision['status'];
  errors: readonly VerificationError[];
  findings: readonly VerificationError[];
  /** The fingerprint of what was submitted; undefined: nothing was, this time. */
  submitted?: string | undefined;
}

interface Surroundings extends Pick<AccountNeeds, 'funding'> {
  mode: PlatformMode;
  identity: Identity;
  settings: Settings;
  at: Date;
}

/** Everything that a move changes, as one statement: the customer, its owners and accounts, documents and events. */
export function moveTo(application: OpenApplication, move: Move, surroundings: Surroundings) {
  const { verification: current } = application;
  const { at } = surroundings;
  const next = nextVerification(application, move, at);
  const customer = changeCustomer(application, move, surroundings);
  const documents = changedDocuments(application, move);
  const type: EventType = `VERIFICATION.${move.status}`;
  const event = { platformId: next.platformId, type, resourceId: next.id, data: verificationJson(next), at };
  const isNews = current?.status !== next.status;
  const change: Change = {
    guard: customer.guard,
    effects: [
      ...customer.effects,
      writeVerification(next),
      ...(documents.length > 0 ? [writeDocuments(documents)] : []),
      ...(isNews ? [emit([{ ...event, sequence: Number(next.version) }])] : []),
    ],
  };
  return { next, change };
}

function nextVerification({ customer, verification }: OpenApplication, move: Move, at: Date): Verification {
  const { status, errors, findings, submitted } = move;
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
    // Whoever waits already keeps the place.
    place: status === 'PENDING_MANUAL_REVIEW' ? (current.place ?? uuidv7()) : null,
    submittedAt: submitted === undefined ? current.submittedAt : at,
    version: current.version + 1n,
    updatedAt: at,
  };
}

function changeCustomer(application: OpenApplication, { status }: Move, surroundings: Surroundings) {
  const { identity, settings, mode, at } = surroundings;
  const to = stateAfter(application, status);
  const decided =
    to === 'APPROVED' || to === 'REJECTED'
      ? decideOwners(application, { stateOf: (owner) => identity.ownerState(owner.personalInfo, to), at })
      : { customer: application.customer, effects: [] };
  const { customer, effects } = decided;
  if (to === customer.verificationStatus) return { guard: touchCustomer(customer, customer.version), effects };
  const changed = changeState(surroundings, customer, { to, settings, mode, at });
  return { guard: changed.guard, effects: [...changed.effects, ...effects] };
}

/** A customer whose review has ended in questions is held; one that was never complete stays what it is. */
function stateAfter({ customer, verification }: OpenApplication, status: Move['status']): VerificationState {
  if (status === 'PENDING_MANUAL_REVIEW') return 'PENDING';
  if (status !== 'RESOLVE_ERRORS') return status;
  return verification?.status === 'PENDING_MANUAL_REVIEW' ? 'HOLD' : customer.verificationStatus;
}

/** Submitted documents are evidence, and those with findings are asked for again. */
function changedDocuments({ documents }: OpenApplication, { findings, submitted }: Move): Document[] {
  const askedAgain = new Set(findings.map(({ resourceId }) => resourceId));
  const next = documents.map((document): Document => {
    if (askedAgain.has(document.id)) return { ...document, state: 'ASKED_AGAIN' };
    return submitted === undefined ? document : { ...document, state: 'SUBMITTED' };
  });
  return next.filter((document, i) => document.state !== documents[i]?.state);
}
