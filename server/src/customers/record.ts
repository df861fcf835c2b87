import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { byId } from '../db/gather.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { ApiError } from '../kernel/errors.ts';
import type { CustomerType, VerificationState } from './fields.ts';

export interface ContactVerification {
  email?: 'PENDING' | 'VERIFIED';
  phone?: 'PENDING' | 'VERIFIED';
}

export interface Consent {
  acceptedAt: string;
  ipAddress: string;
  termsVersion: string;
  acceptanceMethod: string;
}

export interface PostalAddress {
  line1: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode: string;
  country: string;
}

/** What a person or a business told of itself; which members, the wire schemas say. */
export interface Profile {
  fullName?: string;
  birthDate?: string;
  nationality?: string;
  address?: PostalAddress;
  idType?: string;
  countryOfIssuance?: string;
  businessInfo?: Record<string, unknown>;
  [name: string]: unknown;
}

export interface Customer {
  platformId: string;
  id: string;
  platformCustomerId: string;
  customerType: CustomerType;
  verificationStatus: VerificationState;
  umaAddress: string;
  region: string | null;
  currencies: string[] | null;
  email: string | null;
  phoneNumber: string | null;
  profile: Profile;
  identifierSealed: string | null;
  consent: Consent | null;
  contactVerification: ContactVerification;
  isDeleted: boolean;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
  /** As the API shows them; businesses only. */
  beneficialOwners: readonly object[];
}

/** As the API, webhooks and replays show a customer. The identifier is not in it, ever. */
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

/** A customer of this platform, deleted or not, or 404 USER_NOT_FOUND. */
export async function findCustomer(db: Database, platformId: string, id: string): Promise<Customer> {
  const row = await db.pick<CustomerRow>(customerById, { platform_id: platformId, id });
  if (row) return toCustomer(row);
  throw new ApiError('USER_NOT_FOUND', 'There is no such customer.', { hint: 'GET /customers lists the customers.' });
}

/** The customer who is paid under this address, if it is one of ours. */
export async function findCustomerByUmaAddress(db: Database, platformId: string, umaAddress: string) {
  const [row] = await db.find<CustomerRow>(sql`
    SELECT ${customerColumns} FROM customers
    WHERE platform_id = ${platformId} AND uma_address = ${umaAddress} AND NOT is_deleted`);
  return row && toCustomer(row);
}

/** The same, refused with 410 when the customer was deleted. */
export async function findActiveCustomer(db: Database, platformId: string, id: string): Promise<Customer> {
  const customer = await findCustomer(db, platformId, id);
  if (customer.isDeleted) throw new ApiError('CUSTOMER_DELETED', 'This customer was deleted.');
  return customer;
}

type CustomerKey = Pick<Customer, 'platformId' | 'id'>;

export const sealIdentifier = (vault: Vault, key: CustomerKey, identifier: string): string =>
  vault.seal(identifier, identifierContext(key));

/** For those who check people; it is in no answer to a platform. */
export async function openIdentifier(vault: Vault, customer: Customer): Promise<string | undefined> {
  const { identifierSealed } = customer;
  return identifierSealed === null ? undefined : vault.open(identifierSealed, identifierContext(customer));
}

const identifierContext = ({ platformId, id }: CustomerKey) =>
  sealContext(sealedColumns.customerIdentifier, { platform_id: platformId, id });

/** The row of a new customer. */
export const insertCustomer = (customer: Customer): Effect => ({ kind: insertKind, rows: [toRow(customer)] });

/** Guard of every change: holds when nobody changed the customer since it was read at `version - 1`. */
export const updateCustomer = (customer: Customer): Effect => ({ kind: updateKind, rows: [toRow(customer)] });

/**
 * Guard of what belongs to a customer and has rows of its own, so that whoever has read both knows whether they still
 * fit together. `version`: holds only when nobody has changed either since then.
 */
export const touchCustomer = ({ platformId, id }: CustomerKey, version?: bigint): Effect => ({
  kind: touchKind,
  rows: [{ platform_id: platformId, id, version: version?.toString() ?? null }],
});

/** The same for what codes are sent to: holds only while that is the customer's email or phone number. */
export const touchContact = ({ platformId, id }: CustomerKey, { email, phoneNumber }: Partial<Contact>): Effect => ({
  kind: touchContactKind,
  rows: [{ platform_id: platformId, id, email: email ?? null, phone_number: phoneNumber ?? null }],
});

type Contact = Pick<Customer, 'email' | 'phoneNumber'>;

/** Of those who come at the same moment one gets through each time: as many as this may come. */
const TRIES = 50;

/** Once more from the reading on, whenever a guard tells that somebody was faster. */
export async function insist<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let i = 0; i < TRIES; i++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new ApiError('CONFLICT', 'The customer is being changed by many requests at once.');
}

export const customerColumns: Sql = sql`platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
  region, currencies, email, phone_number, profile, identifier_sealed, consent, contact_verification, is_deleted,
  version, created_at, updated_at, beneficial_owners`;

const customerById = byId(sql`customers`, customerColumns);

const rowType = sql`AS r(item int, platform_id text, id text, platform_customer_id text, customer_type text,
  verification_status text, uma_address text, region text, currencies text[], email text, phone_number text,
  profile jsonb, identifier_sealed text, consent jsonb, contact_verification jsonb, is_deleted boolean,
  version bigint, created_at timestamptz, updated_at timestamptz, beneficial_owners jsonb)`;

const insertKind: EffectKind = {
  name: 'customer_created',
  statement: (rows) => sql`
    INSERT INTO customers (${customerColumns})
    SELECT ${customerColumns} FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

const updateKind: EffectKind = {
  name: 'customer_updated',
  statement: (rows) => sql`
    UPDATE customers c SET verification_status = r.verification_status, uma_address = r.uma_address,
      currencies = r.currencies, email = r.email, phone_number = r.phone_number, profile = r.profile,
      identifier_sealed = r.identifier_sealed, consent = r.consent, contact_verification = r.contact_verification,
      is_deleted = r.is_deleted, version = r.version, updated_at = r.updated_at, beneficial_owners = r.beneficial_owners
    FROM ${rows} ${rowType}
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND c.version = r.version - 1 RETURNING r.item`,
};

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

export interface CustomerRow {
  platform_id: string;
  id: string;
  platform_customer_id: string;
  customer_type: CustomerType;
  verification_status: VerificationState;
  uma_address: string;
  region: string | null;
  currencies: string[] | null;
  email: string | null;
  phone_number: string | null;
  profile: Profile;
  identifier_sealed: string | null;
  consent: Consent | null;
  contact_verification: ContactVerification;
  is_deleted: boolean;
  version: bigint;
  created_at: Date;
  updated_at: Date;
  beneficial_owners: object[];
}

export const toCustomer = (row: CustomerRow): Customer => ({
  platformId: row.platform_id,
  id: row.id,
  platformCustomerId: row.platform_customer_id,
  customerType: row.customer_type,
  verificationStatus: row.verification_status,
  umaAddress: row.uma_address,
  region: row.region,
  currencies: row.currencies,
  email: row.email,
  phoneNumber: row.phone_number,
  profile: row.profile,
  identifierSealed: row.identifier_sealed,
  consent: row.consent,
  contactVerification: row.contact_verification,
  isDeleted: row.is_deleted,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  beneficialOwners: row.beneficial_owners,
});

const toRow = (customer: Customer) => ({
  platform_id: customer.platformId,
  id: customer.id,
  platform_customer_id: customer.platformCustomerId,
  customer_type: customer.customerType,
  verification_status: customer.verificationStatus,
  uma_address: customer.umaAddress,
  region: customer.region,
  currencies: customer.currencies,
  email: customer.email,
  phone_number: customer.phoneNumber,
  profile: customer.profile,
  identifier_sealed: customer.identifierSealed,
  consent: customer.consent,
  contact_verification: customer.contactVerification,
  is_deleted: customer.isDeleted,
  version: customer.version.toString(),
  created_at: customer.createdAt,
  updated_at: customer.updatedAt,
  beneficial_owners: customer.beneficialOwners,
});
