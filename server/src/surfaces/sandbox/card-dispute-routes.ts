import type { Route } from '../../engine/http/route.ts';
import { CardDispute } from '../../payments/cards/dispute-schemas.ts';
import type { PurchaseDeps } from '../../payments/cards/transaction-write.ts';
import { DisputeCloseRequest, DisputeOpenRequest, DisputeRefRequest } from './card-dispute-schemas.ts';
import { simulateDispute, simulateDisputeStep } from './card-dispute-simulation.ts';
import { simulation } from './card-routes.ts';

/** Simulated messages of the card network about disputes. */
export const disputeSimulationRoutes = (deps: PurchaseDeps): Route[] => [
  simulation({
    name: 'dispute_open',
    operationId: 'sandboxSimulateCardDisputeOpen',
    summary: 'Dispute a purchase',
    description: 'Applies to a cleared purchase that has no open dispute. No money moves yet.',
    body: DisputeOpenRequest,
    response: CardDispute,
    errors: ['TRANSACTION_NOT_FOUND'],
    reasons: ['CARD_DISPUTE_OPEN', 'CARD_PULL_PENDING'],
    run: (at, body) => simulateDispute(deps, at, body),
  }),
  simulation({
    name: 'dispute_provisional_credit',
    operationId: 'sandboxSimulateCardDisputeProvisionalCredit',
    summary: 'Credit a disputed amount provisionally',
    description: 'The service advances the amount to the account of the purchase.',
    body: DisputeRefRequest,
    response: CardDispute,
    errors: ['AMOUNT_OUT_OF_RANGE'],
    reasons: ['CARD_DISPUTE_STATUS'],
    run: (at, { cardDisputeId }) => simulateDisputeStep(deps, at, { cardDisputeId, step: 'CREDIT' }),
  }),
  simulation({
    name: 'dispute_provisional_credit_reversal',
    operationId: 'sandboxSimulateCardDisputeCreditReversal',
    summary: 'Reverse the provisional credit of a dispute',
    description: 'The account is debited. Where it cannot cover the amount, the credit is OWED.',
    body: DisputeRefRequest,
    response: CardDispute,
    errors: [],
    reasons: ['CARD_DISPUTE_STATUS'],
    run: (at, { cardDisputeId }) => simulateDisputeStep(deps, at, { cardDisputeId, step: 'CREDIT_REVERSAL' }),
  }),
  simulation({
    name: 'dispute_close',
    operationId: 'sandboxSimulateCardDisputeClose',
    summary: 'Decide a dispute',
    description:
      'WON: the card network pays the amount back; the customer keeps the credit, or gets it now. LOST: a credit is ' +
      'taken back like by its reversal.',
    body: DisputeCloseRequest,
    response: CardDispute,
    errors: ['AMOUNT_OUT_OF_RANGE'],
    reasons: ['CARD_DISPUTE_STATUS'],
    run: (at, { cardDisputeId, outcome }) => simulateDisputeStep(deps, at, { cardDisputeId, step: outcome }),
  }),
];
