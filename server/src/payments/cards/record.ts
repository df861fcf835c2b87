import type { CardBrand } from '../../engine/providers/issuer/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  nullable,
  type RecordOf,
  type RowOf,
  smallint,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import type { CardState, CardStateReason } from './card-states.ts';

/** An account that a card draws on. */
export interface FundingSource {
  id: string;
  accountId: string;
}

const cards = table('cards', {
  platformId: text(),
  id: text(),
  cardholderId: text(),
  platformCardId: text(),
  state: text<CardState>(),
  stateReason: nullable(text<CardStateReason>()),
  /** Null, like last4 and the expiry, until the issuer has registered the card. */
  brand: nullable(text<CardBrand>()),
  form: text<'VIRTUAL'>(),
  last4: nullable(text()),
  expMonth: nullable(smallint()),
  expYear: nullable(smallint()),
  currency: text(),
  maxSpendPerTransaction: nullable(bigint()),
  processorRef: nullable(text()),
  issuerRef: nullable(text()),
  /** Number, security code and expiry, sealed; null before they are drawn and after the card is closed. */
  detailsSealed: nullable(text()),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

export interface Card extends RecordOf<typeof cards> {
  /** In the order in which authorizations try them. */
  fundingSources: readonly FundingSource[];
}

/** The card in the API, webhooks and replays, without its number. */
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
export async function getCard(db: Database, platformId: string, id: string): Promise<Card> {
  const [row] = await db.readPipelined<CardRow>(
    sql`SELECT ${readColumns} FROM cards WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toCard(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such card.', { hint: 'GET /cards lists the cards.' });
}

export const insertCard = (card: Card): Effect => ({ kind: insertKind, rows: [cards.toRow(card)] });

/** Guard of every change: requires that the card is unchanged since `before` was read. */
export const updateCard = (card: Card, before: Card): Effect => ({
  kind: updateKind,
  rows: [{ ...cards.toRow(card), from_version: before.version.toString() }],
});

/** Guard: sets the number of a PROCESSING card once. The unique hash prevents two cards with one number. */
export const assignNumber = (card: Card, panHash: Buffer): Effect => ({
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

interface NumberedCard {
  platformId: string;
  id: string;
  panHash: Buffer;
  detailsSealed: string;
}

/** Cards that have a number, in the order of their keys. */
export const readNumberedCards = (
  db: Database,
  { after, limit }: { after: Pick<NumberedCard, 'platformId' | 'id'>; limit: number },
): Promise<NumberedCard[]> =>
  db.read<NumberedCard>(sql`
    SELECT platform_id AS "platformId", id, pan_hash AS "panHash", details_sealed AS "detailsSealed" FROM cards
    WHERE (platform_id, id) > (${after.platformId}::text, ${after.id}::text)
      AND pan_hash IS NOT NULL AND details_sealed IS NOT NULL
    ORDER BY platform_id, id LIMIT ${limit}`);

export async function replaceNumberHash(
  db: Database,
  { platformId, id }: Pick<NumberedCard, 'platformId' | 'id'>,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<boolean> {
  const replaced = await db.write(sql`
    UPDATE cards SET pan_hash = ${to} WHERE platform_id = ${platformId} AND id = ${id} AND pan_hash = ${from}
    RETURNING id`);
  return replaced.length > 0;
}

/** Unique index: no two cards have the same number. */
export const NUMBER_TAKEN = 'cards_number';
/** Unique index: no two cards of a platform have the same platformCardId. */
export const PLATFORM_CARD_ID_TAKEN = 'cards_platform_card_id';

/** Columns of a card, with its funding sources in the order in which authorizations try them. */
export const readColumns: Sql = sql`${cards.columns}, ARRAY(
  SELECT jsonb_build_object('id', f.id, 'accountId', f.account_id) FROM card_funding_sources f
  WHERE f.platform_id = cards.platform_id AND f.card_id = cards.id AND f.detached_at IS NULL
  ORDER BY f.position) AS funding_sources`;

const insertKind = cards.insertKind('card_created');

const mutable = cards.only(
  'currency',
  'state',
  'stateReason',
  'brand',
  'last4',
  'expMonth',
  'expYear',
  'maxSpendPerTransaction',
  'processorRef',
  'issuerRef',
  'version',
  'updatedAt',
);

/** An update can only erase the card details; assignNumber sets them. */
const updateKind: EffectKind = {
  name: 'card_updated',
  statement: (rows) => sql`
    UPDATE cards c SET ${mutable.assignments()},
      details_sealed = CASE WHEN r.details_sealed IS NOT NULL THEN c.details_sealed END
    FROM ${rows} AS r(${cards.rowType}, from_version bigint)
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

export type CardRow = RowOf<typeof cards> & { funding_sources: FundingSource[] };

export const toCard = (row: CardRow): Card => ({ ...cards.fromRow(row), fundingSources: row.funding_sources });
