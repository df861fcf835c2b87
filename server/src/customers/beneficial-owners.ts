import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { noReceipt, type Receipt } from '../db/receipt.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import type { VerificationState } from './fields.ts';
import { type OwnerInput, type OwnerRole, ownerProblems, type PersonalInfo } from './owner-rules.ts';
import { type Customer, findActiveCustomer, insist, updateCustomer } from './record.ts';

/** They are part of the customer and of every event that tells of it. */
const MAX_OWNERS = 50;

/** Somebody who owns or controls a business. */
export interface Owner {
  platformId: string;
  id: string;
  customerId: string;
  roles: readonly OwnerRole[];
  ownershipPercentage: number;
  personalInfo: PersonalInfo;
  identifierSealed: string;
  kycStatus: VerificationState;
  createdAt: Date;
  updatedAt: Date;
}

/** As the API shows an owner, alone and within its business. The identifier is not in it, ever. */
export const ownerJson = (owner: Owner) => ({
  id: owner.id,
  customerId: owner.customerId,
  roles: owner.roles,
  ownershipPercentage: owner.ownershipPercentage,
  personalInfo: owner.personalInfo,
  kycStatus: owner.kycStatus,
  createdAt: owner.createdAt,
  updatedAt: owner.updatedAt,
});

interface Needs {
  db: Database;
  vault: Vault;
}

interface Creation {
  platform: Pick<Platform, 'id'>;
  customerId: string;
  input: Required<OwnerInput>;
  now: Date;
  receipt?: Receipt;
}

/** An owner, in its own row and in its business, in one statement. */
export function createOwner({ db, vault }: Needs, creation: Creation): Promise<string> {
  const { platform, customerId, input, now, receipt = noReceipt } = creation;
  return insist(async () => {
    const { customer, owners } = await findBusiness(db, platform.id, customerId);
    if (owners.length >= MAX_OWNERS) throw tooMany();
    const problems = ownerProblems(input, { known: undefined, othersHold: sharesOf(owners), now });
    if (problems.length > 0) throw new InvalidFields(problems);
    const owner = newOwner(vault, { customer, input, now });
    const text = JSON.stringify(ownerJson(owner));
    const effects = [writeOwners([owner]), ...receipt.remember({ status: 201, text })];
    const isDone = await apply(db, { guard: showOwners(customer, [...owners, owner], now), effects });
    return isDone ? text : undefined;
  });
}

interface Update {
  platform: Pick<Platform, 'id'>;
  id: string;
  /** For a caller who may touch owners of one business only. */
  customerId?: string | undefined;
  input: OwnerInput;
  now: Date;
}

/** Members left out keep their values; of personalInfo too. */
export function changeOwner({ db, vault }: Needs, { platform, id, customerId, input, now }: Update) {
  return insist(async () => {
    const { customer, owners, current } = await findChangeable(db, { platform, id, customerId });
    const problems = problemsOfChange(input, { owners, current, now });
    if (problems.length > 0) throw new InvalidFields(problems);
    const changed = merged(vault, { current, input, now });
    const all = owners.map((owner) => (owner === current ? changed : owner));
    const isDone = await apply(db, { guard: showOwners(customer, all, now), effects: [writeOwners([changed])] });
    return isDone ? ownerJson(changed) : undefined;
  });
}

/** Of a request that is not whole yet. */
export async function changeProblems({ db }: Pick<Needs, 'db'>, { input, now, ...place }: Update) {
  const { owners, current } = await findChangeable(db, place);
  return problemsOfChange(input, { owners, current, now });
}

async function findChangeable(db: Database, { platform, id, customerId }: Omit<Update, 'input' | 'now'>) {
  const found = await findOwner(db, platform.id, id);
  if (customerId !== undefined && found.customerId !== customerId) throw notFound();
  const { customer, owners } = await findBusiness(db, platform.id, found.customerId);
  const current = owners.find((owner) => owner.id === id);
  if (!current) throw notFound();
  return { customer, owners, current };
}

function problemsOfChange(
  input: OwnerInput,
  { owners, current, now }: { owners: readonly Owner[]; current: Owner; now: Date },
): FieldError[] {
  const { ownershipPercentage = current.ownershipPercentage } = input;
  const others = owners.filter((owner) => owner !== current);
  const surroundings = { known: current.personalInfo, othersHold: sharesOf(others), now };
  return ownerProblems({ ...input, ownershipPercentage }, surroundings);
}

const sharesOf = (owners: readonly Owner[]): number =>
  owners.reduce((sum, owner) => sum + owner.ownershipPercentage, 0);

export async function findOwner(db: Database, platformId: string, id: string): Promise<Owner> {
  const [row] = await db.read<OwnerRow>(
    sql`SELECT ${ownerColumns} FROM beneficial_owners WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toOwner(row);
  throw notFound();
}

export async function listOwners(
  db: Database,
  platformId: string,
  { customerId, ...request }: PageRequest & { customerId: string },
) {
  const where = [sql`platform_id = ${platformId}`, sql`customer_id = ${customerId}`];
  const found = await page<OwnerRow>(db, {
    keys: idPattern('BeneficialOwner'),
    select: ownerColumns,
    from: sql`FROM beneficial_owners`,
    where,
    request,
  });
  return mapPage(found, (row) => ownerJson(toOwner(row)));
}

/** All of one business, first named first. */
export async function ownersOf(db: Database, { platformId, id }: Pick<Customer, 'platformId' | 'id'>) {
  const found = await db.read<OwnerRow>(sql`
    SELECT ${ownerColumns} FROM beneficial_owners
    WHERE platform_id = ${platformId} AND customer_id = ${id} ORDER BY id`);
  return found.map(toOwner);
}

/** Gives owners their states: the customer that shows them, and the effect that writes their rows. */
export function decideOwners(
  { customer, owners }: { customer: Customer; owners: readonly Owner[] },
  { stateOf, at }: { stateOf: (owner: Owner) => VerificationState; at: Date },
): { customer: Customer; effects: Effect[] } {
  const decided = owners.map((owner) => {
    const kycStatus = stateOf(owner);
    return kycStatus === owner.kycStatus ? owner : { ...owner, kycStatus, updatedAt: at };
  });
  const changed = decided.filter((owner, i) => owner !== owners[i]);
  return {
    customer: { ...customer, beneficialOwners: decided.map(ownerJson) },
    effects: changed.length > 0 ? [writeOwners(changed)] : [],
  };
}

/** For those who check people; it is in no answer to a platform. */
export const openOwnerIdentifier = (vault: Vault, owner: Owner): Promise<string> =>
  vault.open(owner.identifierSealed, identifierContext(owner));

const identifierContext = ({ platformId, id }: Pick<Owner, 'platformId' | 'id'>) =>
  sealContext(sealedColumns.ownerIdentifier, { platform_id: platformId, id });

async function findBusiness(db: Database, platformId: string, customerId: string) {
  const customer = await findActiveCustomer(db, platformId, customerId);
  if (customer.customerType !== 'BUSINESS') {
    throw new InvalidFields([
      { field: 'customerId', message: 'customerId must be a BUSINESS: only these have owners.' },
    ]);
  }
  const { verificationStatus } = customer;
  if (verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED') {
    const message = `The business is ${verificationStatus}: its owners cannot change any more.`;
    throw new ApiError('CONFLICT', message, { reason: 'CUSTOMER_DECIDED' });
  }
  // Read after the customer: whatever changes them changes its version as well.
  return { customer, owners: await ownersOf(db, customer) };
}

function newOwner(
  vault: Vault,
  { customer, input, now }: { customer: Customer; input: Required<OwnerInput>; now: Date },
): Owner {
  const key = { platformId: customer.platformId, id: newId('BeneficialOwner') };
  const { identifier, ...personalInfo } = input.personalInfo;
  return {
    ...key,
    customerId: customer.id,
    roles: input.roles,
    ownershipPercentage: input.ownershipPercentage,
    personalInfo: personalInfo as PersonalInfo,
    identifierSealed: vault.seal(identifier ?? '', identifierContext(key)),
    kycStatus: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
}

function merged(vault: Vault, { current, input, now }: { current: Owner; input: OwnerInput; now: Date }): Owner {
  const { identifier, ...personalInfo } = input.personalInfo ?? {};
  return {
    ...current,
    roles: input.roles ?? current.roles,
    ownershipPercentage: input.ownershipPercentage ?? current.ownershipPercentage,
    personalInfo: { ...current.personalInfo, ...personalInfo },
    identifierSealed:
      identifier === undefined ? current.identifierSealed : vault.seal(identifier, identifierContext(current)),
    updatedAt: now,
  };
}

/** Guard: the customer with these owners, unless it has changed since it was read. */
const showOwners = (customer: Customer, owners: readonly Owner[], at: Date): Effect =>
  updateCustomer({
    ...customer,
    beneficialOwners: owners.map(ownerJson),
    version: customer.version + 1n,
    updatedAt: at,
  });

const notFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such beneficial owner.', {
    hint: 'GET /beneficial-owners?customerId= lists the owners of a business.',
  });

const tooMany = (): ApiError =>
  new ApiError('CONFLICT', `A business has at most ${MAX_OWNERS} beneficial owners.`, { reason: 'TOO_MANY_OWNERS' });

const writeOwners = (owners: readonly Owner[]): Effect => ({ kind: ownerKind, rows: owners.map(toRow) });

const ownerColumns = sql`platform_id, id, customer_id, roles, ownership_percentage, personal_info, identifier_sealed,
  kyc_status, created_at, updated_at`;

const ownerKind: EffectKind = {
  name: 'owners_written',
  statement: (rows) => sql`
    INSERT INTO beneficial_owners (${ownerColumns})
    SELECT ${ownerColumns} FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, roles text[],
      ownership_percentage smallint, personal_info jsonb, identifier_sealed text, kyc_status text,
      created_at timestamptz, updated_at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, id) DO UPDATE SET roles = excluded.roles,
      ownership_percentage = excluded.ownership_percentage, personal_info = excluded.personal_info,
      identifier_sealed = excluded.identifier_sealed, kyc_status = excluded.kyc_status,
      updated_at = excluded.updated_at`,
};

interface OwnerRow {
  platform_id: string;
  id: string;
  customer_id: string;
  roles: OwnerRole[];
  ownership_percentage: number;
  personal_info: PersonalInfo;
  identifier_sealed: string;
  kyc_status: VerificationState;
  created_at: Date;
  updated_at: Date;
}

const toOwner = (row: OwnerRow): Owner => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  roles: row.roles,
  ownershipPercentage: row.ownership_percentage,
  personalInfo: row.personal_info,
  identifierSealed: row.identifier_sealed,
  kycStatus: row.kyc_status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (owner: Owner) => ({
  platform_id: owner.platformId,
  id: owner.id,
  customer_id: owner.customerId,
  roles: owner.roles,
  ownership_percentage: owner.ownershipPercentage,
  personal_info: owner.personalInfo,
  identifier_sealed: owner.identifierSealed,
  kyc_status: owner.kycStatus,
  created_at: owner.createdAt,
  updated_at: owner.updatedAt,
});
