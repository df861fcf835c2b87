import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { byId, type Finder } from '../db/gather.ts';
import { emptySql, type Sql, sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import type { NameCheckStatus } from '../providers/name-check/port.ts';
import { emit } from '../webhooks/events.ts';
import { type AccountInfo, type OwnershipType, railsOf } from './account-rules.ts';

export const externalAccountStatuses = [
  'PENDING',
  'ACTIVE',
  'PENDING_OWNERSHIP_VERIFICATION',
  'UNVERIFIED',
  'UNDER_REVIEW',
  'INACTIVE',
] as const;
export type ExternalAccountStatus = (typeof externalAccountStatuses)[number];

/** The one outstanding challenge of an account; a new one takes its place. */
export type OwnershipChallenge =
  | { id: string; method: 'WALLET_SIGNATURE'; messageToSign: string; expiresAt: string }
  | { id: string; method: 'LIVENESS'; expiresAt: string };

export type OwnershipProof =
  | { method: 'WALLET_SIGNATURE'; messageToSign: string; signature: string; provedAt: Date }
  | { method: 'LIVENESS'; provedAt: Date };

/** An account at somebody else's: a bank, a mobile network, a chain. Without a customer it is the platform's own. */
export interface ExternalAccount {
  platformId: string;
  id: string;
  customerId: string | null;
  currency: string;
  status: ExternalAccountStatus;
  platformAccountId: string | null;
  ownershipType: OwnershipType | null;
  accountInfo: AccountInfo;
  fingerprint: string;
  /** What the bank said of the beneficiary's name. */
  nameCheck: { status: NameCheckStatus; fullName?: string } | null;
  isDefaultDeposit: boolean;
  isTrusted: boolean;
  challenge: OwnershipChallenge | null;
  /** Kept as evidence; never shown. */
  ownershipProof: OwnershipProof | null;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** As the API, webhooks and replays show it. */
export function externalAccountJson(account: ExternalAccount) {
  const { beneficiary, ...fields } = account.accountInfo;
  const paymentRails = railsOf(account.accountInfo);
  return {
    id: account.id,
    ...(account.customerId && { customerId: account.customerId }),
    status: account.status,
    ...(account.platformAccountId && { platformAccountId: account.platformAccountId }),
    ...(account.ownershipType && { ownershipType: account.ownershipType }),
    currency: account.currency,
    ...(account.customerId && { defaultUmaDepositAccount: account.isDefaultDeposit }),
    ...(account.nameCheck && { beneficiaryVerificationStatus: account.nameCheck.status }),
    ...(account.nameCheck?.fullName && { beneficiaryVerifiedData: { fullName: account.nameCheck.fullName } }),
    accountInfo: {
      ...fields,
      ...(paymentRails.length > 0 && { paymentRails }),
      ...(beneficiary && { beneficiary }),
    },
  };
}

/** Whose accounts are meant. */
export type OwnerKind = 'CUSTOMER' | 'PLATFORM';

export interface AccountPlace {
  platformId: string;
  id: string;
  /** Any, where it is left out. */
  owner?: OwnerKind;
}

export async function findExternalAccount(db: Database, place: AccountPlace): Promise<ExternalAccount> {
  const account = await readExternalAccount(db, place);
  if (account) return account;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such external account.', {
    hint: "Accounts of customers are under /customers/external-accounts, the platform's own under /platform/external-accounts.",
  });
}

export async function readExternalAccount(db: Database, { platformId, id, owner }: AccountPlace) {
  const row = await db.pick<ExternalAccountRow>(finders[owner ?? 'ANY'], { platform_id: platformId, id });
  return row && toExternalAccount(row);
}

/** SQL for a guard: whether none of these accounts was deleted. */
export const areThere = (platformId: Sql, ids: Sql): Sql => sql`(
  SELECT e.id FROM external_accounts e
  WHERE e.platform_id = ${platformId} AND e.id = ANY (${ids}) AND e.deleted_at IS NOT NULL LIMIT 1) IS NULL`;

/** Where the customer wants incoming payments to end up, if not with us. */
export async function readDepositAccount(db: Database, platformId: string, customerId: string) {
  const [row] = await db.find<ExternalAccountRow>(sql`
    SELECT ${externalAccountColumns} FROM external_accounts
    WHERE platform_id = ${platformId} AND deleted_at IS NULL AND id = (
      SELECT external_account_id FROM uma_deposit_accounts
      WHERE platform_id = ${platformId} AND customer_id = ${customerId})`);
  return row && toExternalAccount(row);
}

export const ownedBy: Record<OwnerKind, Sql> = {
  CUSTOMER: sql`customer_id IS NOT NULL`,
  PLATFORM: sql`customer_id IS NULL`,
};

/** The row of a new account. */
export const insertExternalAccount = (account: ExternalAccount): Effect => ({
  kind: insertKind,
  rows: [toRow(account)],
});

/** Guard of every change: holds when nobody changed the account since it was read at `version - 1`. */
export const updateExternalAccount = (account: ExternalAccount): Effect => ({
  kind: updateKind,
  rows: [toRow(account)],
});

/** Tells of a status that an account did not have before. */
export function statusNews(before: ExternalAccount, after: ExternalAccount): Effect[] {
  if (before.status === after.status) return [];
  const { platformId, id, version, updatedAt: at } = after;
  const type = 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const;
  return [
    emit([{ platformId, type, resourceId: id, data: externalAccountJson(after), sequence: Number(version), at }]),
  ];
}

const storedColumns = sql`platform_id, id, customer_id, currency, status, platform_account_id, ownership_type,
  account_info, fingerprint, name_check, is_trusted, challenge, ownership_proof, version, created_at, updated_at, deleted_at`;

export const externalAccountColumns = sql`${storedColumns}, EXISTS (
    SELECT 1 FROM uma_deposit_accounts d
    WHERE d.platform_id = external_accounts.platform_id AND d.customer_id = external_accounts.customer_id
      AND d.external_account_id = external_accounts.id
  ) AS is_default_deposit`;

const accountById = (conditions: Sql): Finder =>
  byId(sql`external_accounts`, externalAccountColumns, sql`AND deleted_at IS NULL ${conditions}`);

const finders: Record<OwnerKind | 'ANY', Finder> = {
  ANY: accountById(emptySql),
  CUSTOMER: accountById(sql`AND ${ownedBy.CUSTOMER}`),
  PLATFORM: accountById(sql`AND ${ownedBy.PLATFORM}`),
};

const rowType = sql`AS r(item int, platform_id text, id text, customer_id text, currency text, status text,
  platform_account_id text, ownership_type text, account_info jsonb, fingerprint text, name_check jsonb,
  is_trusted boolean, challenge jsonb, ownership_proof jsonb, version bigint, created_at timestamptz,
  updated_at timestamptz, deleted_at timestamptz)`;

const insertKind: EffectKind = {
  name: 'external_account_created',
  statement: (rows) => sql`
    INSERT INTO external_accounts (${storedColumns})
    SELECT ${storedColumns} FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

const updateKind: EffectKind = {
  name: 'external_account_updated',
  statement: (rows) => sql`
    UPDATE external_accounts a SET status = r.status, is_trusted = r.is_trusted, challenge = r.challenge,
      ownership_proof = r.ownership_proof, version = r.version, updated_at = r.updated_at, deleted_at = r.deleted_at
    FROM ${rows} ${rowType}
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.version = r.version - 1 RETURNING r.item`,
};

export interface ExternalAccountRow {
  platform_id: string;
  id: string;
  customer_id: string | null;
  currency: string;
  status: ExternalAccountStatus;
  platform_account_id: string | null;
  ownership_type: OwnershipType | null;
  account_info: AccountInfo;
  fingerprint: string;
  name_check: ExternalAccount['nameCheck'];
  is_default_deposit: boolean;
  is_trusted: boolean;
  challenge: OwnershipChallenge | null;
  ownership_proof: OwnershipProof | null;
  version: bigint;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export const toExternalAccount = (row: ExternalAccountRow): ExternalAccount => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  currency: row.currency,
  status: row.status,
  platformAccountId: row.platform_account_id,
  ownershipType: row.ownership_type,
  accountInfo: row.account_info,
  fingerprint: row.fingerprint,
  nameCheck: row.name_check,
  isDefaultDeposit: row.is_default_deposit,
  isTrusted: row.is_trusted,
  challenge: row.challenge,
  ownershipProof: row.ownership_proof,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
});

const toRow = (account: ExternalAccount) => ({
  platform_id: account.platformId,
  id: account.id,
  customer_id: account.customerId,
  currency: account.currency,
  status: account.status,
  platform_account_id: account.platformAccountId,
  ownership_type: account.ownershipType,
  account_info: account.accountInfo,
  fingerprint: account.fingerprint,
  name_check: account.nameCheck,
  is_trusted: account.isTrusted,
  challenge: account.challenge,
  ownership_proof: account.ownershipProof,
  version: account.version.toString(),
  created_at: account.createdAt,
  updated_at: account.updatedAt,
  deleted_at: account.deletedAt,
});
