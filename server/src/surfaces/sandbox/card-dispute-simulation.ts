import type { Static } from '@sinclair/typebox';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { type CardTransaction, getCardTransaction } from '../../payments/card-transactions/record.ts';
import { applyDisputeStep, disputeFor, openDispute } from '../../payments/cards/dispute-changes.ts';
import { getDispute, newestDisputeJson } from '../../payments/cards/dispute-record.ts';
import { type DisputeStep, disputableOf, isDisputable } from '../../payments/cards/dispute-transitions.ts';
import { byCard, getFunding } from '../../payments/cards/transaction-funding.ts';
import { getPurchaseOfCard } from '../../payments/cards/transaction-queries.ts';
import type { PurchaseDeps, PurchaseEffects } from '../../payments/cards/transaction-write.ts';
import type { DisputeOpenRequest } from './card-dispute-schemas.ts';
import { ACCEPTED, requireAtMost, type Simulation } from './card-simulation.ts';

const textOf = (purchase: CardTransaction): string => JSON.stringify(newestDisputeJson(purchase));
const recordResponse =
  ({ receipt }: Simulation): PurchaseEffects =>
  (purchase) =>
    receipt.record({ status: ACCEPTED, text: textOf(purchase) });

export async function simulateDispute(
  deps: PurchaseDeps,
  simulation: Simulation,
  request: Static<typeof DisputeOpenRequest>,
): Promise<string> {
  const { cardTransactionId, amount: given, reason } = request;
  const { platform, cardId, now: at } = simulation;
  await getFunding(deps.db, byCard(platform.id, cardId));
  const key = { platformId: platform.id, cardId, id: cardTransactionId };
  const verb = 'disputed';
  const purchase = await getPurchaseOfCard(deps.db, key, { verb, statuses: ['SETTLED', 'PARTIALLY_SETTLED'] });
  if (!isDisputable(purchase)) throw notDisputable(purchase);
  const maximum = disputableOf(purchase);
  const amount = given === undefined ? maximum : BigInt(given);
  if (maximum === 0n) throw nothingToDispute();
  requireAtMost(maximum, { purchase, amount, verb });
  const change = { platformId: platform.id, id: purchase.id, amount, at, effects: recordResponse(simulation) };
  const changed = await openDispute(deps, { ...change, ...(reason && { reason }) });
  // The purchase changed concurrently: the next attempt is rejected for the new state.
  return changed ? textOf(changed) : simulateDispute(deps, simulation, request);
}

interface SimulatedStep {
  cardDisputeId: string;
  step: DisputeStep;
}

export async function simulateDisputeStep(
  deps: PurchaseDeps,
  simulation: Simulation,
  { cardDisputeId, step }: SimulatedStep,
): Promise<string> {
  const { platform, cardId, now: at } = simulation;
  await getFunding(deps.db, byCard(platform.id, cardId));
  const dispute = await getDispute(deps.db, platform.id, cardDisputeId);
  if (dispute.cardId !== cardId) throw otherCard(dispute.cardId);
  const purchase = await getCardTransaction(deps.db, platform.id, dispute.cardTransactionId);
  if (disputeFor(step, purchase)?.id !== cardDisputeId) throw stepRejected(dispute, step);
  const change = { platformId: platform.id, id: purchase.id, at, effects: recordResponse(simulation) };
  const changed = await applyDisputeStep(deps, { ...change, step, disputeId: cardDisputeId });
  return changed ? textOf(changed) : simulateDisputeStep(deps, simulation, { cardDisputeId, step });
}

const notDisputable = ({ dispute }: CardTransaction): ApiError =>
  dispute?.status === 'OPEN'
    ? new ApiError('INVALID_INPUT', 'The card transaction has an open dispute.', {
        reason: 'CARD_DISPUTE_OPEN',
        hint: `Close ${dispute.id} first.`,
      })
    : new ApiError('INVALID_INPUT', 'A pull of the card transaction is pending.', {
        reason: 'CARD_PULL_PENDING',
        hint: 'pullSummary.pendingCount of the card transaction must be 0.',
      });

const nothingToDispute = (): ApiError =>
  new ApiError('INVALID_AMOUNT', 'The cardholder has paid nothing that could be disputed.', {
    hint: 'A purchase can be disputed up to the amount that has cleared and was not returned.',
  });

const otherCard = (cardId: string): InvalidFields =>
  new InvalidFields(
    [{ field: 'cardDisputeId', message: 'cardDisputeId belongs to a purchase with another card.' }],
    `It was made with ${cardId}.`,
  );

const stepRejected = (
  { status, creditStatus }: Pick<Awaited<ReturnType<typeof getDispute>>, 'status' | 'creditStatus'>,
  step: DisputeStep,
): ApiError =>
  new ApiError('INVALID_INPUT', `The dispute is ${status} and its credit ${creditStatus}: ${requirements[step]}.`, {
    reason: 'CARD_DISPUTE_STATUS',
    status,
    creditStatus,
    hint: 'GET /card-disputes/{id} returns the dispute.',
  });

const COVERED = 'with a disputed amount that the merchant has not returned';
const requirements: Record<DisputeStep, string> = {
  CREDIT: `it must be OPEN without a credit, ${COVERED}`,
  CREDIT_REVERSAL: 'it must be OPEN and GRANTED',
  WON: `it must be OPEN, ${COVERED}`,
  LOST: 'it must be OPEN',
};
