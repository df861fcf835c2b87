import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { byId } from '../../foundation/db/keyed-reads.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  boolean,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  textArray,
  timestamptz,
} from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { Hint } from '../../foundation/kernel/hints.ts';
import type { Settings } from '../platforms/settings.ts';
import { heldCurrencies } from '../rates/limits.ts';
import type { CustomerType, VerificationState } from './fields.ts';
import type { Consent, ContactVerification, Profile } from './schemas.ts';

export const customers = table('customers', {
  platformId: text(),
  id: text(),
  platformCustomerId: text(),
  customerType: text<CustomerType>(),
  verificationStatus: text<VerificationState>(),
  umaAddress: text(),
  region: nullable(text()),
  currencies: nullable(textArray()),
  email: nullable(text()),
  phoneNumber: nullable(text()),
  profile: jsonb<Profile>(),
  identifierSealed: nullable(text()),
  consent: nullable(jsonb<Consent>()),
  contactVerification: jsonb<ContactVerification>(),
  isDeleted: boolean(),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  /** JSON of the API. Empty for individuals. */
  beneficialOwners: jsonb<readonly object[]>(),
  /** Country that determines whether strong customer authentication is required. Does not change once it is set. */
  scaRegion: nullable(text()),
});

export type Customer = RecordOf<typeof customers>;

/** JSON of the API and of webhooks. Does not contain the identifier. */
export function customerJson(customer: Customer) {
  const isBusiness = customer.customerType === 'BUSINESS';
  return {
    id: customer.id,
    platformCustomerId: customer.platformCustomerId,
    customerType: customer.customerType,
    ...(isBusiness ? { kybStatus: customer.verificationStatus } : { kycStatus: customer.verificationStatus }),
    ...(customer.consent && { endUserTermsConsent: customer.consent }),
    ...(customer.region && { region: customer.region }),
    ...(customer.currencies && { currencies: customer.currencies }),
    ...(customer.email && { email: customer.email }),
    ...(customer.phoneNumber && { phoneNumber: customer.phoneNumber }),
    umaAddress: customer.umaAddress,
    ...customer.profile,
    ...(isBusiness && { beneficialOwners: customer.beneficialOwners }),
    ...(Object.keys(customer.contactVerification).length > 0 && { contactVerification: customer.contactVerification }),
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
    isDeleted: customer.isDeleted,
  };
}

/** Currencies in which the customer has accounts. */
export function currenciesHeldBy({ currencies }: Pick<Customer, 'currencies'>, settings: Settings): string[] {
  const held = heldCurrencies(settings);
  return currencies?.filter((code) => held.includes(code)) ?? held;
}

/** Includes deleted customers. Throws 404 USER_NOT_FOUND. */
export async function getCustomer(db: Database, platformId: string, id: string): Promise<Customer> {
  const row = await db.readByKey<RowOf<typeof customers>>(customerById, { platform_id: platformId, id });
  if (row) return customers.fromRow(row);
  throw new ApiError('USER_NOT_FOUND', 'There is no such customer.', { hint: 'GET /customers lists the customers.' });
}

export async function findCustomerByUmaAddress(db: Database, platformId: string, umaAddress: string) {
  const [row] = await db.readPipelined<RowOf<typeof customers>>(sql`
    SELECT ${customerColumns} FROM customers
    WHERE platform_id = ${platformId} AND uma_address = ${umaAddress} AND NOT is_deleted`);
  return row && customers.fromRow(row);
}

/** Throws 410 CUSTOMER_DELETED for a deleted customer. */
export async function getActiveCustomer(db: Database, platformId: string, id: string): Promise<Customer> {
  const customer = await getCustomer(db, platformId, id);
  if (customer.isDeleted) throw customerDeleted();
  return customer;
}

export const customerDeleted = (): ApiError => new ApiError('CUSTOMER_DELETED', 'This customer was deleted.');

/** SQL condition of a guard: holds unless this is the id of a deleted customer. Also holds for the id of a platform. */
export const isNotDeleted = (platformId: Sql, customerId: Sql): Sql => sql`(
  SELECT c.id FROM customers c
  WHERE c.platform_id = ${platformId} AND c.id = ${customerId} AND c.is_deleted LIMIT 1) IS NULL`;

/** Guard: holds unless the customer is deleted. */
export const requireNotDeleted = ({ platformId, id }: CustomerKey): Effect => ({
  kind: notDeletedKind,
  rows: [{ platform_id: platformId, id }],
});

const notDeletedKind: EffectKind = {
  name: 'customer_not_deleted',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text, id text)
    WHERE ${isNotDeleted(sql`r.platform_id`, sql`r.id`)}`,
};

type CustomerKey = Pick<Customer, 'platformId' | 'id'>;

export const sealIdentifier = (vault: Vault, key: CustomerKey, identifier: string): string =>
  vault.seal(identifier, identifierContext(key));

/** For identity checks and reviews only. No response to a platform contains the identifier. */
export async function openIdentifier(vault: Vault, customer: Customer): Promise<string | undefined> {
  const { identifierSealed } = customer;
  return identifierSealed === null ? undefined : vault.open(identifierSealed, identifierContext(customer));
}

const identifierContext = ({ platformId, id }: CustomerKey) =>
  sealContext(sealedColumns.customerIdentifier, { platform_id: platformId, id });

export const insertCustomer = (customer: Customer): Effect => ({ kind: insertKind, rows: [customers.toRow(customer)] });

/** Guard of every change: holds while the stored version is `version - 1`. */
export const updateCustomer = (customer: Customer): Effect => ({ kind: updateKind, rows: [customers.toRow(customer)] });

/**
 * Guard of a change to rows that belong to the customer. Raises the version of the customer, so that others who read
 * customer and rows detect the change. If `version` is given, holds only while it is the stored version.
 */
export const touchCustomer = ({ platformId, id }: CustomerKey, version?: bigint): Effect => ({
  kind: touchKind,
  rows: [{ platform_id: platformId, id, version: version?.toString() ?? null }],
});

/** Like `touchCustomer`, but holds only while this is the customer's email or phone number. */
export const touchContact = ({ platformId, id }: CustomerKey, { email, phoneNumber }: Partial<Contact>): Effect => ({
  kind: touchContactKind,
  rows: [{ platform_id: platformId, id, email: email ?? null, phone_number: phoneNumber ?? null }],
});

type Contact = Pick<Customer, 'email' | 'phoneNumber'>;

export const customerColumns = customers.columns;

const customerById = byId(customers.name, customerColumns);

const insertKind: EffectKind = {
  ...customers.insertKind('customer_created'),
  hints: (row: CustomerKeyRow) => [hintOf(row, row.id)],
};

const updateKind: EffectKind = {
  name: 'customer_updated',
  hints: (row: CustomerKeyRow & { version: string }) => [hintOf(row, `${row.id} ${row.version}`)],
  statement: (rows) => sql`
    UPDATE customers c SET ${customers.assignments('platformId', 'id', 'platformCustomerId', 'customerType', 'region', 'createdAt')}
    FROM ${rows} AS r(${customers.rowType})
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.version = r.version - 1 RETURNING r.item`,
};

interface CustomerKeyRow {
  platform_id: string;
  id: string;
}

const hintOf = ({ platform_id: platformId, id: resourceId }: CustomerKeyRow, key: string): Hint => ({
  platformId,
  topic: 'customer',
  resourceId,
  key,
});

const touchKind: EffectKind = {
  name: 'customer_touched',
  statement: (rows) => sql`
    UPDATE customers c SET version = c.version + 1
    FROM ${rows} AS r(item int, platform_id text, id text, version bigint)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND NOT c.is_deleted
      AND c.version = COALESCE(r.version, c.version) RETURNING r.item`,
};

const touchContactKind: EffectKind = {
  name: 'contact_touched',
  statement: (rows) => sql`
    UPDATE customers c SET version = c.version + 1
    FROM ${rows} AS r(item int, platform_id text, id text, email text, phone_number text)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND NOT c.is_deleted
      AND (r.email IS NULL OR c.email = r.email)
      AND (r.phone_number IS NULL OR c.phone_number = r.phone_number) RETURNING r.item`,
};
