import type { Directory } from '../../engine/providers/directory/port.ts';
import type { NameCheck } from '../../engine/providers/name-check/port.ts';
import type { VerificationProviders } from '../../engine/providers/services.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { hasIdAmong, mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import {
  accountFingerprint,
  beneficiaryName,
  type ExternalAccountInput,
  externalAccountProblems,
  memberProblems,
  needsOwnershipProof,
  primaryIdentifier,
  withBankName,
} from './account-rules.ts';
import {
  type ExternalAccount,
  type ExternalAccountKey,
  type ExternalAccountRow,
  externalAccountColumns,
  externalAccountJson,
  getExternalAccount,
  insertExternalAccount,
  type OwnerKind,
  ownedBy,
  toExternalAccount,
  updateExternalAccount,
} from './external-record.ts';

export interface ExternalAccountDeps {
  db: Database;
  verification: VerificationProviders;
}

interface Creation {
  platform: Platform;
  input: ExternalAccountInput;
  now: Date;
  receipt: Receipt;
  checks: ValueChecks;
}

/** Checks the rules of the account type and the name at the bank or network. Returns the response as JSON text. */
export async function createExternalAccount(
  deps: ExternalAccountDeps,
  { platform, input, now, receipt, checks }: Creation,
): Promise<string> {
  const problems = [
    ...externalAccountProblems(input, { networks: deps.verification.networks[platform.mode], checks }),
    ...custodianProblems(input, deps.verification.directory[platform.mode]),
  ];
  if (problems.length > 0) throw new InvalidFields(problems);
  const owner = { platformId: platform.id, customerId: input.customerId };
  await requireCustomer(deps.db, owner);
  const nameCheck = await checkName(deps.verification.nameCheck[platform.mode], input);
  const account = newAccount({ platform, input, nameCheck, now });
  const text = JSON.stringify(externalAccountJson(account));
  const effects = [
    insertExternalAccount(account),
    ...(account.isDefaultDeposit ? [makeDefaultDeposit(account)] : []),
    ...receipt.record({ status: 201, text }),
  ];
  try {
    if (await apply(deps.db, { guard: customerExists(owner), effects })) return text;
  } catch (error) {
    throw await explainConflict(deps.db, account, error);
  }
  await requireCustomer(deps.db, owner);
  throw new ApiError('CONFLICT', 'The customer is being changed by many requests at once.', {
    reason: 'CHANGED_MEANWHILE',
  });
}

/** Problems of a request whose shape may be wrong. Without accountType no other field can be checked. */
export function externalAccountCreationProblems(
  { verification: { networks, directory } }: Pick<ExternalAccountDeps, 'verification'>,
  { platform, input, checks }: Pick<Creation, 'platform' | 'input' | 'checks'>,
): FieldError[] {
  if (!input.accountInfo?.accountType) return [];
  const { mode } = platform;
  return [...memberProblems(input, { networks: networks[mode], checks }), ...custodianProblems(input, directory[mode])];
}

/** The VASP must be known, because a VASP replaces the proof of ownership. */
function custodianProblems({ accountInfo }: ExternalAccountInput, { vasps }: Pick<Directory, 'vasps'>): FieldError[] {
  const { vaspName } = accountInfo;
  if (vaspName === undefined || vasps.some((vasp) => vasp.vaspName === vaspName)) return [];
  const message = 'accountInfo.vaspName must be one of the names that GET /vasps lists.';
  return [{ field: 'accountInfo.vaspName', message }];
}

function newAccount({
  platform,
  input,
  nameCheck,
  now,
}: Omit<Creation, 'receipt' | 'checks'> & Pick<ExternalAccount, 'nameCheck'>) {
  const account: ExternalAccount = {
    platformId: platform.id,
    id: newId('ExternalAccount'),
    customerId: input.customerId ?? null,
    currency: input.currency,
    status: needsOwnershipProof(input) ? 'PENDING_OWNERSHIP_VERIFICATION' : 'ACTIVE',
    platformAccountId: input.platformAccountId ?? null,
    ownershipType: input.ownershipType ?? null,
    accountInfo: withBankName(input.accountInfo),
    fingerprint: accountFingerprint(input),
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

/** Checked without a beneficiary too, because the result shows whether the account exists. */
async function checkName(
  names: NameCheck,
  { accountInfo }: ExternalAccountInput,
): Promise<ExternalAccount['nameCheck']> {
  const answer = await names.check({
    accountType: accountInfo.accountType,
    identifier: primaryIdentifier(accountInfo),
    beneficiaryName: beneficiaryName(accountInfo.beneficiary),
  });
  if (answer.status !== 'INVALID_ACCOUNT') return answer;
  throw new ApiError('INVALID_BANK_ACCOUNT', 'The account does not exist at its bank or network.');
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

/** Guard: holds unless the customer is deleted. Locks the customer's row against a concurrent deletion. */
function customerExists({ platformId, customerId }: Owner): Effect | undefined {
  if (customerId === undefined) return undefined;
  return { kind: customerKind, rows: [{ platform_id: platformId, customer_id: customerId }] };
}

const customerKind: EffectKind = {
  name: 'customer_exists',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text, customer_id text)
    JOIN customers c ON c.platform_id = r.platform_id AND c.id = r.customer_id
    WHERE NOT c.is_deleted FOR SHARE OF c`,
};

/** A customer has one default deposit account; a new one replaces it. */
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
  return new ApiError('CONFLICT', 'The owner has this external account already.', {
    reason: 'EXTERNAL_ACCOUNT_EXISTS',
    ...(existing && { externalAccountId: existing.id }),
    hint: 'Use externalAccountId, or delete that account first.',
  });
}

interface ExternalAccountFilter extends PageRequest {
  ids?: string | undefined;
  currency?: string | undefined;
  customerId?: string | undefined;
}

export async function listExternalAccounts(
  db: Database,
  { platformId, owner }: { platformId: string; owner: OwnerKind },
  { ids, currency, customerId, ...request }: ExternalAccountFilter,
) {
  const where = [
    sql`platform_id = ${platformId} AND ${ownedBy[owner]} AND deleted_at IS NULL`,
    ...(ids ? [hasIdAmong(ids)] : []),
    ...(customerId ? [sql`customer_id = ${customerId}`] : []),
    ...(currency ? [sql`currency = ${currency}`] : []),
  ];
  const from = sql`FROM external_accounts`;
  const rows = await page<ExternalAccountRow>(db, {
    keys: idPattern('ExternalAccount'),
    select: externalAccountColumns,
    from,
    where,
    request,
  });
  return mapPage(rows, (row) => externalAccountJson(toExternalAccount(row)));
}

/** Soft deletion: payments still refer to the row. The same account can be added again. */
export async function deleteExternalAccount(db: Database, key: ExternalAccountKey, now: Date): Promise<void> {
  await retryOnConflict('account', async () => {
    const account = await getExternalAccount(db, key);
    if (account.isTrusted) {
      const details = { hint: 'Revoke the trust in this beneficiary first.' };
      throw new ApiError('BENEFICIARY_TRUSTED', 'A trusted beneficiary cannot be deleted.', details);
    }
    const changes = { challenge: null, version: account.version + 1n, updatedAt: now, deletedAt: now };
    const guard = updateExternalAccount({ ...account, ...changes });
    return (await apply(db, { guard, effects: [removeDefaultDeposit(account)] })) || undefined;
  });
}

const removeDefaultDeposit = ({ platformId, customerId, id }: ExternalAccount): Effect => ({
  kind: removalKind,
  rows: [{ platform_id: platformId, customer_id: customerId, external_account_id: id }],
});

const removalKind: EffectKind = {
  name: 'default_deposit_removed',
  statement: (rows) => sql`
    DELETE FROM uma_deposit_accounts d
    USING ${rows} AS r(item int, platform_id text, customer_id text, external_account_id text) JOIN guarded USING (item)
    WHERE d.platform_id = r.platform_id AND d.customer_id = r.customer_id
      AND d.external_account_id = r.external_account_id`,
};
