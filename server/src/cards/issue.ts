import { findCustomer } from '../customers/record.ts';
import { brokenConstraint } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import type { Job } from '../jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../jobs/worker.ts';
import { randomDigits } from '../kernel/ids.ts';
import type { CardDetails, DrawnNumber, Issuer, Registration } from '../providers/issuer/port.ts';
import { changeCard, moved } from './change.ts';
import { hashOfNumber, openDetails, sealDetails } from './details.ts';
import type { CardNeeds } from './needs.ts';
import { type Card, findCard, giveNumber, ONE_NUMBER } from './record.ts';

export const ISSUE_JOB = 'card.issue';
const SECURITY_CODE_DIGITS = 3;
const VALID_YEARS = 3;
const DRAWS = 20;

export const issueHandlers = (needs: CardNeeds): JobHandlers => ({
  [ISSUE_JOB]: { run: (job, now) => issue(needs, job, now), atOnce: OUTSIDE_AT_ONCE },
});

/**
 * Gives a card its number, registers it with the issuer, and moves it where the issuer says. The number is kept before
 * the issuer hears of it: a second try sends the same.
 */
async function issue(needs: CardNeeds, job: Job, now: Date): Promise<void> {
  const { platformId, resourceId: id, mode } = job;
  const issuer = needs.issuer[mode];
  const reference = String(job.payload.reference);
  const card = await findCard(needs.db, platformId, id);
  if (card.state !== 'PROCESSING') return;
  const sealed = card.detailsSealed ?? (await number(needs, card, { issuer, reference, now }));
  if (!sealed) return;
  const details = await openDetails(needs.vault, card, sealed);
  const { profile } = await findCustomer(needs.db, platformId, card.cardholderId);
  const registration = await issuer.register({
    cardId: id,
    cardholderName: profile.fullName ?? String(profile.businessInfo?.legalName ?? ''),
    currency: card.currency,
    details,
    reference,
    at: now,
  });
  await changeCard(needs.db, {
    platform: { id: platformId, clockOffsetMs: job.clockOffsetMs },
    id,
    at: now,
    change: (current) => (current.state === 'PROCESSING' ? registered(current, registration, details) : undefined),
  });
}

/** Draws until a number is free; undefined where the card does not wait for one any more. */
async function number(
  { db, vault }: CardNeeds,
  card: Card,
  { issuer, reference, now }: { issuer: Issuer; reference: string; now: Date },
): Promise<string | undefined> {
  for (let i = 0; i < DRAWS; i++) {
    const details = printed(issuer.draw(reference), now);
    const detailsSealed = sealDetails(vault, card, details);
    const guard = giveNumber({ ...card, detailsSealed }, hashOfNumber(vault, details.number));
    try {
      if (await apply(db, { guard, effects: [] })) return detailsSealed;
      return (await findCard(db, card.platformId, card.id)).detailsSealed ?? undefined;
    } catch (error) {
      if (brokenConstraint(error) !== ONE_NUMBER) throw error;
    }
  }
  throw new Error('no free card number was drawn');
}

const printed = (drawn: DrawnNumber, now: Date): CardDetails => ({
  ...drawn,
  securityCode: randomDigits(SECURITY_CODE_DIGITS),
  expMonth: now.getUTCMonth() + 1,
  expYear: now.getUTCFullYear() + VALID_YEARS,
});

function registered(card: Card, registration: Registration, details: CardDetails): Card {
  if (!registration.isAccepted) return moved(card, { to: 'CLOSED', by: 'ISSUER' });
  const { processorRef, issuerRef } = registration;
  const { brand, number, expMonth, expYear } = details;
  const face = { brand, last4: number.slice(-4), expMonth, expYear, processorRef, issuerRef };
  return { ...moved(card, { to: 'ACTIVE', by: 'ISSUER' }), ...face };
}
