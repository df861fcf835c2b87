import type { NameCheckStatus } from '../../engine/providers/name-check/port.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { byId, type Finder } from '../../foundation/db/keyed-reads.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  boolean,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { railsOf } from './account-rules.ts';
import type { AccountInfo, ExternalAccountStatus, OwnershipType } from './external-names.ts';

/** Outstanding challenge to prove ownership of an account. A new challenge replaces it. */
export type OwnershipChallenge =
  | { id: string; method: 'WALLET_SIGNATURE'; messageToSign: string; expiresAt: string }
  | { id: string; method: 'LIVENESS'; expiresAt: string };

export type OwnershipProof =
  | { method: 'WALLET_SIGNATURE'; messageToSign: string; signature: string; provedAt: Date }
  | { method: 'LIVENESS'; provedAt: Date };

const externalAccounts = table('external_accounts', {
  platformId: text(),
  id: text(),
  /** Null for an account of the platform itself. */
  customerId: nullable(text()),
  currency: text(),
  status: text<ExternalAccountStatus>(),
  platformAccountId: nullable(text()),
  ownershipType: nullable(text<OwnershipType>()),
  accountInfo: jsonb<AccountInfo>(),
  fingerprint: text(),
  /** Result of the beneficiary name check. */
  nameCheck: nullable(jsonb<{ status: NameCheckStatus; fullName?: string }>()),
  isTrusted: boolean(),
  challenge: nullable(jsonb<OwnershipChallenge>()),
  /** Evidence of ownership; never part of a response. */
  ownershipProof: nullable(jsonb<OwnershipProof>()),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  deletedAt: nullable(timestamptz()),
});

/** Account at a bank, in a mobile network or on a blockchain. */
export interface ExternalAccount extends RecordOf<typeof externalAccounts> {
  isDefaultDeposit: boolean;
}

/** JSON of the API and of webhooks. */
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

export type OwnerKind = 'CUSTOMER' | 'PLATFORM';

export interface ExternalAccountKey {
  platformId: string;
  id: string;
  /** Default: any owner. */
  owner?: OwnerKind;
}

export async function getExternalAccount(db: Database, key: ExternalAccountKey): Promise<ExternalAccount> {
  const account = await findExternalAccount(db, key);
  if (account) return account;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such external account.', {
    hint: "Accounts of customers are under /customers/external-accounts, the platform's own under /platform/external-accounts.",
  });
}

export async function findExternalAccount(db: Database, { platformId, id, owner }: ExternalAccountKey) {
  const row = await db.readByKey<ExternalAccountRow>(finders[owner ?? 'ANY'], { platform_id: platformId, id });
  return row && toExternalAccount(row);
}

/** SQL condition of a guard: holds unless one of these accounts is deleted. */
export const areNotDeleted = (platformId: Sql, ids: Sql): Sql => sql`(
  SELECT e.id FROM external_accounts e
  WHERE e.platform_id = ${platformId} AND e.id = ANY (${ids}) AND e.deleted_at IS NOT NULL LIMIT 1) IS NULL`;

/** The external account to which incoming UMA payments of the customer are forwarded. */
export async function findDepositAccount(db: Database, platformId: string, customerId: string) {
  const [row] = await db.readPipelined<ExternalAccountRow>(sql`
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

export const insertExternalAccount = (account: ExternalAccount): Effect => ({
  kind: insertKind,
  rows: [externalAccounts.toRow(account)],
});

/** Guard of every change: holds while the stored version is `version - 1`. */
export const updateExternalAccount = (account: ExternalAccount): Effect => ({
  kind: updateKind,
  rows: [externalAccounts.toRow(account)],
});

/** Event of a status change; none if the status is unchanged. */
export function statusEvents(before: ExternalAccount, after: ExternalAccount): Effect[] {
  if (before.status === after.status) return [];
  const { platformId, id, version, updatedAt: at } = after;
  const type = 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const;
  return [
    emit([{ platformId, type, resourceId: id, data: externalAccountJson(after), sequence: Number(version), at }]),
  ];
}

export const externalAccountColumns = sql`${externalAccounts.columns}, EXISTS (
    SELECT 1 FROM uma_deposit_accounts d
    WHERE d.platform_id = external_accounts.platform_id AND d.customer_id = external_accounts.customer_id
      AND d.external_account_id = external_accounts.id
  ) AS is_default_deposit`;

const accountById = (conditions: Sql): Finder =>
  byId(externalAccounts.name, externalAccountColumns, sql`AND deleted_at IS NULL ${conditions}`);

const finders: Record<OwnerKind | 'ANY', Finder> = {
  ANY: accountById(emptySql),
  CUSTOMER: accountById(sql`AND ${ownedBy.CUSTOMER}`),
  PLATFORM: accountById(sql`AND ${ownedBy.PLATFORM}`),
};

const insertKind = externalAccounts.insertKind('external_account_created');

const updateKind: EffectKind = {
  name: 'external_account_updated',
  statement: (rows) => sql`
    UPDATE external_accounts a SET status = r.status, is_trusted = r.is_trusted, challenge = r.challenge,
      ownership_proof = r.ownership_proof, version = r.version, updated_at = r.updated_at, deleted_at = r.deleted_at
    FROM ${rows} AS r(${externalAccounts.rowType})
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.version = r.version - 1 RETURNING r.item`,
};

export type ExternalAccountRow = RowOf<typeof externalAccounts> & { is_default_deposit: boolean };

export const toExternalAccount = (row: ExternalAccountRow): ExternalAccount => ({
  ...externalAccounts.fromRow(row),
  isDefaultDeposit: row.is_default_deposit,
});
