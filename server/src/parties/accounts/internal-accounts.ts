import { type NewAccount, openAccounts, systemAccounts } from '../../engine/ledger/chart.ts';
import type { FundingInstructions } from '../../engine/providers/funding/port.ts';
import type { Banking } from '../../engine/providers/services.ts';
import { emit, type NewEvent } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { balanceTokens, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { byId } from '../../foundation/db/keyed-reads.ts';
import { emptySql, sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  boolean,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyInfo, currencyJson } from '../rates/currencies.ts';
import { documentedInstructions } from './funding-types.ts';

export const internalAccountTypes = ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'] as const;
export type InternalAccountType = (typeof internalAccountTypes)[number];

export const internalAccountStatuses = ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED'] as const;
export type InternalAccountStatus = (typeof internalAccountStatuses)[number];

const accounts = table('accounts', {
  platformId: text(),
  id: text(),
  /** Null for an account of the platform itself. */
  ownerId: nullable(text()),
  type: text<InternalAccountType>(),
  status: text<InternalAccountStatus>(),
  currency: text(),
  posted: bigint(),
  held: bigint(),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  /** Address of an embedded wallet, set by its first login. */
  depositAddress: nullable(text()),
  /** True if the balances of an embedded wallet are hidden on its network. */
  isPrivate: nullable(boolean()),
});

/** A ledger account of a customer or of the platform, in one currency. */
export interface InternalAccount extends Omit<RecordOf<typeof accounts>, 'isPrivate'> {
  isPrivate: boolean;
  fundingPaymentInstructions: readonly FundingInstructions[];
}

export interface AccountDeps {
  db: Database;
  banking: Banking;
}

/** JSON of the API and of webhooks: `balance` is available, `totalBalance` includes held amounts. */
export function internalAccountJson(account: InternalAccount) {
  const { posted, held } = account;
  return {
    ...accountJson(account, account, { balance: toJsonAmount(posted), totalBalance: toJsonAmount(posted + held) }),
    ...privacyOf(account),
  };
}

/** JSON with tokens in place of the balances. The statement that changes the balances replaces them. */
export const changedAccountJson = (account: InternalAccount, at: Date) => ({
  ...accountJson(account, { ...account, updatedAt: at }, balanceTokens),
  ...privacyOf(account),
});

const privacyOf = ({ type, isPrivate }: Pick<InternalAccount, 'type' | 'isPrivate'>) =>
  type === 'EMBEDDED_WALLET' ? { privateEnabled: isPrivate } : {};

/** Members that never change, sufficient for later events without reading the account again. */
export type AccountIdentity = Pick<InternalAccount, 'id' | 'ownerId' | 'type' | 'currency' | 'depositAddress'> & {
  createdAt: Date | string;
};

export const accountIdentity = ({
  id,
  ownerId,
  type,
  currency,
  depositAddress,
  createdAt,
}: InternalAccount): AccountIdentity => ({
  id,
  ownerId,
  type,
  currency,
  depositAddress,
  createdAt,
});

interface BalanceChange {
  platformId: string;
  mode: PlatformMode;
  at: Date;
}

/** Events of balance changes. The statement fills in the balances. */
export const balancesUpdated = (
  deps: Pick<AccountDeps, 'banking'>,
  identities: readonly AccountIdentity[],
  { platformId, mode, at }: BalanceChange,
): NewEvent[] =>
  identities.map((account) => ({
    platformId,
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    resourceId: account.id,
    accountId: account.id,
    at,
    data: {
      ...accountJson(
        account,
        {
          status: balanceTokens.status as InternalAccountStatus,
          updatedAt: at,
          fundingPaymentInstructions: instructionsOf(deps, account, mode),
        },
        balanceTokens,
      ),
      ...privacyOf({ type: account.type, isPrivate: balanceTokens.isPrivate }),
    },
  }));

type Condition = Pick<InternalAccount, 'status' | 'updatedAt' | 'fundingPaymentInstructions'>;

function accountJson(
  account: AccountIdentity,
  condition: Condition,
  amounts: { balance: number; totalBalance: number },
) {
  const currency = currencyJson(account.currency);
  return {
    id: account.id,
    ...(account.ownerId && { customerId: account.ownerId }),
    type: account.type,
    status: condition.status,
    balance: { amount: amounts.balance, currency },
    totalBalance: { amount: amounts.totalBalance, currency },
    fundingPaymentInstructions: condition.fundingPaymentInstructions,
    createdAt: account.createdAt,
    updatedAt: condition.updatedAt,
  };
}

export interface AccountFilter {
  currency?: string | undefined;
  type?: InternalAccountType | undefined;
}

export async function platformAccounts(deps: AccountDeps, platformId: string, filter: AccountFilter) {
  const { currency, type } = filter;
  const rows = await deps.db.read<AccountRow>(sql`
    SELECT ${accountColumns} FROM accounts WHERE platform_id = ${platformId} AND kind = 'platform'
    ${currency ? sql`AND currency = ${currency}` : emptySql} ${type ? sql`AND type = ${type}` : emptySql}
    ORDER BY has_money DESC, currency`);
  return rows.map(toAccount(deps));
}

export async function getInternalAccount(deps: AccountDeps, platformId: string, id: string): Promise<InternalAccount> {
  const row = await deps.db.readByKey<AccountRow>(accountById, { platform_id: platformId, id });
  if (row) return toAccount(deps)(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such internal account.', {
    hint: 'GET /platform/internal-accounts and GET /customers/internal-accounts list the accounts.',
  });
}

/** First accounts of a platform, and its system accounts. No events: the platform has no webhook endpoint yet. */
export const openFirstAccounts = (platformId: string, currencies: readonly string[], at: Date): Effect =>
  openAccounts([
    ...systemAccounts(platformId, currencies, at),
    ...currencies.map((currency) => toNewAccount(newAccount({ platformId, ownerId: null, currency, at }))),
  ]);

interface AccountsToOpen {
  platformId: string;
  mode: PlatformMode;
  currencies: readonly string[];
  /** Existing accounts. Must be read after the version that the guard checks, so that none is opened in between. */
  existing: readonly InternalAccount[];
  at: Date;
}

/** Opens accounts in currencies that a platform adds, with events that contain their payment instructions. */
export function openPlatformAccounts(deps: Pick<AccountDeps, 'banking'>, toOpen: AccountsToOpen): Effect[] {
  const { platformId, mode, currencies, existing, at } = toOpen;
  const own = missingCurrencies(currencies, existing).map((currency) =>
    newAccount({ platformId, ownerId: null, currency, at }),
  );
  return [openAccounts(systemAccounts(platformId, currencies, at)), ...openWithEvents(deps, mode, own)];
}

interface CustomerAccounts extends AccountsToOpen {
  customerId: string;
  /** Id of the embedded wallet to open, if any. Its currency is USDB. */
  walletId: string | undefined;
}

/** Opens one account per currency, with events that contain their payment instructions. */
export function openCustomerAccounts(deps: Pick<AccountDeps, 'banking'>, toOpen: CustomerAccounts): Effect[] {
  const { platformId, mode, customerId: ownerId, currencies, existing, walletId, at } = toOpen;
  const plain = missingCurrencies(currencies, existing)
    .filter((currency) => currency !== WALLET_CURRENCY)
    .map((currency) => newAccount({ platformId, ownerId, currency, at }));
  const wallet = walletId ? [newWallet({ platformId, ownerId, currency: WALLET_CURRENCY, at }, walletId)] : [];
  return openWithEvents(deps, mode, [...plain, ...wallet]);
}

const missingCurrencies = (currencies: readonly string[], existing: readonly InternalAccount[]): string[] =>
  [...new Set(currencies)].filter((code) => !existing.some(({ currency }) => currency === code));

type AccountOpening = Pick<InternalAccount, 'platformId' | 'ownerId' | 'currency'> & { at: Date };

const newAccount = ({ platformId, ownerId, currency, at }: AccountOpening): InternalAccount => ({
  platformId,
  id: newId('InternalAccount'),
  ownerId,
  type: currencyInfo(currency).isCrypto ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT',
  status: 'ACTIVE',
  currency,
  posted: 0n,
  held: 0n,
  version: 0n,
  createdAt: at,
  updatedAt: at,
  fundingPaymentInstructions: [],
  depositAddress: null,
  isPrivate: false,
});

const newWallet = (opening: AccountOpening, id: string): InternalAccount => ({
  ...newAccount(opening),
  id,
  type: 'EMBEDDED_WALLET',
});

/** The first event of an account contains its payment instructions. A wallet has none yet, so it has no event. */
function openWithEvents(deps: Pick<AccountDeps, 'banking'>, mode: PlatformMode, opened: readonly InternalAccount[]) {
  const all = opened.map((account): InternalAccount => {
    const fundingPaymentInstructions = instructionsOf(deps, account, mode);
    return { ...account, fundingPaymentInstructions, version: fundingPaymentInstructions.length > 0 ? 1n : 0n };
  });
  const announced = all.filter(({ version }) => version > 0n);
  return [openAccounts(all.map(toNewAccount)), emit(announced.map(openedEvent))];
}

const toNewAccount = ({
  platformId,
  id,
  ownerId,
  type,
  currency,
  version,
  createdAt,
}: InternalAccount): NewAccount => ({
  platformId,
  id,
  kind: ownerId === null ? 'platform' : 'customer',
  currency,
  ownerId,
  type,
  minimum: 0,
  version,
  at: createdAt,
});

const openedEvent = (account: InternalAccount): NewEvent => ({
  platformId: account.platformId,
  type: 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
  resourceId: account.id,
  data: internalAccountJson(account),
  sequence: Number(account.version),
  at: account.createdAt,
});

export const WALLET_CURRENCY = 'USDB';

export async function accountsOf(
  deps: AccountDeps,
  platformId: string,
  customerId: string,
): Promise<InternalAccount[]> {
  const rows = await deps.db.read<AccountRow>(
    sql`SELECT ${accountColumns} FROM accounts WHERE platform_id = ${platformId} AND owner_id = ${customerId} ORDER BY id`,
  );
  return rows.map(toAccount(deps));
}

/** Accounts of several customers, grouped by owner. */
export async function accountsOfCustomers(deps: AccountDeps, platformId: string, customerIds: readonly string[]) {
  const rows = await deps.db.read<AccountRow>(sql`
    SELECT ${accountColumns} FROM accounts
    WHERE platform_id = ${platformId} AND owner_id = ANY (${[...customerIds]}::text[])`);
  const byOwner = new Map<string, InternalAccount[]>();
  for (const account of rows.map(toAccount(deps))) {
    byOwner.set(account.ownerId ?? '', [...(byOwner.get(account.ownerId ?? '') ?? []), account]);
  }
  return byOwner;
}

/** Up to `most` accounts with money in any of these currencies, and the total number of such accounts. */
export async function fundedAccounts(
  db: Database,
  platformId: string,
  { currencies, most }: { currencies: readonly string[]; most: number },
) {
  const rows = await db.read<{ id: string; currency: string; count: bigint }>(sql`
    SELECT id, currency, count(*) OVER () AS count FROM (
      SELECT id, currency FROM accounts
      WHERE platform_id = ${platformId} AND type <> 'EMBEDDED_WALLET' AND has_money AND currency = ANY (${[...currencies]}::text[])
      UNION ALL
      SELECT id, currency FROM accounts
      WHERE platform_id = ${platformId} AND type = 'EMBEDDED_WALLET' AND has_money AND currency = ANY (${[...currencies]}::text[])
    ) AS funded ORDER BY currency, id LIMIT ${most}`);
  return { accounts: rows, count: Number(rows[0]?.count ?? 0) };
}

/** Status transitions that operators may make, regardless of the balance. */
const statusTransitions: Readonly<Partial<Record<InternalAccountStatus, readonly InternalAccountStatus[]>>> = {
  ACTIVE: ['FROZEN'],
  FROZEN: ['ACTIVE'],
};

/** For `applyToAccount`: guard and event of a status transition. */
export function accountStatusChange(account: InternalAccount, to: InternalAccountStatus, at: Date) {
  const { platformId, id } = account;
  const before = internalAccountStatuses.filter((status) => statusTransitions[status]?.includes(to));
  const json = changedAccountJson({ ...account, status: to }, at);
  const type = 'INTERNAL_ACCOUNT.STATUS_UPDATED' as const;
  return {
    json,
    guard: { kind: statusKind, rows: [{ platform_id: platformId, id, before, status: to, at }] },
    event: emit([{ platformId, type, resourceId: id, data: json, accountId: id, at }]),
  };
}

const statusKind: EffectKind = {
  name: 'status_changed',
  statement: (rows) => sql`
    UPDATE accounts a SET status = r.status, version = a.version + 1, updated_at = greatest(a.updated_at, r.at)
    FROM ${rows} AS r(item int, platform_id text, id text, before text[], status text, at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.type IS NOT NULL AND a.status = ANY (r.before)
    RETURNING r.item, a.id AS account_id, a.posted, a.held, a.version, a.status`,
};

/** For `applyToAccount`: guard that sets the address of a wallet once, and its event. */
export function openDeposits(
  deps: Pick<AccountDeps, 'banking'>,
  account: InternalAccount,
  { depositAddress, mode, at }: DepositOpening,
) {
  const { platformId, id } = account;
  const opened = { ...account, depositAddress };
  const json = changedAccountJson({ ...opened, fundingPaymentInstructions: instructionsOf(deps, opened, mode) }, at);
  const type = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED' as const;
  return {
    guard: { kind: depositKind, rows: [{ platform_id: platformId, id, deposit_address: depositAddress, at }] },
    event: emit([{ platformId, type, resourceId: id, data: json, accountId: id, at }]),
  };
}

interface DepositOpening {
  depositAddress: string;
  mode: PlatformMode;
  at: Date;
}

const depositKind: EffectKind = {
  name: 'deposits_opened',
  statement: (rows) => sql`
    UPDATE accounts a SET deposit_address = r.deposit_address, version = a.version + 1,
      updated_at = greatest(a.updated_at, r.at)
    FROM ${rows} AS r(item int, platform_id text, id text, deposit_address text, at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.deposit_address IS NULL
    RETURNING r.item, a.id AS account_id, a.posted, a.held, a.version, a.status`,
};

/** Hides or shows the balances of a wallet on its network. */
export const setPrivacy = (
  { platformId, id }: Pick<InternalAccount, 'platformId' | 'id'>,
  isPrivate: boolean,
  at: Date,
): Effect => ({ kind: privacyKind, rows: [{ platform_id: platformId, id, is_private: isPrivate, at }] });

const privacyKind: EffectKind = {
  name: 'privacy_set',
  statement: (rows) => sql`
    UPDATE accounts a SET is_private = r.is_private, updated_at = greatest(a.updated_at, r.at)
    FROM ${rows} AS r(item int, platform_id text, id text, is_private boolean, at timestamptz) JOIN guarded USING (item)
    WHERE a.platform_id = r.platform_id AND a.id = r.id`,
};

/**
 * Closes accounts, withdraws their payment instructions and emits the events. An account that is not empty, or that
 * changed after it was read, fails the whole statement.
 */
export function closeAccounts(closed: readonly InternalAccount[], at: Date): Effect[] {
  const closings = closed.filter((account) => account.status !== 'CLOSED').map((account) => closingOf(account, at));
  return [{ kind: closeKind, rows: closings.map(({ row }) => row) }, emit(closings.flatMap(({ events }) => events))];
}

function closingOf(account: InternalAccount, at: Date) {
  const { platformId, id, version, fundingPaymentInstructions } = account;
  const types = [
    'INTERNAL_ACCOUNT.STATUS_UPDATED' as const,
    ...(fundingPaymentInstructions.length > 0 ? (['INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'] as const) : []),
  ];
  const closed: InternalAccount = { ...account, status: 'CLOSED', updatedAt: at, fundingPaymentInstructions: [] };
  const data = internalAccountJson(closed);
  const events = types.map((type, i) => ({
    platformId,
    type,
    resourceId: id,
    data,
    sequence: Number(version) + i + 1,
    at,
  }));
  const row = { platform_id: platformId, id, from_version: version.toString(), events: types.length, at };
  return { row, events };
}

const closeKind: EffectKind = {
  name: 'closed_accounts',
  statement: (rows) => sql`
    UPDATE accounts a SET version = r.from_version + r.events, updated_at = r.at,
      status = CASE WHEN (a.posted, a.held, a.version) = (0, 0, r.from_version) THEN 'CLOSED' END
    FROM ${rows} AS r(item int, platform_id text, id text, from_version bigint, events int, at timestamptz)
    JOIN guarded USING (item)
    WHERE a.platform_id = r.platform_id AND a.id = r.id`,
};

export const accountColumns = sql`${accounts.columns}, (SELECT p.mode FROM platforms p WHERE p.id = accounts.platform_id) AS mode`;

const accountById = byId(accounts.name, accountColumns, sql`AND type IS NOT NULL`);

export type AccountRow = RowOf<typeof accounts> & { mode: PlatformMode };

export const toAccount =
  (deps: Pick<AccountDeps, 'banking'>) =>
  (row: AccountRow): InternalAccount => {
    const account: InternalAccount = {
      ...accounts.fromRow(row),
      isPrivate: row.is_private ?? false,
      fundingPaymentInstructions: [],
    };
    if (row.status !== 'CLOSED') account.fundingPaymentInstructions = instructionsOf(deps, account, row.mode);
    return account;
  };

const instructionsOf = ({ banking }: Pick<AccountDeps, 'banking'>, account: AccountIdentity, mode: PlatformMode) =>
  documentedInstructions(
    banking.funding[mode].instructionsFor({ isPlatformAccount: account.ownerId === null, ...account }),
  );
