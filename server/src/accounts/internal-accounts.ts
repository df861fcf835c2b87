import type { Database } from '../db/database.ts';
import { type Effect, type EffectKind, reported } from '../db/effects.ts';
import { byId } from '../db/gather.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { emptySql, sql } from '../db/sql.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Id, idPattern, newId } from '../kernel/ids.ts';
import { toJsonAmount } from '../kernel/money.ts';
import { type NewAccount, openAccounts, systemAccounts } from '../ledger/chart.ts';
import type { Funding, PaymentInstructions } from '../providers/funding/port.ts';
import { currencyInfo, currencyJson } from '../rates/currencies.ts';
import { emit, type NewEvent } from '../webhooks/events.ts';

export const internalAccountTypes = ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'] as const;
export type InternalAccountType = (typeof internalAccountTypes)[number];

export const internalAccountStatuses = ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED'] as const;
export type InternalAccountStatus = (typeof internalAccountStatuses)[number];

/** One account, one currency. An account without an owner is the platform's own. */
export interface InternalAccount {
  platformId: string;
  id: string;
  ownerId: string | null;
  type: InternalAccountType;
  status: InternalAccountStatus;
  currency: string;
  posted: bigint;
  held: bigint;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
  fundingPaymentInstructions: readonly PaymentInstructions[];
  /** Of an embedded wallet that was opened: the address that its seed gives. */
  depositAddress: string | null;
  /** Of an embedded wallet: whether its balances are hidden from others on its network. */
  isPrivate: boolean;
}

export interface AccountNeeds {
  db: Database;
  /** The adapter of each mode. */
  funding: Record<PlatformMode, Funding>;
}

/** As the API, webhooks and replays show it: `balance` is spendable, `totalBalance` adds what is on its way. */
export function internalAccountJson(account: InternalAccount) {
  const { posted, held } = account;
  return {
    ...show(account, account, { balance: toJsonAmount(posted), totalBalance: toJsonAmount(posted + held) }),
    ...privacyOf(account),
  };
}

/** The same, written before a statement that changes the balance and fills it in. */
export const changedAccountJson = (account: InternalAccount, at: Date) => ({
  ...show(account, { ...account, updatedAt: at }, reported),
  ...privacyOf(account),
});

const privacyOf = ({ type, isPrivate }: Pick<InternalAccount, 'type' | 'isPrivate'>) =>
  type === 'EMBEDDED_WALLET' ? { privateEnabled: isPrivate } : {};

/** What never changes about an account: enough to tell of it later without reading it again. */
export type AccountFace = Pick<InternalAccount, 'id' | 'ownerId' | 'type' | 'currency' | 'depositAddress'> & {
  createdAt: Date | string;
};

export const faceOf = ({ id, ownerId, type, currency, depositAddress, createdAt }: InternalAccount): AccountFace => ({
  id,
  ownerId,
  type,
  currency,
  depositAddress,
  createdAt,
});

interface Occasion {
  platformId: string;
  mode: PlatformMode;
  at: Date;
}

/** Tells that the balances of these accounts have changed; the statement fills in what they are. */
export const balancesUpdated = (
  needs: Pick<AccountNeeds, 'funding'>,
  faces: readonly AccountFace[],
  { platformId, mode, at }: Occasion,
): NewEvent[] =>
  faces.map((face) => ({
    platformId,
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    resourceId: face.id,
    accountId: face.id,
    at,
    data: {
      ...show(
        face,
        {
          status: reported.status as InternalAccountStatus,
          updatedAt: at,
          fundingPaymentInstructions: instructionsOf(needs, face, mode),
        },
        reported,
      ),
      ...privacyOf({ type: face.type, isPrivate: reported.isPrivate }),
    },
  }));

type Condition = Pick<InternalAccount, 'status' | 'updatedAt' | 'fundingPaymentInstructions'>;

function show(face: AccountFace, condition: Condition, amounts: { balance: number; totalBalance: number }) {
  const currency = currencyJson(face.currency);
  return {
    id: face.id,
    ...(face.ownerId && { customerId: face.ownerId }),
    type: face.type,
    status: condition.status,
    balance: { amount: amounts.balance, currency },
    totalBalance: { amount: amounts.totalBalance, currency },
    fundingPaymentInstructions: condition.fundingPaymentInstructions,
    createdAt: face.createdAt,
    updatedAt: condition.updatedAt,
  };
}

export interface PlatformAccountFilter {
  currency?: string | undefined;
  type?: InternalAccountType | undefined;
}

export async function platformAccounts(needs: AccountNeeds, platformId: string, filter: PlatformAccountFilter) {
  const { currency, type } = filter;
  const found = await needs.db.read<AccountRow>(sql`
    SELECT ${accountColumns} FROM accounts WHERE platform_id = ${platformId} AND kind = 'platform'
    ${currency ? sql`AND currency = ${currency}` : emptySql} ${type ? sql`AND type = ${type}` : emptySql}
    ORDER BY currency`);
  return found.map(toAccount(needs));
}

export async function findInternalAccount(
  needs: AccountNeeds,
  platformId: string,
  id: string,
): Promise<InternalAccount> {
  const row = await needs.db.pick<AccountRow>(accountById, { platform_id: platformId, id });
  if (row) return toAccount(needs)(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such internal account.', {
    hint: 'GET /platform/internal-accounts and GET /customers/internal-accounts list the accounts.',
  });
}

/** A platform begins with its own account in each currency and the house's beside it; nobody is there yet to be told. */
export const openFirstAccounts = (platformId: string, currencies: readonly string[], at: Date): Effect =>
  openAccounts([
    ...systemAccounts(platformId, currencies, at),
    ...currencies.map((currency) => toOpen(newAccount({ platformId, ownerId: null, currency, at }))),
  ]);

interface AccountsToOpen {
  platformId: string;
  mode: PlatformMode;
  currencies: readonly string[];
  /** Those there are already; read after what the guard of the change compares, so that no other has opened meanwhile. */
  existing: readonly InternalAccount[];
  at: Date;
}

/** The same in currencies that it adds, with the events that tell how the accounts are paid into. */
export function openPlatformAccounts(needs: Pick<AccountNeeds, 'funding'>, accounts: AccountsToOpen): Effect[] {
  const { platformId, mode, currencies, existing, at } = accounts;
  const own = lacking(currencies, existing).map((currency) => newAccount({ platformId, ownerId: null, currency, at }));
  return [openAccounts(systemAccounts(platformId, currencies, at)), ...opened(needs, mode, own)];
}

interface CustomerAccounts extends AccountsToOpen {
  customerId: string;
  /** The id of a wallet, where there is to be one: in USDB, controlled by the customer's own credentials. */
  walletId: string | undefined;
}

/** A customer's account in each currency, with the events that tell how it is paid into. */
export function openCustomerAccounts(needs: Pick<AccountNeeds, 'funding'>, accounts: CustomerAccounts): Effect[] {
  const { platformId, mode, customerId: ownerId, currencies, existing, walletId, at } = accounts;
  const plain = lacking(currencies, existing)
    .filter((currency) => currency !== WALLET_CURRENCY)
    .map((currency) => newAccount({ platformId, ownerId, currency, at }));
  const wallet = walletId ? [newWallet({ platformId, ownerId, currency: WALLET_CURRENCY, at }, walletId)] : [];
  return opened(needs, mode, [...plain, ...wallet]);
}

const lacking = (currencies: readonly string[], existing: readonly InternalAccount[]): string[] =>
  [...new Set(currencies)].filter((code) => !existing.some(({ currency }) => currency === code));

type Begun = Pick<InternalAccount, 'platformId' | 'ownerId' | 'currency'> & { at: Date };

const newAccount = ({ platformId, ownerId, currency, at }: Begun): InternalAccount => ({
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

const newWallet = (begun: Begun, id: string): InternalAccount => ({
  ...newAccount(begun),
  id,
  type: 'EMBEDDED_WALLET',
});

/** An account that opens with its coordinates begins with the event that tells them; a wallet has none yet. */
function opened(needs: Pick<AccountNeeds, 'funding'>, mode: PlatformMode, accounts: readonly InternalAccount[]) {
  const all = accounts.map((account): InternalAccount => {
    const fundingPaymentInstructions = instructionsOf(needs, account, mode);
    return { ...account, fundingPaymentInstructions, version: fundingPaymentInstructions.length > 0 ? 1n : 0n };
  });
  const told = all.filter(({ version }) => version > 0n);
  return [openAccounts(all.map(toOpen)), emit(told.map(openedEvent))];
}

const toOpen = ({ platformId, id, ownerId, type, currency, version, createdAt }: InternalAccount): NewAccount => ({
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

const WALLET_CURRENCY = 'USDB';

export interface CustomerAccountFilter extends PlatformAccountFilter, PageRequest {
  customerId?: string | undefined;
}

export async function listCustomerAccounts(needs: AccountNeeds, platformId: string, filter: CustomerAccountFilter) {
  const { customerId, currency, type, ...request } = filter;
  const where = [
    sql`platform_id = ${platformId} AND kind = 'customer'`,
    ...(customerId ? [sql`owner_id = ${customerId}`] : []),
    ...(currency ? [sql`currency = ${currency}`] : []),
    ...(type ? [sql`type = ${type}`] : []),
  ];
  const found = await page<AccountRow>(needs.db, {
    keys: idPattern('InternalAccount'),
    select: accountColumns,
    from: sql`FROM accounts`,
    where,
    request,
  });
  return mapPage(found, (row) => internalAccountJson(toAccount(needs)(row)));
}

export async function accountsOf(
  needs: AccountNeeds,
  platformId: string,
  customerId: string,
): Promise<InternalAccount[]> {
  const found = await needs.db.read<AccountRow>(
    sql`SELECT ${accountColumns} FROM accounts WHERE platform_id = ${platformId} AND owner_id = ${customerId} ORDER BY id`,
  );
  return found.map(toAccount(needs));
}

/** Moves of an account's status that an operator may make, whatever its balance. */
const statusMoves: Readonly<Partial<Record<InternalAccountStatus, readonly InternalAccountStatus[]>>> = {
  ACTIVE: ['FROZEN'],
  FROZEN: ['ACTIVE'],
};

/** For `applyToAccount`: the guard that moves an account to a status it may go to, and the event that tells of it. */
export function moveStatus(account: InternalAccount, to: InternalAccountStatus, at: Date) {
  const { platformId, id } = account;
  const before = internalAccountStatuses.filter((status) => statusMoves[status]?.includes(to));
  const json = changedAccountJson({ ...account, status: to }, at);
  const type = 'INTERNAL_ACCOUNT.STATUS_UPDATED' as const;
  return {
    json,
    guard: { kind: statusKind, rows: [{ platform_id: platformId, id, before, status: to, at }] },
    event: emit([{ platformId, type, resourceId: id, data: json, accountId: id, at }]),
  };
}

const statusKind: EffectKind = {
  name: 'status_moved',
  statement: (rows) => sql`
    UPDATE accounts a SET status = r.status, version = a.version + 1, updated_at = greatest(a.updated_at, r.at)
    FROM ${rows} AS r(item int, platform_id text, id text, before text[], status text, at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.type IS NOT NULL AND a.status = ANY (r.before)
    RETURNING r.item, a.id AS account_id, a.posted, a.held, a.version, a.status`,
};

/** For `applyToAccount`: the guard that gives a wallet its address, once, and the event that tells of it. */
export function openDeposits(needs: Pick<AccountNeeds, 'funding'>, account: InternalAccount, opening: Opening) {
  const { platformId, id } = account;
  const { depositAddress, mode, at } = opening;
  const opened = { ...account, depositAddress };
  const json = changedAccountJson({ ...opened, fundingPaymentInstructions: instructionsOf(needs, opened, mode) }, at);
  const type = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED' as const;
  return {
    guard: { kind: depositKind, rows: [{ platform_id: platformId, id, deposit_address: depositAddress, at }] },
    event: emit([{ platformId, type, resourceId: id, data: json, accountId: id, at }]),
  };
}

interface Opening {
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

/** Hides the balances of a wallet from others on its network, or shows them again. */
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
 * Closes accounts as they were read, with their events: nobody can pay into them any more, so their coordinates are
 * withdrawn. One that holds money, or has changed since, undoes it all.
 */
export function closeAccounts(accounts: readonly InternalAccount[], at: Date): Effect[] {
  const closings = accounts.filter((account) => account.status !== 'CLOSED').map((account) => closingOf(account, at));
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

const accountColumns = sql`platform_id, id, owner_id, type, status, currency, posted, held, version, created_at, updated_at,
  deposit_address, is_private, (SELECT p.mode FROM platforms p WHERE p.id = accounts.platform_id) AS mode`;

const accountById = byId(sql`accounts`, accountColumns, sql`AND type IS NOT NULL`);

interface AccountRow {
  platform_id: string;
  id: Id<'InternalAccount'>;
  owner_id: string | null;
  type: InternalAccountType;
  status: InternalAccountStatus;
  currency: string;
  posted: bigint;
  held: bigint;
  version: bigint;
  created_at: Date;
  updated_at: Date;
  deposit_address: string | null;
  is_private: boolean | null;
  mode: PlatformMode;
}

const toAccount =
  (needs: Pick<AccountNeeds, 'funding'>) =>
  (row: AccountRow): InternalAccount => {
    const account: InternalAccount = {
      platformId: row.platform_id,
      id: row.id,
      ownerId: row.owner_id,
      type: row.type,
      status: row.status,
      currency: row.currency,
      posted: row.posted,
      held: row.held,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      depositAddress: row.deposit_address,
      isPrivate: row.is_private ?? false,
      fundingPaymentInstructions: [],
    };
    if (row.status !== 'CLOSED') account.fundingPaymentInstructions = instructionsOf(needs, account, row.mode);
    return account;
  };

const instructionsOf = ({ funding }: Pick<AccountNeeds, 'funding'>, account: AccountFace, mode: PlatformMode) =>
  funding[mode].instructionsFor({ isPlatformAccount: account.ownerId === null, ...account });
