import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { type Id, uuidv7 } from '../../foundation/kernel/ids.ts';
import type { CardTransaction } from '../card-transactions/record.ts';
import { requireCurrency } from './transaction-amounts.ts';
import {
  type Authorization,
  authorizations,
  type CardDecision,
  decideAuthorization,
  declined,
} from './transaction-decision.ts';
import type { CardEvent } from './transaction-events.ts';
import { byCard, type CardFunding, defaultAccountId, getFunding, pullFrom } from './transaction-funding.ts';
import type { Pull, PurchaseTransition } from './transaction-transitions.ts';
import { createPurchase, isFundingRejected, type PurchaseDeps, type PurchaseEffects } from './transaction-write.ts';

/** Further conflicts decline the authorization: the network waits for a response and cannot use an error. */
const MAX_ATTEMPTS = 20;

interface AuthorizationRequest extends Authorization {
  /** The processor's id of the purchase; generated where it is absent. */
  token?: string;
  at: Date;
  effects?: PurchaseEffects;
}

/**
 * Decides from `funding` and writes the decision in one statement. A change between the two (a freeze, a spent balance,
 * a detached source) starts over with a new read.
 */
export async function authorize(
  deps: PurchaseDeps,
  funding: CardFunding,
  request: AuthorizationRequest,
): Promise<CardTransaction> {
  let current = funding;
  for (let attempt = 1; ; attempt++) {
    requireCurrency(current.currency, request);
    await deps.ledger.systemAccounts.ensure(current.platformId, [current.currency], request.at);
    const decision =
      attempt > MAX_ATTEMPTS
        ? declined('INSUFFICIENT_FUNDS')
        : decideAuthorization(deps.cards.network[current.mode], current, request);
    const purchase = await writeDecision(deps, current, { request, decision });
    if (purchase) return purchase;
    current = await getFunding(deps.db, byCard(current.platformId, current.cardId));
  }
}

/** Undefined: the card has changed since it was read, or its payer can no longer be debited. */
async function writeDecision(
  deps: PurchaseDeps,
  funding: CardFunding,
  { request, decision }: { request: AuthorizationRequest; decision: CardDecision },
): Promise<CardTransaction | undefined> {
  const payer = decision.isApproved ? decision.payer : undefined;
  const accountId = payer?.account.id ?? (await defaultAccountId(deps.db, funding));
  const purchase = newPurchase(deps, funding, { ...request, accountId });
  const outcome = decision.isApproved
    ? {
        purchase,
        guard: cardUnchanged(funding),
        transition: approval(request, payer && pullFrom(payer, decision.verdict)),
        verdict: decision.verdict,
      }
    : { purchase: { ...purchase, declineReason: decision.reason }, transition: decline(request, decision.reason) };
  try {
    return await createPurchase(deps, { ...outcome, funding, at: request.at, effects: request.effects });
  } catch (error) {
    if (isFundingRejected(error)) return undefined;
    throw error;
  }
}

function approval({ kind, amount }: Authorization, pull: Pull | undefined): PurchaseTransition {
  const { isFinal } = authorizations[kind];
  const isInquiry = amount === 0n;
  const events: CardEvent[] = [
    { kind: isInquiry ? 'INQUIRY' : 'AUTHORIZATION', amount },
    ...(pull ? [{ kind: 'PULL' as const, amount, ...pull }] : []),
    ...(isFinal && !isInquiry ? [{ kind: 'CLEARING' as const, amount }] : []),
  ];
  return { phase: 'authorize', events, status: isFinal ? 'SETTLED' : 'AUTHORIZED' };
}

const decline = ({ amount }: Authorization, reason: string): PurchaseTransition => ({
  phase: 'authorize',
  events: [
    { kind: 'AUTHORIZATION', amount },
    { kind: 'DECLINE', amount, reason },
  ],
  status: 'DECLINED',
});

/** A purchase before its first event. */
export function newPurchase(
  { cards }: Pick<PurchaseDeps, 'cards'>,
  funding: CardFunding,
  { kind, currency, merchant, token, at, accountId }: AuthorizationRequest & { accountId: string },
): CardTransaction {
  const uuid = cards.network[funding.mode].uuidFor(uuidv7, merchant.mcc);
  return {
    platformId: funding.platformId,
    id: `CardTransaction:${uuid}` as Id<'CardTransaction'>,
    cardId: funding.cardId,
    customerId: funding.customerId,
    platformCustomerId: funding.platformCustomerId,
    token: token ?? uuid,
    status: 'AUTHORIZED',
    declineReason: null,
    direction: authorizations[kind].direction,
    merchant,
    accountId,
    currency,
    ledgerCurrency: funding.currency,
    authorized: 0n,
    settled: 0n,
    refunded: 0n,
    pulls: { count: 0, total: 0n, pending: 0 },
    settlements: 0,
    refunds: 0,
    disputed: 0n,
    dispute: null,
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
 * Serializes an authorization with a freeze: the row lock makes each wait for the other. LATERAL forces one index probe
 * per card; with a plain join the planner expects more rows and reads the whole table.
 */
const cardUnchanged = ({ platformId, cardId, version }: CardFunding): Effect => ({
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
