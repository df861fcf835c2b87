import { type Customer, findActiveCustomer, insist, touchCustomer } from '../customers/record.ts';
import { brokenConstraint } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { newId, uuidv7 } from '../kernel/ids.ts';
import { repeatProblems, requireEligible, sourcesOf, writeSources } from './funding-sources.ts';
import { ISSUE_JOB } from './issue.ts';
import type { CardNeeds } from './needs.ts';
import { type Card, cardJson, insertCard, ONE_NAME } from './record.ts';

export interface CardInput {
  cardholderId: string;
  platformCardId?: string;
  threeDSecurePassword?: string;
  form: 'VIRTUAL';
  fundingSources: string[];
  maxSpendPerTransaction?: number;
}

interface Creation {
  platform: Platform;
  input: CardInput;
  now: Date;
  receipt: Receipt;
}

/** A card that waits for its issuer, and the job that asks the issuer for it. */
export function createCard(needs: CardNeeds, { platform, input, now, receipt }: Creation): Promise<string> {
  const unsupported = passwordProblems(input);
  if (unsupported.length > 0) throw new InvalidFields(unsupported);
  return insist(async () => {
    const cardholder = await findActiveCustomer(needs.db, platform.id, input.cardholderId);
    requireApproved(cardholder);
    const { cardholderId, fundingSources: accountIds } = input;
    const { currency } = await requireEligible(needs, { platform, cardholderId, accountIds });
    const card = newCard({ platform, input, currency, now });
    const text = JSON.stringify(cardJson(card));
    const effects = [
      insertCard(card),
      ...writeSources(card, [], now),
      ...askIssuer(needs, { platform, card, reference: input.platformCardId ?? cardholderId, now }),
      ...receipt.remember({ status: 201, text }),
    ];
    try {
      // Whoever is deleted or found out in the meantime gets no card.
      const isWritten = await apply(needs.db, { guard: touchCustomer(cardholder, cardholder.version), effects });
      return isWritten ? text : undefined;
    } catch (error) {
      throw brokenConstraint(error) === ONE_NAME ? nameTaken(card) : error;
    }
  });
}

function requireApproved({ verificationStatus }: Customer): void {
  if (verificationStatus === 'APPROVED') return;
  throw new ApiError('CARDHOLDER_KYC_NOT_APPROVED', `The cardholder is ${verificationStatus}, not APPROVED.`, {
    hint: 'POST /verifications or a KYC link takes the customer there.',
  });
}

interface Draft {
  platform: Platform;
  input: CardInput;
  currency: string;
  now: Date;
}

const newCard = ({ platform, input, currency, now }: Draft): Card => ({
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

interface Asking {
  platform: Platform;
  card: Card;
  reference: string;
  now: Date;
}

function askIssuer({ issuer }: CardNeeds, { platform, card, reference, now }: Asking): Effect[] {
  const runAt = issuer[platform.mode].registersAt(reference, now);
  if (!runAt) return [];
  const { id: platformId, clockOffsetMs } = platform;
  const job = { platformId, kind: ISSUE_JOB, resourceId: card.id, payload: { reference } };
  return [enqueue([{ ...job, runAt, createdAt: now, clockOffsetMs }])];
}

/** Of a request that is not whole yet. */
export const creationProblems = (input: Partial<CardInput>): FieldError[] => [
  ...passwordProblems(input),
  ...repeatProblems(input.fundingSources ?? []),
];

function passwordProblems({ threeDSecurePassword }: Partial<CardInput>): FieldError[] {
  if (threeDSecurePassword === undefined) return [];
  const field = 'threeDSecurePassword';
  return [{ field, message: `${field} is not supported by this card program.` }];
}

const nameTaken = ({ platformCardId }: Card): ApiError =>
  new ApiError('CONFLICT', `There is a card with the platformCardId ${platformCardId} already.`, {
    reason: 'PLATFORM_CARD_ID_TAKEN',
    hint: 'GET /cards?platformCardId= finds it.',
  });
