import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  jsonb,
  type RecordOf,
  type RowOf,
  smallint,
  table,
  text,
  textArray,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import type { OwnerRole, VerificationState } from './fields.ts';
import { maskIdentifier } from './identifiers.ts';
import { ownerProblems } from './owner-rules.ts';
import type { OwnerCreation, OwnerUpdate, PersonalInfo } from './owner-schemas.ts';
import { type Customer, getActiveCustomer, updateCustomer } from './record.ts';

/** Limits the size of customer events, which contain all owners. */
const MAX_OWNERS = 50;

const beneficialOwners = table('beneficial_owners', {
  platformId: text(),
  id: text(),
  customerId: text(),
  roles: textArray<OwnerRole>(),
  ownershipPercentage: smallint(),
  personalInfo: jsonb<PersonalInfo>(),
  identifierSealed: text(),
  identifierMasked: text(),
  kycStatus: text<VerificationState>(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

/** A person who owns or controls a business. */
export type Owner = RecordOf<typeof beneficialOwners>;
type OwnerRow = RowOf<typeof beneficialOwners>;

/** JSON of the API, also used inside of the business. Contains only the masked identifier. */
export const ownerJson = (owner: Owner) => ({
  id: owner.id,
  customerId: owner.customerId,
  roles: owner.roles,
  ownershipPercentage: owner.ownershipPercentage,
  personalInfo: { ...owner.personalInfo, identifier: owner.identifierMasked },
  kycStatus: owner.kycStatus,
  createdAt: owner.createdAt,
  updatedAt: owner.updatedAt,
});

interface Deps {
  db: Database;
  vault: Vault;
}

interface Creation {
  platform: Pick<Platform, 'id'>;
  customerId: string;
  input: OwnerCreation;
  now: Date;
  receipt?: Receipt;
  checks: ValueChecks;
}

/** Writes the owner's row and the copy of it in the business in one statement. */
export function createOwner({ db, vault }: Deps, creation: Creation): Promise<string> {
  const { platform, customerId, input, now, checks, receipt = noReceipt } = creation;
  return retryOnConflict('customer', async () => {
    const { customer, owners } = await getBusiness(db, platform.id, customerId);
    if (owners.length >= MAX_OWNERS) throw tooMany();
    const problems = ownerProblems(input, { known: undefined, othersHold: sharesOf(owners), now, checks });
    if (problems.length > 0) throw new InvalidFields(problems);
    const owner = newOwner(vault, { customer, input, now });
    const text = JSON.stringify(ownerJson(owner));
    const effects = [writeOwners([owner]), ...receipt.record({ status: 201, text })];
    const isDone = await apply(db, { guard: showOwners(customer, [...owners, owner], now), effects });
    return isDone ? text : undefined;
  });
}

interface Update {
  platform: Pick<Platform, 'id'>;
  id: string;
  /** If given, the owner must belong to this business. */
  customerId?: string | undefined;
  input: OwnerUpdate;
  now: Date;
  checks: ValueChecks;
}

/** Members that are absent keep their values, also inside personalInfo. */
export function updateOwner({ db, vault }: Deps, { platform, id, customerId, input, now, checks }: Update) {
  return retryOnConflict('customer', async () => {
    const { customer, owners, current } = await getChangeable(db, { platform, id, customerId });
    const change = withoutMask(input, current);
    const problems = problemsOfChange(change, { owners, current, now, checks });
    if (problems.length > 0) throw new InvalidFields(problems);
    const changed = merged(vault, { current, input: change, now });
    const all = owners.map((owner) => (owner === current ? changed : owner));
    const isDone = await apply(db, { guard: showOwners(customer, all, now), effects: [writeOwners([changed])] });
    return isDone ? ownerJson(changed) : undefined;
  });
}

/** Deletes a person. The caller must delete the person's documents first: deleting them requires their holder. */
export async function deleteOwner(
  { db }: Pick<Deps, 'db'>,
  { now, ...key }: Omit<Update, 'input' | 'checks'>,
): Promise<void> {
  await retryOnConflict('customer', async () => {
    const { customer, owners, current } = await getChangeable(db, key);
    const others = owners.filter((owner) => owner !== current);
    const deletion = { kind: deleteKind, rows: [{ platform_id: current.platformId, id: current.id }] };
    const isDone = await apply(db, { guard: showOwners(customer, others, now), effects: [deletion] });
    return isDone ? current : undefined;
  });
}

/** Problems of an update whose shape may be wrong. */
export async function ownerUpdateProblems({ db }: Pick<Deps, 'db'>, { input, now, checks, ...key }: Update) {
  const { owners, current } = await getChangeable(db, key);
  return problemsOfChange(withoutMask(input, current), { owners, current, now, checks });
}

/** Drops the identifier if it is the masked one of a response that the caller sent back. */
function withoutMask(input: OwnerUpdate, { identifierMasked }: Owner): OwnerUpdate {
  const { identifier, ...personalInfo } = input.personalInfo ?? {};
  return identifier === identifierMasked ? { ...input, personalInfo } : input;
}

async function getChangeable(db: Database, { platform, id, customerId }: Omit<Update, 'input' | 'now' | 'checks'>) {
  const owner = await getOwner(db, platform.id, id);
  if (customerId !== undefined && owner.customerId !== customerId) throw notFound();
  const { customer, owners } = await getBusiness(db, platform.id, owner.customerId);
  const current = owners.find((other) => other.id === id);
  if (!current) throw notFound();
  return { customer, owners, current };
}

function problemsOfChange(
  input: OwnerUpdate,
  { owners, current, now, checks }: Pick<Update, 'now' | 'checks'> & { owners: readonly Owner[]; current: Owner },
): FieldError[] {
  const { ownershipPercentage = current.ownershipPercentage } = input;
  const others = owners.filter((owner) => owner !== current);
  const context = { known: current.personalInfo, othersHold: sharesOf(others), now, checks };
  return ownerProblems({ ...input, ownershipPercentage }, context);
}

const sharesOf = (owners: readonly Owner[]): number =>
  owners.reduce((sum, owner) => sum + owner.ownershipPercentage, 0);

export async function getOwner(db: Database, platformId: string, id: string): Promise<Owner> {
  const [row] = await db.read<OwnerRow>(
    sql`SELECT ${beneficialOwners.columns} FROM beneficial_owners WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return beneficialOwners.fromRow(row);
  throw notFound();
}

export async function listOwners(
  db: Database,
  platformId: string,
  { customerId, ...request }: PageRequest & { customerId: string },
) {
  const where = [sql`platform_id = ${platformId}`, sql`customer_id = ${customerId}`];
  const owners = await page<OwnerRow>(db, {
    keys: idPattern('BeneficialOwner'),
    select: beneficialOwners.columns,
    from: sql`FROM beneficial_owners`,
    where,
    request,
  });
  return mapPage(owners, (row) => ownerJson(beneficialOwners.fromRow(row)));
}

/** All owners of a business, oldest first. */
export async function ownersOf(db: Database, { platformId, id }: Pick<Customer, 'platformId' | 'id'>) {
  const rows = await db.read<OwnerRow>(sql`
    SELECT ${beneficialOwners.columns} FROM beneficial_owners
    WHERE platform_id = ${platformId} AND customer_id = ${id} ORDER BY id`);
  return rows.map(beneficialOwners.fromRow);
}

/** Sets the status of the owners. Returns the customer with its copy of them, and the effect that writes their rows. */
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

/** For identity checks and reviews only. No response to a platform contains the identifier. */
export const openOwnerIdentifier = (vault: Vault, owner: Owner): Promise<string> =>
  vault.open(owner.identifierSealed, identifierContext(owner));

const identifierContext = ({ platformId, id }: Pick<Owner, 'platformId' | 'id'>) =>
  sealContext(sealedColumns.ownerIdentifier, { platform_id: platformId, id });

async function getBusiness(db: Database, platformId: string, customerId: string) {
  const customer = await getActiveCustomer(db, platformId, customerId);
  if (customer.customerType !== 'BUSINESS') {
    throw new InvalidFields([
      { field: 'customerId', message: 'customerId must be a BUSINESS: only businesses have owners.' },
    ]);
  }
  const { verificationStatus } = customer;
  if (verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED') {
    const message = `The business is ${verificationStatus}: its owners cannot change any more.`;
    throw new ApiError('CONFLICT', message, { reason: 'CUSTOMER_DECIDED' });
  }
  // Read after the customer: changes of owners raise the customer's version, which guards the write.
  return { customer, owners: await ownersOf(db, customer) };
}

function newOwner(
  vault: Vault,
  { customer, input, now }: { customer: Customer; input: OwnerCreation; now: Date },
): Owner {
  const key = { platformId: customer.platformId, id: newId('BeneficialOwner') };
  const { identifier, ...personalInfo } = input.personalInfo;
  return {
    ...key,
    customerId: customer.id,
    roles: input.roles,
    ownershipPercentage: input.ownershipPercentage,
    personalInfo,
    identifierSealed: vault.seal(identifier, identifierContext(key)),
    identifierMasked: maskIdentifier(identifier),
    kycStatus: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
}

function merged(vault: Vault, { current, input, now }: { current: Owner; input: OwnerUpdate; now: Date }): Owner {
  const { identifier, ...personalInfo } = input.personalInfo ?? {};
  return {
    ...current,
    roles: input.roles ?? current.roles,
    ownershipPercentage: input.ownershipPercentage ?? current.ownershipPercentage,
    personalInfo: { ...current.personalInfo, ...personalInfo },
    ...(identifier !== undefined && {
      identifierSealed: vault.seal(identifier, identifierContext(current)),
      identifierMasked: maskIdentifier(identifier),
    }),
    updatedAt: now,
  };
}

/** Guard: writes the owners into the customer, unless the customer has changed since it was read. */
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

const writeOwners = (owners: readonly Owner[]): Effect => ({
  kind: ownerKind,
  rows: owners.map(beneficialOwners.toRow),
});

const ownerKind = beneficialOwners.upsertKind('owners_written', ['platformId', 'id'], 'customerId', 'createdAt');

const deleteKind: EffectKind = {
  name: 'owners_deleted',
  statement: (rows) => sql`
    DELETE FROM beneficial_owners o USING ${rows} AS r(item int, platform_id text, id text)
    WHERE r.item IN (SELECT item FROM guarded) AND o.platform_id = r.platform_id AND o.id = r.id`,
};
