import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { type Sql, sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import { toJsonAmount } from '../kernel/money.ts';
import type { CardBrand } from '../providers/issuer/port.ts';
import type { CardState, CardStateReason } from './states.ts';

/** An account that a card draws on. */
export interface FundingSource {
  id: string;
  accountId: string;
}

export interface Card {
  platformId: string;
  id: string;
  cardholderId: string;
  platformCardId: string;
  state: CardState;
  stateReason: CardStateReason | null;
  /** Like all of the face of a card, null until the issuer has accepted it. */
  brand: CardBrand | null;
  form: 'VIRTUAL';
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  currency: string;
  maxSpendPerTransaction: bigint | null;
  processorRef: string | null;
  issuerRef: string | null;
  /** Number, security code and expiry, sealed; null before they are drawn and once the card is closed. */
  detailsSealed: string | null;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
  /** In the order in which they are drawn on. */
  fundingSources: readonly FundingSource[];
}

/** As the API, webhooks and replays show a card. Its number is not in it, ever. */
export function cardJson(card: Card) {
  const { maxSpendPerTransaction: limit } = card;
  return {
    id: card.id,
    cardholderId: card.cardholderId,
    platformCardId: card.platformCardId,
    state: card.state,
    stateReason: card.stateReason,
    ...(card.brand && { brand: card.brand }),
    form: card.form,
    ...(card.last4 && { last4: card.last4 }),
    ...(card.expMonth && { expMonth: card.expMonth }),
    ...(card.expYear && { expYear: card.expYear }),
    fundingSources: card.fundingSources.map(({ accountId }) => accountId),
    maxSpendPerTransaction: limit === null ? null : toJsonAmount(limit),
    currency: card.currency,
    ...(card.processorRef && { processorRef: card.processorRef }),
    ...(card.issuerRef && { issuerRef: card.issuerRef }),
    createdAt: card.createdAt,
    updatedAt: card.updatedAt,
  };
}

/** A card of this platform, or 404 REFERENCE_NOT_FOUND. */
export async function findCard(db: Database, platformId: string, id: string): Promise<Card> {
  const [row] = await db.find<CardRow>(
    sql`SELECT ${readColumns} FROM cards WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toCard(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such card.', { hint: 'GET /cards lists the cards.' });
}

export const insertCard = (card: Card): Effect => ({ kind: insertKind, rows: [toRow(card)] });

/** Guard of every change: holds when nobody changed the card since it was read as `before`. */
export const updateCard = (card: Card, before: Card): Effect => ({
  kind: updateKind,
  rows: [{ ...toRow(card), from_version: before.version.toString() }],
});

/** Guard: gives a card that waits for the issuer its number, once. The hash keeps the number from being given twice. */
export const giveNumber = (card: Card, panHash: Buffer): Effect => ({
  kind: numberKind,
  rows: [
    {
      platform_id: card.platformId,
      id: card.id,
      details_sealed: card.detailsSealed,
      pan_hash: `\\x${panHash.toString('hex')}`,
    },
  ],
});

/** The name of the index that two cards with one number would break. */
export const ONE_NUMBER = 'cards_number';
/** Of the index that keeps the names apart that a platform gives its cards. */
export const ONE_NAME = 'cards_platform_card_id';

const columns = sql`platform_id, id, cardholder_id, platform_card_id, state, state_reason, brand, form, last4, exp_month,
  exp_year, currency, max_spend_per_transaction, processor_ref, issuer_ref, details_sealed, version, created_at,
  updated_at`;

/** With the accounts it draws on, first things first. */
export const readColumns: Sql = sql`${columns}, ARRAY(
  SELECT jsonb_build_object('id', f.id, 'accountId', f.account_id) FROM card_funding_sources f
  WHERE f.platform_id = cards.platform_id AND f.card_id = cards.id AND f.detached_at IS NULL
  ORDER BY f.position) AS funding_sources`;

const rowType = sql`AS r(item int, platform_id text, id text, cardholder_id text, platform_card_id text, state text,
  state_reason text, brand text, form text, last4 text, exp_month smallint, exp_year smallint, currency text,
  max_spend_per_transaction bigint, processor_ref text, issuer_ref text, details_sealed text, version bigint,
  created_at timestamptz, updated_at timestamptz, from_version bigint)`;

const insertKind: EffectKind = {
  name: 'card_created',
  statement: (rows) => sql`
    INSERT INTO cards (${columns}) SELECT ${columns} FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

const updateKind: EffectKind = {
  name: 'card_updated',
  statement: (rows) => sql`
    UPDATE cards c SET state = r.state, state_reason = r.state_reason, brand = r.brand, last4 = r.last4,
      exp_month = r.exp_month, exp_year = r.exp_year, max_spend_per_transaction = r.max_spend_per_transaction,
      processor_ref = r.processor_ref, issuer_ref = r.issuer_ref,
      details_sealed = CASE WHEN r.details_sealed IS NOT NULL THEN c.details_sealed END,
      version = r.version, updated_at = r.updated_at
    FROM ${rows} ${rowType}
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.version = r.from_version RETURNING r.item`,
};

const numberKind: EffectKind = {
  name: 'card_numbered',
  statement: (rows) => sql`
    UPDATE cards c SET details_sealed = r.details_sealed, pan_hash = r.pan_hash
    FROM ${rows} AS r(item int, platform_id text, id text, details_sealed text, pan_hash bytea)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.state = 'PROCESSING' AND c.details_sealed IS NULL
    RETURNING r.item`,
};

export interface CardRow {
  platform_id: string;
  id: string;
  cardholder_id: string;
  platform_card_id: string;
  state: CardState;
  state_reason: CardStateReason | null;
  brand: CardBrand | null;
  form: 'VIRTUAL';
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  currency: string;
  max_spend_per_transaction: bigint | null;
  processor_ref: string | null;
  issuer_ref: string | null;
  details_sealed: string | null;
  version: bigint;
  created_at: Date;
  updated_at: Date;
  funding_sources: FundingSource[];
}

export const toCard = (row: CardRow): Card => ({
  platformId: row.platform_id,
  id: row.id,
  cardholderId: row.cardholder_id,
  platformCardId: row.platform_card_id,
  state: row.state,
  stateReason: row.state_reason,
  brand: row.brand,
  form: row.form,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  currency: row.currency,
  maxSpendPerTransaction: row.max_spend_per_transaction,
  processorRef: row.processor_ref,
  issuerRef: row.issuer_ref,
  detailsSealed: row.details_sealed,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  fundingSources: row.funding_sources,
});

const toRow = (card: Card) => ({
  platform_id: card.platformId,
  id: card.id,
  cardholder_id: card.cardholderId,
  platform_card_id: card.platformCardId,
  state: card.state,
  state_reason: card.stateReason,
  brand: card.brand,
  form: card.form,
  last4: card.last4,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  currency: card.currency,
  max_spend_per_transaction: card.maxSpendPerTransaction?.toString() ?? null,
  processor_ref: card.processorRef,
  issuer_ref: card.issuerRef,
  details_sealed: card.detailsSealed,
  version: card.version.toString(),
  created_at: card.createdAt,
  updated_at: card.updatedAt,
});
