import type { Job } from '../../engine/jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../../engine/jobs/worker.ts';
import type { CardDetails, DrawnNumber, Issuer, Registration } from '../../engine/providers/issuer/port.ts';
import { brokenConstraint } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { randomDigits } from '../../foundation/kernel/ids.ts';
import { getCustomer } from '../../parties/customers/record.ts';
import { changeCard, transitioned } from './card-change.ts';
import type { CardDeps } from './deps.ts';
import { assignNumber, type Card, getCard, NUMBER_TAKEN } from './record.ts';
import { hashOfNumber, openDetails, sealDetails } from './sealed-details.ts';

export const ISSUE_JOB = 'card.issue';
const SECURITY_CODE_DIGITS = 3;
const VALID_YEARS = 3;
const MAX_DRAWS = 20;

export const issueHandlers = (deps: CardDeps): JobHandlers => ({
  [ISSUE_JOB]: { run: (job, now) => issue(deps, job, now), atOnce: OUTSIDE_AT_ONCE },
});

/**
 * Draws the number of a card, registers it with the issuer, and sets the state that the issuer returns. The number is
 * stored before the registration, so that a retry sends the same number.
 */
async function issue(deps: CardDeps, job: Job, now: Date): Promise<void> {
  const { platformId, resourceId: id, mode } = job;
  const issuer = deps.cards.issuer[mode];
  const reference = String(job.payload.reference);
  const card = await getCard(deps.db, platformId, id);
  if (card.state !== 'PROCESSING') return;
  const sealed = card.detailsSealed ?? (await drawDetails(deps, card, { issuer, reference, now }));
  if (!sealed) return;
  const details = await openDetails(deps.vault, card, sealed);
  const { profile } = await getCustomer(deps.db, platformId, card.cardholderId);
  const registration = await issuer.register({
    cardId: id,
    cardholderName: profile.fullName ?? String(profile.businessInfo?.legalName ?? ''),
    currency: card.currency,
    details,
    reference,
    at: now,
  });
  await changeCard(deps.db, {
    platform: { id: platformId, clockOffsetMs: job.clockOffsetMs },
    id,
    at: now,
    change: (current) => (current.state === 'PROCESSING' ? registered(current, registration, details) : undefined),
  });
}

/** Draws numbers until one is free. Returns undefined when the card is no longer PROCESSING. */
async function drawDetails(
  { db, vault }: CardDeps,
  card: Card,
  { issuer, reference, now }: { issuer: Issuer; reference: string; now: Date },
): Promise<string | undefined> {
  for (let i = 0; i < MAX_DRAWS; i++) {
    const details = newDetails(issuer.draw(reference), now);
    const detailsSealed = sealDetails(vault, card, details);
    const guard = assignNumber({ ...card, detailsSealed }, hashOfNumber(vault, details.number));
    try {
      if (await apply(db, { guard, effects: [] })) return detailsSealed;
      return (await getCard(db, card.platformId, card.id)).detailsSealed ?? undefined;
    } catch (error) {
      if (brokenConstraint(error) !== NUMBER_TAKEN) throw error;
    }
  }
  throw new Error('no free card number was drawn');
}

const newDetails = (drawn: DrawnNumber, now: Date): CardDetails => ({
  ...drawn,
  securityCode: randomDigits(SECURITY_CODE_DIGITS),
  expMonth: now.getUTCMonth() + 1,
  expYear: now.getUTCFullYear() + VALID_YEARS,
});

function registered(card: Card, registration: Registration, details: CardDetails): Card {
  if (!registration.isAccepted) return transitioned(card, { to: 'CLOSED', by: 'ISSUER' });
  const { processorRef, issuerRef } = registration;
  const { brand, number, expMonth, expYear } = details;
  const issued = { brand, last4: number.slice(-4), expMonth, expYear, processorRef, issuerRef };
  return { ...transitioned(card, { to: 'ACTIVE', by: 'ISSUER' }), ...issued };
}
