import type { Static } from '@sinclair/typebox';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type CardTransaction, cardTransactionJson, type Merchant } from '../../payments/card-transactions/record.ts';
import type { CardTransactionStatus } from '../../payments/card-transactions/status.ts';
import { requireCurrency } from '../../payments/cards/transaction-amounts.ts';
import { authorize } from '../../payments/cards/transaction-authorization.ts';
import {
  applyAdvice,
  applyClearing,
  applyExpiry,
  applyReturn,
  applyReturnReversal,
  applyReversal,
} from '../../payments/cards/transaction-changes.ts';
import type { AuthorizationKind } from '../../payments/cards/transaction-decision.ts';
import { byCard, type CardFunding, getFunding } from '../../payments/cards/transaction-funding.ts';
import { getPurchaseOfCard, readOpenCredits } from '../../payments/cards/transaction-queries.ts';
import { outstandingOf, returnableOf, returnedOf } from '../../payments/cards/transaction-transitions.ts';
import type { PurchaseDeps, PurchaseEffects } from '../../payments/cards/transaction-write.ts';
import type { AuthorizationRequest } from './card-schemas.ts';

/** Common input of simulated messages of the network. */
export interface Simulation {
  platform: Platform;
  cardId: string;
  now: Date;
  receipt: Receipt;
}

type SimulatedAuthorization = Static<typeof AuthorizationRequest>;

interface SimulatedChange {
  name: ChangeName;
  cardTransactionId: string;
  /** The whole amount by default. */
  amount?: number;
}

/** Every simulation responds with the card transaction, or its dispute, after the message. */
export const ACCEPTED = 202;
const textOf = (purchase: CardTransaction): string => JSON.stringify(cardTransactionJson(purchase));
const recordResponse =
  ({ receipt }: Simulation): PurchaseEffects =>
  (purchase) =>
    receipt.record({ status: ACCEPTED, text: textOf(purchase) });

export async function simulateAuthorization(
  deps: PurchaseDeps,
  simulation: Simulation,
  { kind, amount, currency, merchant }: SimulatedAuthorization & { kind: AuthorizationKind },
): Promise<string> {
  const funding = await getUsableFunding(deps, simulation);
  const purchase = await authorize(deps, funding, {
    kind,
    amount: BigInt(amount),
    currency: currency.code ?? funding.currency,
    merchant,
    at: simulation.now,
    effects: recordResponse(simulation),
  });
  return textOf(purchase);
}

export async function simulateInquiry(deps: PurchaseDeps, simulation: Simulation, merchant: Merchant): Promise<string> {
  const { currency } = await getUsableFunding(deps, simulation);
  const inquiry = { kind: 'BALANCE_INQUIRY' as const, amount: 0, currency: { code: currency }, merchant };
  return simulateAuthorization(deps, simulation, inquiry);
}

/** Rejects a card that is not issued: merchants cannot have its number. */
async function getUsableFunding({ db }: PurchaseDeps, { platform, cardId }: Simulation): Promise<CardFunding> {
  const funding = await getFunding(db, byCard(platform.id, cardId));
  if (funding.state !== 'PROCESSING' && funding.state !== 'PENDING_KYC') return funding;
  throw new ApiError('INVALID_INPUT', `The card is ${funding.state}: it cannot be used yet.`, {
    reason: 'CARD_NOT_ACTIVE',
    hint: 'CARD.STATE_CHANGE reports that it is ACTIVE; a platformCardId that ends in 001 stays PROCESSING.',
  });
}

/** Changes the merchant's open credit to the card; without an open credit, announces one. */
export async function simulateCreditAdvice(
  deps: PurchaseDeps,
  simulation: Simulation,
  request: SimulatedAuthorization,
): Promise<string> {
  const { platform, cardId, now: at } = simulation;
  const funding = await getUsableFunding(deps, simulation);
  const amount = BigInt(request.amount);
  const currency = request.currency.code ?? funding.currency;
  requireCurrency(funding.currency, { amount, currency });
  const { descriptor } = request.merchant;
  const credits = await readOpenCredits(deps.db, { platformId: platform.id, cardId, descriptor });
  const open = credits.filter((credit) => credit.currency === currency).at(-1);
  if (!open) return simulateAuthorization(deps, simulation, { ...request, kind: 'CREDIT_AUTHORIZATION' });
  const change = { platformId: platform.id, id: open.id, amount, at, effects: recordResponse(simulation) };
  const advised = await applyAdvice(deps, change);
  // The credit cleared concurrently: the next attempt announces another credit.
  return advised ? textOf(advised) : simulateCreditAdvice(deps, simulation, request);
}

const OPEN: readonly CardTransactionStatus[] = ['AUTHORIZED', 'PARTIALLY_SETTLED'];

interface ChangeRule {
  verb: string;
  statuses: readonly CardTransactionStatus[];
  /** Upper limit of the amount; unlimited by default. */
  maximumOf?: (purchase: CardTransaction) => bigint;
  /** Default amount of a message. */
  wholeOf?: (purchase: CardTransaction) => bigint;
  applyChange: typeof applyClearing;
}

const changes = {
  authorization_advice: { verb: 'advised', statuses: OPEN, applyChange: applyAdvice },
  authorization_reversal: {
    verb: 'reversed',
    statuses: OPEN,
    maximumOf: outstandingOf,
    wholeOf: outstandingOf,
    applyChange: applyReversal,
  },
  authorization_expiry: { verb: 'expired', statuses: OPEN, applyChange: applyExpiry },
  clearing: { verb: 'cleared', statuses: OPEN, applyChange: applyClearing },
  return: {
    verb: 'returned',
    statuses: ['SETTLED', 'PARTIALLY_SETTLED', 'EXCEPTION'],
    maximumOf: returnableOf,
    applyChange: applyReturn,
  },
  return_reversal: {
    verb: 'taken back',
    statuses: ['REFUNDED'],
    maximumOf: returnedOf,
    wholeOf: ({ refunded }) => refunded,
    applyChange: applyReturnReversal,
  },
} satisfies Record<string, ChangeRule>;
export type ChangeName = keyof typeof changes;

/** Applies a message about an existing purchase. */
export async function simulateChange(
  deps: PurchaseDeps,
  simulation: Simulation,
  request: SimulatedChange,
): Promise<string> {
  const { platform, cardId, now: at } = simulation;
  const { verb, statuses, maximumOf, wholeOf = () => 0n, applyChange }: ChangeRule = changes[request.name];
  await getFunding(deps.db, byCard(platform.id, cardId));
  const key = { platformId: platform.id, cardId, id: request.cardTransactionId };
  const purchase = await getPurchaseOfCard(deps.db, key, { verb, statuses });
  const amount = request.amount === undefined ? wholeOf(purchase) : BigInt(request.amount);
  if (maximumOf) requireAtMost(maximumOf(purchase), { purchase, amount, verb });
  const effects = recordResponse(simulation);
  const changed = await applyChange(deps, { platformId: platform.id, id: purchase.id, amount, at, statuses, effects });
  // The purchase changed concurrently: the next attempt is rejected for the new status.
  return changed ? textOf(changed) : simulateChange(deps, simulation, request);
}

export function requireAtMost(
  maximum: bigint,
  { purchase, amount, verb }: { purchase: CardTransaction; amount: bigint; verb: string },
): void {
  if (amount <= maximum) return;
  throw new ApiError('INVALID_AMOUNT', `amount must be at most ${maximum}: no more can be ${verb}.`, {
    reason: 'PURCHASE_AMOUNT_EXCEEDED',
    hint: `${purchase.settled} has cleared and ${purchase.refunded} was returned, in the smallest unit.`,
  });
}
