import type { AccountFace, InternalAccountStatus, InternalAccountType } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { emptySql, type Sql, sql } from '../db/sql.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import type { CardState } from './states.ts';
import type { Pull } from './transaction-turns.ts';

/** An account that a card draws on, as it was a moment ago. */
export interface Fund {
  face: AccountFace;
  /** Left out where it is no source of the card any more. */
  source?: { id: string; needsKey: boolean };
  status: InternalAccountStatus;
  posted: bigint;
  /** An embedded wallet is drawn on with a key that its holder has given the card. */
  hasKey: boolean;
}

/** A card with everything that a decision needs to know, read at once. */
export interface Purse {
  platformId: string;
  mode: PlatformMode;
  clockOffsetMs: number;
  cardId: string;
  state: CardState;
  /** Changes with everything that is said of the card here. */
  version: bigint;
  currency: string;
  maxSpendPerTransaction: bigint | null;
  customerId: string;
  platformCustomerId: string;
  /** First things first. */
  funds: readonly Fund[];
}

export const ofCard = (platformId: string, cardId: string): Sql =>
  sql`c.platform_id = ${platformId} AND c.id = ${cardId}`;
export const ofProcessor = (processorRef: string): Sql => sql`c.processor_ref = ${processorRef}`;

export const readPurse = async (db: Database, which: Sql): Promise<Purse> => (await readPurseWith(db, which)).purse;

/** With what else the reader wants to know in the same moment, as columns of its first row. */
export async function readPurseWith<T extends object>(
  db: Database,
  which: Sql,
  columns: Sql = emptySql,
): Promise<{ purse: Purse; row: T }> {
  const rows = await db.find<PurseRow & T>(sql`
    SELECT c.platform_id, c.id, c.state, c.version, c.currency, c.max_spend_per_transaction, c.cardholder_id,
      h.platform_customer_id, p.mode, p.clock_offset_ms, f.id AS source_id, a.id AS account_id, a.type,
      a.deposit_address, a.created_at, a.status, a.posted, a.type = 'EMBEDDED_WALLET' AS needs_key,
      a.type = 'EMBEDDED_WALLET' AND EXISTS (
        SELECT 1 FROM delegated_keys k
        WHERE k.platform_id = f.platform_id AND k.funding_source_id = f.id AND k.status = 'ACTIVE') AS has_key
      ${columns}
    FROM cards c
    JOIN platforms p ON p.id = c.platform_id
    JOIN customers h ON h.platform_id = c.platform_id AND h.id = c.cardholder_id
    LEFT JOIN card_funding_sources f ON f.platform_id = c.platform_id AND f.card_id = c.id AND f.detached_at IS NULL
    LEFT JOIN accounts a ON a.platform_id = f.platform_id AND a.id = f.account_id
    WHERE ${which} ORDER BY f.position`);
  const [row] = rows;
  if (!row) throw noSuchCard();
  return { purse: toPurse(row, rows), row };
}

const toPurse = (first: PurseRow, rows: readonly PurseRow[]): Purse => ({
  platformId: first.platform_id,
  mode: first.mode,
  clockOffsetMs: Number(first.clock_offset_ms),
  cardId: first.id,
  state: first.state,
  version: first.version,
  currency: first.currency,
  maxSpendPerTransaction: first.max_spend_per_transaction,
  customerId: first.cardholder_id,
  platformCustomerId: first.platform_customer_id,
  funds: rows.flatMap(toFund),
});

/** The funds that can give this much of the ledger's currency, first things first. */
export const drawable = ({ funds }: Purse, amount: bigint): Fund[] =>
  funds.filter(({ status, posted, source, hasKey }) => {
    return status === 'ACTIVE' && posted >= amount && (hasKey || !source?.needsKey);
  });

export const pullOn = ({ face, source }: Fund, status: 'PENDING' | 'CONFIRMED'): Pull => ({
  accountId: face.id,
  ...(source && { source }),
  status,
});

/** The account that a card without sources is thought of with: its holder's first one in its currency. */
export async function accountBehind(db: Database, { platformId, customerId, currency, funds }: Purse): Promise<string> {
  const [first] = funds;
  if (first) return first.face.id;
  const [row] = await db.find<{ id: string }>(sql`
    SELECT id FROM accounts WHERE platform_id = ${platformId} AND owner_id = ${customerId} AND currency = ${currency}
    ORDER BY id LIMIT 1`);
  return row?.id ?? '';
}

/** An account that no card is needed to draw on; a wallet is not one. */
export async function plainFund(db: Database, platformId: string, id: string): Promise<Fund[]> {
  const [face] = await readFaces(db, platformId, [id]);
  const [row] = await db.find<{ status: InternalAccountStatus; posted: bigint }>(
    sql`SELECT status, posted FROM accounts WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return face && row && face.type !== 'EMBEDDED_WALLET' ? [{ face, ...row, hasKey: false }] : [];
}

/** Of accounts that have given something, attached still or not: what their events tell. */
export async function readFaces(db: Database, platformId: string, ids: readonly string[]): Promise<AccountFace[]> {
  if (ids.length === 0) return [];
  const rows = await db.find<FaceRow & { owner_id: string; id: string; currency: string }>(sql`
    SELECT id, owner_id, type, currency, deposit_address, created_at FROM accounts
    WHERE platform_id = ${platformId} AND id = ANY (${ids}::text[])`);
  return rows.map((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    type: row.type,
    currency: row.currency,
    depositAddress: row.deposit_address,
    createdAt: row.created_at,
  }));
}

interface FaceRow {
  type: InternalAccountType;
  deposit_address: string | null;
  created_at: Date;
}

interface PurseRow extends FaceRow {
  platform_id: string;
  id: string;
  state: CardState;
  version: bigint;
  currency: string;
  max_spend_per_transaction: bigint | null;
  cardholder_id: string;
  platform_customer_id: string;
  mode: PlatformMode;
  clock_offset_ms: bigint;
  source_id: string | null;
  account_id: string | null;
  status: InternalAccountStatus;
  posted: bigint;
  needs_key: boolean;
  has_key: boolean;
}

function toFund(row: PurseRow): Fund[] {
  if (row.source_id === null || row.account_id === null) return [];
  const face = {
    id: row.account_id,
    ownerId: row.cardholder_id,
    type: row.type,
    currency: row.currency,
    depositAddress: row.deposit_address,
    createdAt: row.created_at,
  };
  const source = { id: row.source_id, needsKey: row.needs_key };
  return [{ face, source, status: row.status, posted: row.posted, hasKey: row.has_key }];
}

const noSuchCard = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such card.', { hint: 'GET /cards lists the cards.' });
