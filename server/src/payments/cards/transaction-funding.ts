import type { CardVerdict } from '../../engine/providers/card-network/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Finder, Key } from '../../foundation/db/keyed-reads.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type {
  AccountIdentity,
  InternalAccountStatus,
  InternalAccountType,
} from '../../parties/accounts/internal-accounts.ts';
import type { CardState } from './card-states.ts';
import type { Pull } from './transaction-transitions.ts';

/** An account that a card draws on, with its balance at the time of the read. */
export interface FundingAccount {
  account: AccountIdentity;
  /** Absent when the account is no longer a funding source of the card. */
  source?: { id: string; needsKey: boolean };
  status: InternalAccountStatus;
  posted: bigint;
  /** Whether the holder of an embedded wallet has given the card a delegated key that is active. */
  hasKey: boolean;
}

/** A card with its funding sources, read in one statement: all input of an authorization decision. */
export interface CardFunding {
  platformId: string;
  mode: PlatformMode;
  clockOffsetMs: number;
  cardId: string;
  state: CardState;
  /** Increases with every change of the card or its funding sources. */
  version: bigint;
  currency: string;
  maxSpendPerTransaction: bigint | null;
  customerId: string;
  platformCustomerId: string;
  /** In the order in which authorizations try them. */
  accounts: readonly FundingAccount[];
}

/** Selects a card. Concurrent reads with the same finder share one statement. */
interface CardSelector {
  finder: Finder;
  key: Key;
}

/**
 * Reads the funding of each card, with further `columns` in the same statement. LATERAL and LIMIT force index probes,
 * independent of the planner's estimates.
 */
export const fundingFinder = (condition: Sql, columns: Sql = emptySql): Finder => ({
  statement: (keys) => sql`
    SELECT k.n, c.platform_id, c.id, c.state, c.version, c.currency, c.max_spend_per_transaction, c.cardholder_id,
      h.platform_customer_id, p.mode, p.clock_offset_ms, f.accounts ${columns}
    FROM ${keys}
    CROSS JOIN LATERAL (SELECT * FROM cards c WHERE ${condition} LIMIT 1) c
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
        ORDER BY f.position) AS accounts
      FROM card_funding_sources f
      CROSS JOIN LATERAL (SELECT * FROM accounts WHERE platform_id = f.platform_id AND id = f.account_id LIMIT 1) a
      WHERE f.platform_id = c.platform_id AND f.card_id = c.id AND f.detached_at IS NULL
    ) f`,
});

const cardFinder = fundingFinder(sql`c.platform_id = k.platform_id AND c.id = k.id`);
const processorRefFinder = fundingFinder(sql`c.processor_ref = k.processor_ref`);

export const byCard = (platformId: string, cardId: string): CardSelector => ({
  finder: cardFinder,
  key: { platform_id: platformId, id: cardId },
});
export const byProcessorRef = (processorRef: string): CardSelector => ({
  finder: processorRefFinder,
  key: { processor_ref: processorRef },
});

export const getFunding = async (db: Database, selector: CardSelector): Promise<CardFunding> =>
  (await getFundingRow(db, selector)).funding;

/** `row` contains the further columns of the finder. */
export async function getFundingRow<T extends object>(
  db: Database,
  { finder, key }: CardSelector,
): Promise<{ funding: CardFunding; row: T }> {
  const row = await db.readByKey<FundingRow & T>(finder, key);
  if (!row) throw cardNotFound();
  return { funding: toFunding(row), row };
}

const toFunding = (row: FundingRow): CardFunding => ({
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
  accounts: (row.accounts ?? []).map((account) => toFundingAccount(row, account)),
});

/** Finds the first account that can cover the whole amount, in the currency of the card. */
export const findPayer = (accounts: readonly FundingAccount[], amount: bigint): FundingAccount | undefined =>
  accounts.find(({ status, posted, source, hasKey }) => {
    return status === 'ACTIVE' && posted >= amount && (hasKey || !source?.needsKey);
  });

/** A pull is PENDING until the network confirms it; without a confirmation in the verdict it is CONFIRMED at once. */
export const pullFrom = ({ account, source }: FundingAccount, verdict: CardVerdict = {}): Pull => ({
  accountId: account.id,
  ...(source && { source }),
  status: verdict.confirmation ? 'PENDING' : 'CONFIRMED',
});

/** Account of a purchase without a pull: the first source, or the cardholder's first account. */
export async function defaultAccountId(
  db: Database,
  { platformId, customerId, currency, accounts }: CardFunding,
): Promise<string> {
  const [first] = accounts;
  if (first) return first.account.id;
  const [row] = await db.readPipelined<{ id: string }>(sql`
    SELECT id FROM accounts WHERE platform_id = ${platformId} AND owner_id = ${customerId} AND currency = ${currency}
    ORDER BY id LIMIT 1`);
  return row?.id ?? '';
}

/** Reads a paying account that is not a funding source. Excludes embedded wallets: the card has no key to one. */
export async function readDetachedAccount(db: Database, platformId: string, id: string): Promise<FundingAccount[]> {
  const [account] = await readAccounts(db, platformId, [id]);
  const [row] = await db.readPipelined<{ status: InternalAccountStatus; posted: bigint }>(
    sql`SELECT status, posted FROM accounts WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return account && row && account.type !== 'EMBEDDED_WALLET' ? [{ account, ...row, hasKey: false }] : [];
}

/** Reads the accounts of a purchase for balance events, whether they are funding sources or not. */
export async function readAccounts(
  db: Database,
  platformId: string,
  ids: readonly string[],
): Promise<AccountIdentity[]> {
  if (ids.length === 0) return [];
  const rows = await db.readPipelined<AccountRow>(sql`
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

interface AccountRow {
  id: string;
  owner_id: string;
  type: InternalAccountType;
  currency: string;
  deposit_address: string | null;
  created_at: Date;
}

interface FundingRow {
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
  accounts: FundingAccountJson[] | null;
}

interface FundingAccountJson {
  sourceId: string;
  accountId: string;
  type: InternalAccountType;
  depositAddress: string | null;
  createdAt: string;
  status: InternalAccountStatus;
  posted: string;
  hasKey: boolean;
}

const toFundingAccount = ({ cardholder_id, currency }: FundingRow, json: FundingAccountJson): FundingAccount => ({
  account: {
    id: json.accountId,
    ownerId: cardholder_id,
    type: json.type,
    currency,
    depositAddress: json.depositAddress,
    createdAt: new Date(json.createdAt),
  },
  source: { id: json.sourceId, needsKey: json.type === 'EMBEDDED_WALLET' },
  status: json.status,
  posted: BigInt(json.posted),
  hasKey: json.hasKey,
});

const cardNotFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such card.', { hint: 'GET /cards lists the cards.' });
