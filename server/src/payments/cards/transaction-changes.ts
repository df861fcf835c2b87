import type { CardTransaction } from '../card-transactions/record.ts';
import { type CardTransactionStatus, type DeclineReason, isOpen } from '../card-transactions/status.ts';
import { limitIn, requireAmount, scaleOf } from './transaction-amounts.ts';
import { readTotals } from './transaction-events.ts';
import {
  type CardFunding,
  type FundingAccount,
  findPayer,
  pullFrom,
  readDetachedAccount,
} from './transaction-funding.ts';
import {
  advice,
  clearing,
  creditReversal,
  excessOf,
  expiry,
  merchantReturn,
  netSettledOf,
  rejectedAdvice,
  reserveChange,
  returnableOf,
  returnedOf,
  returnReversal,
} from './transaction-transitions.ts';
import { changePurchase, type PurchaseDecision, type PurchaseDeps, type PurchaseEffects } from './transaction-write.ts';

/** A change of a purchase that the card network reports. */
export interface PurchaseChange {
  platformId: string;
  id: string;
  at: Date;
  /** Statuses in which the change applies; any status by default. */
  statuses?: readonly CardTransactionStatus[];
  effects?: PurchaseEffects;
}

export interface AmountChange extends PurchaseChange {
  amount: bigint;
}

/** The purchase after the change; undefined when its status requires no change. */
type Changed = Promise<CardTransaction | undefined>;

/** Clears an amount in any status, because the network has paid. An amount of 0 releases the remaining reserve. */
export const applyClearing = (deps: PurchaseDeps, change: AmountChange): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase, { funding }) => {
      if (change.amount === 0n) return expiryOf(purchase);
      requireAmount(purchase, purchase.settled + change.amount);
      return clearingOf(deps, purchase, { amount: change.amount, funding });
    },
  });

/** The first source that can cover the excess pays for it; when none can, the service pays. */
async function clearingOf(
  deps: PurchaseDeps,
  purchase: CardTransaction,
  { amount, funding }: { amount: bigint; funding: CardFunding },
): Promise<PurchaseDecision> {
  const excess = excessOf(purchase, amount) * scaleOf(purchase);
  if (excess === 0n) return { transition: clearing(purchase, amount) };
  const verdict = deps.cards.network[funding.mode].laterPullVerdict(purchase.id);
  const payer = verdict.decline ? undefined : await findExcessPayer(deps, funding, { purchase, excess });
  return { transition: clearing(purchase, amount, payer ? pullFrom(payer, verdict) : 'SERVICE'), verdict };
}

/** When the card has no sources, for example when closed, the account of the purchase pays. */
async function findExcessPayer(
  { db }: PurchaseDeps,
  funding: CardFunding,
  { purchase, excess }: { purchase: CardTransaction; excess: bigint },
): Promise<FundingAccount | undefined> {
  const sources = sourcesFor(purchase, funding);
  const payers = sources.length > 0 ? sources : await readDetachedAccount(db, funding.platformId, purchase.accountId);
  return findPayer(payers, excess);
}

/** The sources of the card may have changed to another currency since the purchase. */
const sourcesFor = ({ ledgerCurrency }: CardTransaction, { currency, accounts }: CardFunding) =>
  currency === ledgerCurrency ? accounts : [];

/** Releases the reserve of an open purchase. */
export const applyExpiry = (deps: PurchaseDeps, change: PurchaseChange): Changed =>
  changePurchase(deps, { ...change, decide: expiryOf });

const expiryOf = (purchase: CardTransaction): PurchaseDecision | undefined =>
  isOpen(purchase.status) ? { transition: expiry(purchase) } : undefined;

/** Sets a new total and pulls an increase. When the increase is declined, the purchase stays unchanged. */
export const applyAdvice = (deps: PurchaseDeps, change: AmountChange): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase, { funding }) => {
      if (!isOpen(purchase.status)) return undefined;
      requireAmount(purchase, change.amount);
      return adviceOf(deps, purchase, { funding, total: change.amount });
    },
  });

/**
 * Restores the total before advice event `n`, unless a later advice has replaced it. The advice stays in force when the
 * purchase has ended, or when no source can cover the released amount again.
 */
export const revertAdvice = (deps: PurchaseDeps, { n, ...change }: PurchaseChange & { n: number }): Changed =>
  changePurchase(deps, {
    ...change,
    decide: async (purchase, { funding }) => {
      const [last, before] = await readTotals(deps.db, purchase);
      if (!isOpen(purchase.status) || last?.n !== n || !before) return undefined;
      return adviceOf(deps, purchase, { funding, total: before.amount });
    },
  });

function adviceOf(
  deps: PurchaseDeps,
  purchase: CardTransaction,
  { funding, total }: { funding: CardFunding; total: bigint },
): PurchaseDecision {
  const scale = scaleOf(purchase);
  const increase = reserveChange(purchase, total);
  if (increase <= 0n) return { transition: advice(purchase, total) };
  const rejected = (reason: DeclineReason) => ({ transition: rejectedAdvice(purchase, total, reason) });
  const { maxSpendPerTransaction, currency } = funding;
  const limit = maxSpendPerTransaction && limitIn(purchase.ledgerCurrency, { limit: maxSpendPerTransaction, currency });
  if (limit !== null && total * scale > limit) return rejected('LIMIT_EXCEEDED');
  const verdict = deps.cards.network[funding.mode].authorizationVerdict(purchase.merchant.descriptor);
  const payer = findPayer(sourcesFor(purchase, funding), increase * scale);
  if (!payer) return rejected('INSUFFICIENT_FUNDS');
  return { transition: advice(purchase, total, pullFrom(payer, verdict)), verdict };
}

/** The merchant returns at most the cleared amount. */
export const applyReturn = (deps: PurchaseDeps, change: AmountChange): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase) =>
      change.amount <= returnableOf(purchase) ? { transition: merchantReturn(purchase, change.amount) } : undefined,
  });

/** Reverses a return at the cost of the customer, or of the service when the customer cannot cover it. */
export const applyReturnReversal = (deps: PurchaseDeps, change: AmountChange): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase, { wasRejected }) =>
      change.amount <= returnedOf(purchase)
        ? { transition: returnReversal(purchase, change.amount, wasRejected ? 'SERVICE' : 'CUSTOMER') }
        : undefined,
  });

/**
 * Reverses an authorization by `amount`, or in full. A cleared purchase is returned; a cleared credit is debited from
 * the customer, or from the service when the customer cannot cover it.
 */
export const applyReversal = (
  deps: PurchaseDeps,
  { amount = 0n, ...change }: PurchaseChange & { amount?: bigint },
): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase, { funding, wasRejected }) => {
      if (isOpen(purchase.status)) {
        const total = purchase.authorized - amount;
        return amount === 0n || total <= 0n
          ? { transition: expiry(purchase) }
          : adviceOf(deps, purchase, { funding, total });
      }
      const settled = netSettledOf(purchase);
      const reversed = amount === 0n || amount > settled ? settled : amount;
      if (reversed === 0n) return undefined;
      return purchase.direction === 'DEBIT'
        ? { transition: merchantReturn(purchase, reversed) }
        : { transition: creditReversal(purchase, reversed, wasRejected ? 'SERVICE' : 'CUSTOMER') };
    },
  });
