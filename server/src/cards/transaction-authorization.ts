import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Id, uuidv7 } from '../kernel/ids.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import { currencyInfo } from '../rates/currencies.ts';
import type { CardTransaction, Merchant } from '../transactions/card-record.ts';
import type { DeclineReason } from '../transactions/card-status.ts';
import type { CardState } from './states.ts';
import type { CardEvent } from './transaction-events.ts';
import { scaleOf } from './transaction-fold.ts';
import { accountBehind, drawable, type Fund, type Purse, pullOn } from './transaction-sources.ts';
import { type Beside, begin, isRefusal, type PurchaseNeeds, TRIES } from './transaction-take.ts';
import type { Turn } from './transaction-turns.ts';

/** What kinds of authorization there are: who is paid, and whether the money moves at once. */
export const authorizations = {
  AUTHORIZATION: { direction: 'DEBIT', isFinal: false },
  CREDIT_AUTHORIZATION: { direction: 'CREDIT', isFinal: false },
  FINANCIAL_AUTHORIZATION: { direction: 'DEBIT', isFinal: true },
  FINANCIAL_CREDIT_AUTHORIZATION: { direction: 'CREDIT', isFinal: true },
  BALANCE_INQUIRY: { direction: 'DEBIT', isFinal: true },
} as const satisfies Record<string, { direction: 'DEBIT' | 'CREDIT'; isFinal: boolean }>;
export type AuthorizationKind = keyof typeof authorizations;

export interface Authorization {
  kind: AuthorizationKind;
  /** 0 for an inquiry. */
  amount: bigint;
  currency: string;
  merchant: Merchant;
  /** The issuer's name for it; left out: one of ours. */
  token?: string;
  at: Date;
  beside?: Beside;
}

/**
 * Decides an authorization: the reading chooses who pays, the one statement that follows decides. Whatever comes
 * between the two, a freeze, a spent balance, a source that was taken away, makes it start over.
 */
export async function authorize(
  needs: PurchaseNeeds,
  readPurse: () => Promise<Purse>,
  asked: Authorization,
): Promise<CardTransaction> {
  for (let i = 1; ; i++) {
    const purse = await readPurse();
    requireCurrency(purse, asked);
    await needs.systemAccounts.ensure(purse.platformId, [purse.currency], asked.at);
    const choice: Choice = i > TRIES ? { decline: 'INSUFFICIENT_FUNDS' } : choose(needs, purse, asked);
    if ('decline' in choice) return decline(needs, purse, { asked, reason: choice.decline });
    try {
      const made = await approve(needs, purse, { asked, ...choice });
      if (made) return made;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
}

/** A dollar is a dollar: a card in USDB pays dollars one for one. */
export function requireCurrency(
  { currency }: Pick<Purse, 'currency'>,
  asked: Pick<Authorization, 'currency' | 'amount'>,
): void {
  const accepted = currency === 'USDB' ? ['USDB', 'USD'] : [currency];
  currencyInfo(asked.currency);
  if (!accepted.includes(asked.currency)) {
    throw new ApiError('INVALID_CURRENCY', `The card is in ${currency} and does not pay in ${asked.currency}.`, {
      hint: `Authorize in ${accepted.join(' or ')}.`,
    });
  }
  requireAmount({ currency: asked.currency, ledgerCurrency: currency }, asked.amount);
}

/** What the ledger can hold, in its own smallest unit. */
export function requireAmount(money: Parameters<typeof scaleOf>[0], amount: bigint): void {
  const most = BigInt(MAX_AMOUNT) / scaleOf(money);
  if (amount <= most) return;
  throw new ApiError('INVALID_AMOUNT', `No card transaction is above ${most} ${money.currency}.`, {
    hint: `Amounts are in the smallest unit of ${money.currency}.`,
  });
}

type Choice = { decline: DeclineReason } | { fund?: Fund };

function choose(needs: PurchaseNeeds, purse: Purse, { kind, amount, currency, merchant }: Authorization): Choice {
  const { direction } = authorizations[kind];
  const refused = refusalOf[purse.state] ?? needs.cardNetwork[purse.mode].ofAuthorization(merchant.descriptor).decline;
  if (refused) return { decline: refused };
  if (direction === 'CREDIT' || amount === 0n) return {};
  const wanted = amount * scaleOf({ currency, ledgerCurrency: purse.currency });
  const limit = purse.maxSpendPerTransaction;
  if (limit !== null && wanted > limit) return { decline: 'LIMIT_EXCEEDED' };
  const [fund] = drawable(purse, wanted);
  return fund ? { fund } : { decline: 'INSUFFICIENT_FUNDS' };
}

/** Why a card in this state declines; ACTIVE ones do not. */
const refusalOf: Partial<Record<CardState, DeclineReason>> = {
  PENDING_KYC: 'CARD_PAUSED',
  PROCESSING: 'CARD_PAUSED',
  FROZEN: 'CARD_PAUSED',
  CLOSED: 'CARD_CLOSED',
};

interface Approving {
  asked: Authorization;
  fund?: Fund;
}

async function approve(needs: PurchaseNeeds, purse: Purse, { asked, fund }: Approving) {
  const verdict = needs.cardNetwork[purse.mode].ofAuthorization(asked.merchant.descriptor);
  const accountId = fund?.face.id ?? (await accountBehind(needs.db, purse));
  return begin(needs, {
    purse,
    purchase: fresh(needs, purse, { accountId, ...asked }),
    guard: cardUnchanged(purse),
    turn: turnOf(asked, fund && pullOn(fund, verdict.confirmation ? 'PENDING' : 'CONFIRMED')),
    verdict,
    at: asked.at,
    ...(asked.beside && { beside: asked.beside }),
  });
}

function turnOf({ kind, amount }: Authorization, pull: ReturnType<typeof pullOn> | undefined): Turn {
  const { isFinal } = authorizations[kind];
  const isInquiry = amount === 0n;
  const events: CardEvent[] = [
    { kind: isInquiry ? 'INQUIRY' : 'AUTHORIZATION', amount },
    ...(pull ? [{ kind: 'PULL' as const, amount, ...pull }] : []),
    ...(isFinal && !isInquiry ? [{ kind: 'CLEARING' as const, amount }] : []),
  ];
  return { phase: 'authorize', events, status: isFinal ? 'SETTLED' : 'AUTHORIZED' };
}

async function decline(
  needs: PurchaseNeeds,
  purse: Purse,
  { asked, reason }: { asked: Authorization; reason: DeclineReason },
): Promise<CardTransaction> {
  const { amount, at, beside } = asked;
  const purchase = fresh(needs, purse, { accountId: await accountBehind(needs.db, purse), ...asked });
  const events: CardEvent[] = [
    { kind: 'AUTHORIZATION', amount },
    { kind: 'DECLINE', amount, reason },
  ];
  const declined = await begin(needs, {
    purse,
    purchase: { ...purchase, declineReason: reason },
    turn: { phase: 'authorize', events, status: 'DECLINED' },
    at,
    ...(beside && { beside }),
  });
  return declined as CardTransaction;
}

/** A purchase before anything has happened to it. */
export function fresh(
  { cardNetwork }: Pick<PurchaseNeeds, 'cardNetwork'>,
  purse: Purse,
  asked: Omit<Authorization, 'beside'> & { accountId: string },
): CardTransaction {
  const { accountId, currency, merchant, at } = asked;
  const uuid = cardNetwork[purse.mode].uuidFor(uuidv7, merchant.mcc);
  return {
    platformId: purse.platformId,
    id: `CardTransaction:${uuid}` as Id<'CardTransaction'>,
    cardId: purse.cardId,
    customerId: purse.customerId,
    platformCustomerId: purse.platformCustomerId,
    token: asked.token ?? uuid,
    status: 'AUTHORIZED',
    declineReason: null,
    direction: authorizations[asked.kind].direction,
    merchant,
    accountId,
    currency,
    ledgerCurrency: purse.currency,
    authorized: 0n,
    settled: 0n,
    refunded: 0n,
    pulls: { count: 0, total: 0n, pending: 0 },
    settlements: 0,
    refunds: 0,
    draws: [],
    events: 0,
    version: 0n,
    authorizedAt: at,
    lastEventAt: at,
    createdAt: at,
    updatedAt: at,
    settledAt: null,
  };
}

/**
 * A freeze waits for authorizations that are being written, and they for it: each comes before the other, never beside.
 * LATERAL makes it one index probe per card: as a plain join the planner, who expects more, reads the whole table.
 */
const cardUnchanged = ({ platformId, cardId, version }: Purse): Effect => ({
  kind: unchangedKind,
  rows: [{ platform_id: platformId, id: cardId, version: version.toString() }],
});

const unchangedKind: EffectKind = {
  name: 'card_unchanged',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text, id text, version bigint)
    CROSS JOIN LATERAL (
      SELECT c.id FROM cards c WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.version = r.version FOR SHARE
    ) c`,
};
