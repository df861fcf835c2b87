import type { Static } from '@sinclair/typebox';
import { enqueue } from '../../engine/jobs/queue.ts';
import { brokenConstraint } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId, uuidv7 } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { type Customer, getActiveCustomer, touchCustomer } from '../../parties/customers/record.ts';
import type { CardDeps } from './deps.ts';
import { duplicateProblems, requireEligible, sourcesOf, writeFundingSources } from './funding-sources.ts';
import { ISSUE_JOB } from './issue.ts';
import { type Card, cardJson, insertCard, PLATFORM_CARD_ID_TAKEN } from './record.ts';
import type { CardCreate } from './schemas.ts';

type CardInput = Static<typeof CardCreate>;

interface CardCreation {
  platform: Platform;
  input: CardInput;
  now: Date;
  receipt: Receipt;
}

/** Writes a PROCESSING card and the job that registers it with the issuer. Returns the text of the response. */
export function createCard(deps: CardDeps, { platform, input, now, receipt }: CardCreation): Promise<string> {
  const unsupported = passwordProblems(input);
  if (unsupported.length > 0) throw new InvalidFields(unsupported);
  return retryOnConflict('customer', async () => {
    const cardholder = await getActiveCustomer(deps.db, platform.id, input.cardholderId);
    requireApproved(cardholder);
    const { cardholderId, fundingSources: accountIds } = input;
    const { currency } = await requireEligible(deps, { platform, cardholderId, accountIds });
    const card = newCard({ platform, input, currency, now });
    const text = JSON.stringify(cardJson(card));
    const effects = [
      insertCard(card),
      ...writeFundingSources(card, [], now),
      ...registrationJob(deps, { platform, card, reference: input.platformCardId ?? cardholderId, now }),
      ...receipt.record({ status: 201, text }),
    ];
    try {
      // The guard fails when the cardholder was deleted or is no longer APPROVED.
      const isWritten = await apply(deps.db, { guard: touchCustomer(cardholder, cardholder.version), effects });
      return isWritten ? text : undefined;
    } catch (error) {
      throw brokenConstraint(error) === PLATFORM_CARD_ID_TAKEN ? platformCardIdTaken(card) : error;
    }
  });
}

function requireApproved({ verificationStatus }: Customer): void {
  if (verificationStatus === 'APPROVED') return;
  throw new ApiError('CARDHOLDER_KYC_NOT_APPROVED', `The cardholder is ${verificationStatus}, not APPROVED.`, {
    hint: 'POST /verifications or a KYC link verifies the customer.',
  });
}

interface CardDraft {
  platform: Platform;
  input: CardInput;
  currency: string;
  now: Date;
}

const newCard = ({ platform, input, currency, now }: CardDraft): Card => ({
  platformId: platform.id,
  id: newId('Card'),
  cardholderId: input.cardholderId,
  platformCardId: input.platformCardId ?? uuidv7(),
  state: 'PROCESSING',
  stateReason: null,
  brand: null,
  form: input.form,
  last4: null,
  expMonth: null,
  expYear: null,
  currency,
  maxSpendPerTransaction: input.maxSpendPerTransaction === undefined ? null : BigInt(input.maxSpendPerTransaction),
  processorRef: null,
  issuerRef: null,
  detailsSealed: null,
  version: 1n,
  createdAt: now,
  updatedAt: now,
  fundingSources: sourcesOf({ fundingSources: [] }, input.fundingSources),
});

interface RegistrationRequest {
  platform: Platform;
  card: Card;
  reference: string;
  now: Date;
}

function registrationJob(
  { cards: { issuer } }: CardDeps,
  { platform, card, reference, now }: RegistrationRequest,
): Effect[] {
  const runAt = issuer[platform.mode].registersAt(reference, now);
  if (!runAt) return [];
  const { id: platformId, clockOffsetMs } = platform;
  const job = { platformId, kind: ISSUE_JOB, resourceId: card.id, payload: { reference } };
  return [enqueue([{ ...job, runAt, createdAt: now, clockOffsetMs }])];
}

/** Problems of a request whose shape may be incomplete. */
export const cardCreateProblems = (input: Partial<CardInput>): FieldError[] => [
  ...passwordProblems(input),
  ...duplicateProblems(input.fundingSources ?? []),
];

function passwordProblems({ threeDSecurePassword }: Partial<CardInput>): FieldError[] {
  if (threeDSecurePassword === undefined) return [];
  const field = 'threeDSecurePassword';
  return [{ field, message: `${field} is not supported by this card program.` }];
}

const platformCardIdTaken = ({ platformCardId }: Card): ApiError =>
  new ApiError('CONFLICT', `There is a card with the platformCardId ${platformCardId} already.`, {
    reason: 'PLATFORM_CARD_ID_TAKEN',
    hint: 'GET /cards?platformCardId= finds it.',
  });
