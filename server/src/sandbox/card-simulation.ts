import { type AuthorizationKind, authorize, requireCurrency } from '../cards/transaction-authorization.ts';
import { advise, clear, giveBack, openCredits, requirePurchase, takeBack } from '../cards/transaction-changes.ts';
import { ofCard, type Purse, readPurse } from '../cards/transaction-sources.ts';
import type { Beside, PurchaseNeeds } from '../cards/transaction-take.ts';
import { returnableOf, returnedOf } from '../cards/transaction-turns.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { type CardTransaction, cardTransactionJson, type Merchant } from '../transactions/card-record.ts';
import type { CardTransactionStatus } from '../transactions/card-status.ts';

/** Where and when the network speaks up, and how the answer is remembered. */
export interface Simulation {
  platform: Platform;
  cardId: string;
  now: Date;
  receipt: Receipt;
}

interface Asked {
  amount: number;
  currency: { code: string };
  merchant: Merchant;
}

interface Amendment {
  name: ChangeName;
  cardTransactionId: string;
  /** Left out: all of it. */
  amount?: number;
}

/** The answer to every simulation: the card transaction as it is then. */
export const ACCEPTED = 202;
const textOf = (purchase: CardTransaction): string => JSON.stringify(cardTransactionJson(purchase));
const remembered =
  ({ receipt }: Simulation): Beside =>
  (purchase) =>
    receipt.remember({ status: ACCEPTED, text: textOf(purchase) });

export async function simulateAuthorization(
  needs: PurchaseNeeds,
  simulation: Simulation,
  { kind, amount, currency, merchant }: Asked & { kind: AuthorizationKind },
): Promise<string> {
  const purchase = await authorize(needs, () => usablePurse(needs, simulation), {
    kind,
    amount: BigInt(amount),
    currency: currency.code,
    merchant,
    at: simulation.now,
    beside: remembered(simulation),
  });
  return textOf(purchase);
}

export async function simulateInquiry(
  needs: PurchaseNeeds,
  simulation: Simulation,
  merchant: Merchant,
): Promise<string> {
  const { currency } = await usablePurse(needs, simulation);
  const asked = { amount: 0, currency: { code: currency }, merchant };
  return simulateAuthorization(needs, simulation, { ...asked, kind: 'BALANCE_INQUIRY' });
}

/** A card whose number does not exist yet is known to no merchant. */
async function usablePurse({ db }: PurchaseNeeds, { platform, cardId }: Simulation): Promise<Purse> {
  const purse = await readPurse(db, ofCard(platform.id, cardId));
  if (purse.state !== 'PROCESSING' && purse.state !== 'PENDING_KYC') return purse;
  throw new ApiError('INVALID_INPUT', `The card is ${purse.state}: it cannot be used yet.`, {
    reason: 'CARD_NOT_ACTIVE',
    hint: 'CARD.STATE_CHANGE tells when it is ACTIVE; a platformCardId that ends in 001 stays PROCESSING.',
  });
}

/** Told of the card and the merchant: changes the credit that is open between them, or is the first word of one. */
export async function simulateCreditAdvice(
  needs: PurchaseNeeds,
  simulation: Simulation,
  asked: Asked,
): Promise<string> {
  const { platform, cardId, now: at } = simulation;
  const purse = await usablePurse(needs, simulation);
  const amount = BigInt(asked.amount);
  const currency = asked.currency.code;
  requireCurrency(purse, { amount, currency });
  const { descriptor } = asked.merchant;
  const credits = await openCredits(needs, { platformId: platform.id, cardId, descriptor });
  const open = credits.filter((credit) => credit.currency === currency).at(-1);
  if (!open) return simulateAuthorization(needs, simulation, { ...asked, kind: 'CREDIT_AUTHORIZATION' });
  const told = { platformId: platform.id, id: open.id, amount, at, beside: remembered(simulation) };
  const advised = await advise(needs, told);
  // Cleared in between: there is none that is open.
  return advised ? textOf(advised) : simulateCreditAdvice(needs, simulation, asked);
}

const OPEN: readonly CardTransactionStatus[] = ['AUTHORIZED', 'PARTIALLY_SETTLED'];

interface Change {
  verb: string;
  statuses: readonly CardTransactionStatus[];
  /** Left out: as much as the network likes. */
  mostOf?: (purchase: CardTransaction) => bigint;
  tell: typeof clear;
}

const changes = {
  authorization_advice: { verb: 'advised', statuses: OPEN, tell: advise },
  clearing: { verb: 'cleared', statuses: OPEN, tell: clear },
  return: {
    verb: 'returned',
    statuses: ['SETTLED', 'PARTIALLY_SETTLED', 'EXCEPTION'],
    mostOf: returnableOf,
    tell: giveBack,
  },
  return_reversal: { verb: 'taken back', statuses: ['REFUNDED'], mostOf: returnedOf, tell: takeBack },
} satisfies Record<string, Change>;
export type ChangeName = keyof typeof changes;

/** Something happens to a purchase that the network knows. */
export async function simulateChange(needs: PurchaseNeeds, simulation: Simulation, asked: Amendment): Promise<string> {
  const { platform, cardId, now: at } = simulation;
  const { verb, statuses, mostOf, tell }: Change = changes[asked.name];
  await readPurse(needs.db, ofCard(platform.id, cardId));
  const which = { platformId: platform.id, cardId, id: asked.cardTransactionId };
  const purchase = await requirePurchase(needs, which, { verb, statuses });
  const amount = asked.amount === undefined ? purchase.refunded : BigInt(asked.amount);
  if (mostOf) requireAtMost(mostOf(purchase), { purchase, amount, verb });
  const told = { platformId: platform.id, id: purchase.id, amount, at, statuses, beside: remembered(simulation) };
  const changed = await tell(needs, told);
  // Something came in between: looked at again, it is refused for what it has become.
  return changed ? textOf(changed) : simulateChange(needs, simulation, asked);
}

function requireAtMost(
  most: bigint,
  { purchase, amount, verb }: { purchase: CardTransaction; amount: bigint; verb: string },
): void {
  if (amount <= most) return;
  throw new ApiError('INVALID_AMOUNT', `Only ${most} of what has cleared can be ${verb}.`, {
    hint: `${purchase.settled} has cleared and ${purchase.refunded} was returned, in the smallest unit.`,
  });
}
