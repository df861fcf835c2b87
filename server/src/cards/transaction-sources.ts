import type { AccountFace, InternalAccountStatus, InternalAccountType } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import type { Finder, Key } from '../db/gather.ts';
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

/** Whose purse is read: how it is found, and by what. Those who ask at the same moment are answered together. */
export interface PurseOf {
  finder: Finder;
  key: Key;
}

/**
 * A purse for each key, with what else the reader wants to know in the same moment. LATERAL and LIMIT make it index
 * probes, whatever the planner thinks of the number of keys and the size of the tables.
 */
export const purseFinder = (which: Sql, columns: Sql = emptySql): Finder => ({
  statement: (keys) => sql`
    SELECT k.n, c.platform_id, c.id, c.state, c.version, c.currency, c.max_spend_per_transaction, c.cardholder_id,
      h.platform_customer_id, p.mode, p.clock_offset_ms, f.funds ${columns}
    FROM ${keys}
    CROSS JOIN LATERAL (SELECT * FROM cards c WHERE ${which} LIMIT 1) c
    CROSS JOIN LATERAL (SELECT mode, clock_offset_ms FROM platforms WHERE id = c.platform_id LIMIT 1) p
    CROSS JOIN LATERAL (
      SELECT platform_customer_id FROM customers WHERE platform_id = c.platform_id AND id = c.cardholder_id LIMIT 1
    ) h
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('sourceId', f.id, 'accountId', a.id, 'type', a.type,
          'depositAddress', a.deposit_address, 'createdAt', a.created_at, 'status', a.status, 'posted', a.posted::text,
          'hasKey', a.type = 'EMBEDDED_WALLET' AND EXISTS (
            SELECT 1 FROM delegated_keys d
            WHERE d.platform_id = f.platform_id AND d.funding_source_id = f.id AND d.status = 'ACTIVE'))
        ORDER BY f.position) AS funds
      FROM card_funding_sources f
      CROSS JOIN LATERAL (SELECT * FROM accounts WHERE platform_id = f.platform_id AND id = f.account_id LIMIT 1) a
      WHERE f.platform_id = c.platform_id AND f.card_id = c.id AND f.detached_at IS NULL
    ) f`,
});

const byCard = purseFinder(sql`c.platform_id = k.platform_id AND c.id = k.id`);
const byProcessor = purseFinder(sql`c.processor_ref = k.processor_ref`);

export const ofCard = (platformId: string, cardId: string): PurseOf => ({
  finder: byCard,
  key: { platform_id: platformId, id: cardId },
});
export const ofProcessor = (processorRef: string): PurseOf => ({
  finder: byProcessor,
  key: { processor_ref: processorRef },
});

export const readPurse = async (db: Database, which: PurseOf): Promise<Purse> => (await readPurseWith(db, which)).purse;

/** With the other columns of its finder. */
export async function readPurseWith<T extends object>(
  db: Database,
  { finder, key }: PurseOf,
): Promise<{ purse: Purse; row: T }> {
  const row = await db.pick<PurseRow & T>(finder, key);
  if (!row) throw noSuchCard();
  return { purse: toPurse(row), row };
}

const toPurse = (row: PurseRow): Purse => ({
  platformId: row.platform_id,
  mode: row.mode,
  clockOffsetMs: Number(row.clock_offset_ms),
  cardId: row.id,
  state: row.state,
  version: row.version,
  currency: row.currency,
  maxSpendPerTransaction: row.max_spend_per_transaction,
  customerId: row.cardholder_id,
  platformCustomerId: row.platform_customer_id,
  funds: (row.funds ?? []).map((fund) => toFund(row, fund)),
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

interface PurseRow {
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
  funds: FundJson[] | null;
}

interface FundJson {
  sourceId: string;
  accountId: string;
  type: InternalAccountType;
  depositAddress: string | null;
  createdAt: string;
  status: InternalAccountStatus;
  posted: string;
  hasKey: boolean;
}

const toFund = ({ cardholder_id, currency }: PurseRow, { posted, status, hasKey, ...fund }: FundJson): Fund => ({
  face: {
    id: fund.accountId,
    ownerId: cardholder_id,
    type: fund.type,
    currency,
    depositAddress: fund.depositAddress,
    createdAt: new Date(fund.createdAt),
  },
  source: { id: fund.sourceId, needsKey: fund.type === 'EMBEDDED_WALLET' },
  status,
  posted: BigInt(posted),
  hasKey,
});

const noSuchCard = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such card.', { hint: 'GET /cards lists the cards.' });
