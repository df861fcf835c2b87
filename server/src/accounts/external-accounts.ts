import { brokenConstraint, type Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import type { Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import type { Directory } from '../providers/directory/port.ts';
import type { NameCheck } from '../providers/name-check/port.ts';
import type { Networks } from '../providers/networks/port.ts';
import {
  completed,
  type ExternalAccountInput,
  fingerprintOf,
  memberProblems,
  nameOf,
  needsOwnershipProof,
  primaryIdentifier,
  problemsOf,
} from './account-rules.ts';
import { accountType } from './account-types.ts';
import {
  type AccountPlace,
  type ExternalAccount,
  type ExternalAccountRow,
  externalAccountColumns,
  externalAccountJson,
  findExternalAccount,
  insertExternalAccount,
  type OwnerKind,
  ownedBy,
  toExternalAccount,
  updateExternalAccount,
} from './external-record.ts';

export interface ExternalAccountNeeds {
  db: Database;
  /** The adapters of each mode. */
  networks: Record<Platform['mode'], Networks>;
  nameCheck: Record<Platform['mode'], NameCheck>;
  directory: Record<Platform['mode'], Pick<Directory, 'vasps'>>;
}

interface Creation {
  platform: Platform;
  input: ExternalAccountInput;
  now: Date;
  receipt: Receipt;
}

/** An account outside, checked as far as can be told from here and by the network that knows it. */
export async function createExternalAccount(
  needs: ExternalAccountNeeds,
  { platform, input, now, receipt }: Creation,
): Promise<string> {
  const problems = [
    ...problemsOf(input, needs.networks[platform.mode]),
    ...custodianProblems(input, needs.directory[platform.mode]),
  ];
  if (problems.length > 0) throw new InvalidFields(problems);
  const owner = { platformId: platform.id, customerId: input.customerId };
  await requireCustomer(needs.db, owner);
  const nameCheck = await checkName(needs.nameCheck[platform.mode], input);
  const account = newAccount({ platform, input, nameCheck, now });
  const text = JSON.stringify(externalAccountJson(account));
  const effects = [
    insertExternalAccount(account),
    ...(account.isDefaultDeposit ? [makeDefaultDeposit(account)] : []),
    ...receipt.remember({ status: 201, text }),
  ];
  try {
    if (await apply(needs.db, { guard: customerIsThere(owner), effects })) return text;
  } catch (error) {
    throw await explainConflict(needs.db, account, error);
  }
  await requireCustomer(needs.db, owner);
  throw new ApiError('CONFLICT', 'The customer is being changed by many requests at once.');
}

/** Of a request that is not whole yet; where it does not tell its type, nothing else of the account was looked at. */
export function creationProblems(
  { networks, directory }: Pick<ExternalAccountNeeds, 'networks' | 'directory'>,
  { platform, input }: Pick<Creation, 'platform' | 'input'>,
): FieldError[] {
  if (!input.accountInfo?.accountType) return [];
  const { mode } = platform;
  return [...memberProblems(input, networks[mode]), ...custodianProblems(input, directory[mode])];
}

/** Whoever keeps the keys for the owner is one of those that are known: nobody else is spared the proof. */
function custodianProblems({ accountInfo }: ExternalAccountInput, { vasps }: Pick<Directory, 'vasps'>): FieldError[] {
  const { vaspName } = accountInfo;
  if (vaspName === undefined || vasps.some((vasp) => vasp.vaspName === vaspName)) return [];
  const message = 'accountInfo.vaspName is none of those that GET /vasps lists.';
  return [{ field: 'accountInfo.vaspName', message }];
}

function newAccount({
  platform,
  input,
  nameCheck,
  now,
}: Omit<Creation, 'receipt'> & Pick<ExternalAccount, 'nameCheck'>) {
  const account: ExternalAccount = {
    platformId: platform.id,
    id: newId('ExternalAccount'),
    customerId: input.customerId ?? null,
    currency: input.currency,
    status: needsOwnershipProof(input) ? 'PENDING_OWNERSHIP_VERIFICATION' : 'ACTIVE',
    platformAccountId: input.platformAccountId ?? null,
    ownershipType: input.ownershipType ?? null,
    accountInfo: completed(input.accountInfo),
    fingerprint: fingerprintOf(input),
    nameCheck,
    isDefaultDeposit: input.defaultUmaDepositAccount ?? false,
    isTrusted: false,
    challenge: null,
    ownershipProof: null,
    version: 1n,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  return account;
}

/** Where an account may have an owner, its network is asked; where one is named, the answer is kept. */
async function checkName(
  names: NameCheck,
  { accountInfo }: ExternalAccountInput,
): Promise<ExternalAccount['nameCheck']> {
  if (!accountType(accountInfo.accountType).beneficiary) return null;
  const answer = await names.check({
    accountType: accountInfo.accountType,
    identifier: primaryIdentifier(accountInfo),
    beneficiaryName: nameOf(accountInfo.beneficiary),
  });
  if (answer.status !== 'INVALID_ACCOUNT') return accountInfo.beneficiary ? answer : null;
  throw new ApiError('INVALID_BANK_ACCOUNT', 'The bank or network knows no such account.');
}

interface Owner {
  platformId: string;
  customerId: string | undefined;
}

async function requireCustomer(db: Database, { platformId, customerId }: Owner): Promise<void> {
  if (customerId === undefined) return;
  const [customer] = await db.read<{ is_deleted: boolean }>(
    sql`SELECT is_deleted FROM customers WHERE platform_id = ${platformId} AND id = ${customerId}`,
  );
  if (!customer) {
    const details = { hint: 'GET /customers lists the customers.' };
    throw new ApiError('USER_NOT_FOUND', 'There is no such customer.', details);
  }
  if (customer.is_deleted) throw new ApiError('CUSTOMER_DELETED', 'This customer was deleted.');
}

/** Holds when the customer is not deleted, nor being deleted at this moment. */
function customerIsThere({ platformId, customerId }: Owner): Effect | undefined {
  if (customerId === undefined) return undefined;
  return { kind: customerKind, rows: [{ platform_id: platformId, customer_id: customerId }] };
}

const customerKind: EffectKind = {
  name: 'customer_is_there',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text, customer_id text)
    JOIN customers c ON c.platform_id = r.platform_id AND c.id = r.customer_id
    WHERE NOT c.is_deleted FOR SHARE OF c`,
};

/** One per customer: the new one takes the place of the old. */
const makeDefaultDeposit = ({ platformId, customerId, id }: ExternalAccount): Effect => ({
  kind: depositKind,
  rows: [{ platform_id: platformId, customer_id: customerId, external_account_id: id }],
});

const depositKind: EffectKind = {
  name: 'default_deposit_chosen',
  statement: (rows) => sql`
    INSERT INTO uma_deposit_accounts (platform_id, customer_id, external_account_id)
    SELECT platform_id, customer_id, external_account_id
    FROM ${rows} AS r(item int, platform_id text, customer_id text, external_account_id text) JOIN guarded USING (item)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET external_account_id = excluded.external_account_id`,
};

async function explainConflict(db: Database, { platformId, fingerprint }: ExternalAccount, error: unknown) {
  if (brokenConstraint(error) !== 'external_accounts_fingerprint') return error;
  const [existing] = await db.read<{ id: string }>(sql`
    SELECT id FROM external_accounts
    WHERE platform_id = ${platformId} AND fingerprint = ${fingerprint} AND deleted_at IS NULL`);
  return new ApiError('CONFLICT', 'This account exists already.', {
    reason: 'EXTERNAL_ACCOUNT_EXISTS',
    ...(existing && { externalAccountId: existing.id }),
    hint: 'Use the account that is there, or delete it first.',
  });
}

export interface ExternalAccountFilter extends PageRequest {
  currency?: string | undefined;
  customerId?: string | undefined;
}

export async function listExternalAccounts(
  db: Database,
  { platformId, owner }: { platformId: string; owner: OwnerKind },
  { currency, customerId, ...request }: ExternalAccountFilter,
) {
  const where = [
    sql`platform_id = ${platformId} AND ${ownedBy[owner]} AND deleted_at IS NULL`,
    ...(customerId ? [sql`customer_id = ${customerId}`] : []),
    ...(currency ? [sql`currency = ${currency}`] : []),
  ];
  const from = sql`FROM external_accounts`;
  const found = await page<ExternalAccountRow>(db, {
    keys: idPattern('ExternalAccount'),
    select: externalAccountColumns,
    from,
    where,
    request,
  });
  return mapPage(found, (row) => externalAccountJson(toExternalAccount(row)));
}

const DELETE_TRIES = 10;

/** Kept for the books, gone for everything else: the same account may be added anew. */
export async function deleteExternalAccount(db: Database, place: AccountPlace, now: Date): Promise<void> {
  for (let i = 0; i < DELETE_TRIES; i++) {
    const account = await findExternalAccount(db, place);
    if (account.isTrusted) {
      const details = { hint: 'Take the trust back first.' };
      throw new ApiError('BENEFICIARY_TRUSTED', 'A trusted beneficiary cannot be deleted.', details);
    }
    const changes = { challenge: null, version: account.version + 1n, updatedAt: now, deletedAt: now };
    const guard = updateExternalAccount({ ...account, ...changes });
    if (await apply(db, { guard, effects: [forgetDefaultDeposit(account)] })) return;
  }
  throw new ApiError('CONFLICT', 'The account is being changed by many requests at once.');
}

const forgetDefaultDeposit = ({ platformId, customerId, id }: ExternalAccount): Effect => ({
  kind: forgetKind,
  rows: [{ platform_id: platformId, customer_id: customerId, external_account_id: id }],
});

const forgetKind: EffectKind = {
  name: 'default_deposit_forgotten',
  statement: (rows) => sql`
    DELETE FROM uma_deposit_accounts d
    USING ${rows} AS r(item int, platform_id text, customer_id text, external_account_id text) JOIN guarded USING (item)
    WHERE d.platform_id = r.platform_id AND d.customer_id = r.customer_id
      AND d.external_account_id = r.external_account_id`,
};
