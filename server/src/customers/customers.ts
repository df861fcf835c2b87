import { accountsOf, closeAccounts, type InternalAccount } from '../accounts/internal-accounts.ts';
import { brokenConstraint, type Database, nullColumn } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import type { Receipt } from '../db/receipt.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import { type SignedRequest, unsigned } from '../kernel/signed-requests.ts';
import { readSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import type { Identity } from '../providers/identity/port.ts';
import { type ContactChangeNeeds, changeContact } from '../wallets/contact-change.ts';
import { removeCredentialsOf } from '../wallets/credential-record.ts';
import type { WalletAnswer, WalletRequest } from '../wallets/needs.ts';
import { isFirstLeg } from '../wallets/signed-retry.ts';
import { consequences } from './approval.ts';
import { voidOffers } from './offers.ts';
import {
  type ContactVerification,
  type Customer,
  type CustomerRow,
  customerColumns,
  customerJson,
  findActiveCustomer,
  insertCustomer,
  insist,
  sealIdentifier,
  toCustomer,
  updateCustomer,
} from './record.ts';
import { needsSca } from './region.ts';
import { type CustomerInput, consentOf, problemsOf, profileAfter } from './rules.ts';
import { requireKnownTerms } from './terms.ts';
import { makeUmaAddress, parseUmaAddress } from './uma-address.ts';

export interface CustomerNeeds extends ContactChangeNeeds {
  vault: Vault;
  /** The adapter of each mode. */
  identity: Record<Platform['mode'], Identity>;
  /** Where addresses live whose platform has no domain of its own. */
  defaultUmaDomain: string;
}

interface Creation {
  platform: Platform;
  input: CustomerInput;
  now: Date;
  receipt: Receipt;
}

/** A customer, its first state, and everything that follows from it, in one statement. */
export async function createCustomer(
  needs: CustomerNeeds,
  { platform, input, now, receipt }: Creation,
): Promise<string> {
  const settings = await readSettings(needs.db, platform.id);
  const { customer, effects } = creationEffects(needs, { platform, input, settings, now });
  const text = JSON.stringify(customerJson(customer));
  try {
    await apply(needs.db, { effects: [...effects, ...receipt.remember({ status: 201, text })] });
  } catch (error) {
    throw explainConflict(error);
  }
  return text;
}

interface NewCustomer {
  platform: Pick<Platform, 'id' | 'mode'>;
  input: CustomerInput;
  settings: Settings;
  now: Date;
}

/** Checks the request, and gives the customer and all that must be written for it. */
export function creationEffects(needs: CustomerNeeds, { platform, input, settings, now }: NewCustomer) {
  refuse(input, problemsOf(input, { known: {}, supportedCurrencies: currenciesOf(settings), now }));
  const customer = newCustomer(needs, { platform, input, settings, now });
  const change = { from: undefined, settings, mode: platform.mode, at: now };
  const effects = [insertCustomer(customer), ...consequences(needs, customer, change)];
  return { customer, effects };
}

function newCustomer(
  { vault, identity, defaultUmaDomain }: CustomerNeeds,
  { platform, input, settings, now }: NewCustomer,
): Customer {
  const id = newId('Customer');
  const profile = profileAfter(input, {});
  const { customerType, region = null } = input;
  const umaDomain = settings.umaDomain ?? defaultUmaDomain;
  const registrationNumber = profile.businessInfo?.registrationNumber as string | undefined;
  const isRegulatedPlatform = settings.isRegulatedFinancialInstitution;
  const applicant = { customerType, fullName: profile.fullName, registrationNumber, isRegulatedPlatform };
  return {
    platformId: platform.id,
    id,
    platformCustomerId: input.platformCustomerId ?? newId('Customer').slice('Customer:'.length),
    customerType,
    verificationStatus: identity[platform.mode].atCreation(applicant),
    umaAddress: input.umaAddress ? parseUmaAddress(input.umaAddress, settings.umaDomain) : makeUmaAddress(umaDomain),
    region,
    currencies: input.currencies ?? null,
    email: input.email ?? null,
    phoneNumber: input.phoneNumber ?? null,
    profile,
    identifierSealed: input.identifier
      ? sealIdentifier(vault, { platformId: platform.id, id }, input.identifier)
      : null,
    consent: consentOf(input) ?? null,
    contactVerification: requiredContacts({ region, profile, email: input.email, phoneNumber: input.phoneNumber }),
    isDeleted: false,
    version: 1n,
    createdAt: now,
    updatedAt: now,
    beneficialOwners: [],
  };
}

/** Where strong customer authentication rules, the channels it uses must be proven to work. */
function requiredContacts(customer: {
  region: string | null;
  profile: Customer['profile'];
  email: string | null | undefined;
  phoneNumber: string | null | undefined;
}): ContactVerification {
  const { email, phoneNumber } = customer;
  if (!needsSca(customer)) return {};
  return { ...(email && { email: 'PENDING' as const }), ...(phoneNumber && { phone: 'PENDING' as const }) };
}

/**
 * Members left out keep their values; objects of a business are merged, lists replaced. An email or phone number that
 * opens a wallet changes only by the signature of the wallet's holder.
 */
export async function changeCustomer(needs: CustomerNeeds, { platform, id, input, now, signed = unsigned }: Update) {
  const settings = await readSettings(needs.db, platform.id);
  return insist(async () => {
    const current = await findActiveCustomer(needs.db, platform.id, id);
    refuse(input, problemsOfChange(input, { current, settings, now }));
    const changed = merged(needs, { current, input, settings, now });
    const accounts = await accountsOf(needs, platform.id, id);
    const change = { from: current.verificationStatus, settings, mode: platform.mode, accounts, at: now };
    const write = async (others: Effect[]): Promise<WalletAnswer> => {
      const effects = [
        ...consequences(needs, changed, change),
        // What was offered without a proof must not be carried out without one from now on.
        ...(needsSca(changed) && !needsSca(current) ? [voidOffers({ platform, customerId: id, at: now })] : []),
        ...others,
      ];
      if (!(await apply(needs.db, { guard: updateCustomer(changed), effects }))) throw new Overtaken();
      return { status: 200, body: customerJson(changed) };
    };
    try {
      return await withContact(needs, { platform, now, signed }, { current, input, write });
    } catch (error) {
      if (error instanceof Overtaken) return undefined;
      throw explainConflict(error);
    }
  });
}

interface Update {
  platform: Platform;
  id: string;
  input: CustomerInput;
  now: Date;
  /** Left out: nobody has signed it. */
  signed?: SignedRequest;
}

/** Somebody else has changed the customer meanwhile. */
class Overtaken extends Error {}

interface ContactWrite {
  current: Customer;
  input: CustomerInput;
  write: (others: Effect[]) => Promise<WalletAnswer>;
}

/** One request changes one of the two. A signature is looked at even where the change was made before. */
function withContact(needs: CustomerNeeds, request: WalletRequest, { current, input, write }: ContactWrite) {
  const { email, phoneNumber } = input;
  const isNew = (given: string | undefined, known: string | null): given is string =>
    given !== undefined && (given !== known || !isFirstLeg(request));
  const change = { customerId: current.id, change: write };
  if (isNew(email, current.email))
    return changeContact(needs, request, { ...change, type: 'EMAIL_OTP', contact: email });
  if (!isNew(phoneNumber, current.phoneNumber)) return write([]);
  return changeContact(needs, request, { ...change, type: 'SMS_OTP', contact: phoneNumber });
}

interface Changing {
  current: Customer;
  settings: Settings;
  now: Date;
}

function problemsOfChange(input: CustomerInput, { current, settings, now }: Changing): FieldError[] {
  const { customerType, profile: known } = current;
  if (customerType !== input.customerType) {
    const message = `customerType must be ${customerType}: it cannot change.`;
    return [{ field: 'customerType', message, constraint: { enum: [customerType] } }];
  }
  return [...contactProblems(input), ...problemsOf(input, { known, supportedCurrencies: currenciesOf(settings), now })];
}

function contactProblems({ email, phoneNumber }: CustomerInput): FieldError[] {
  if (email === undefined || phoneNumber === undefined) return [];
  const message = 'email and phoneNumber cannot be changed in one request.';
  return ['email', 'phoneNumber'].map((field) => ({ field, message }));
}

function merged(
  { vault }: CustomerNeeds,
  { current, input, settings, now }: Changing & { input: CustomerInput },
): Customer {
  const { email = current.email, phoneNumber = current.phoneNumber, identifier } = input;
  const profile = profileAfter(input, current.profile);
  const contacts = requiredContacts({ region: current.region, profile, email, phoneNumber });
  return {
    ...current,
    umaAddress: input.umaAddress ? parseUmaAddress(input.umaAddress, settings.umaDomain) : current.umaAddress,
    currencies: input.currencies ?? current.currencies,
    email,
    phoneNumber,
    profile,
    identifierSealed: identifier ? sealIdentifier(vault, current, identifier) : current.identifierSealed,
    consent: consentOf(input) ?? current.consent,
    contactVerification: {
      ...contacts,
      // A channel stays verified until it points elsewhere.
      ...(contacts.email && email === current.email && { email: current.contactVerification.email ?? 'PENDING' }),
      ...(contacts.phone &&
        phoneNumber === current.phoneNumber && { phone: current.contactVerification.phone ?? 'PENDING' }),
    },
    version: current.version + 1n,
    updatedAt: now,
  };
}

/** For those who keep something of a customer that is deleted. */
export const DELETED_JOB = 'customer.deleted';

/** Kept for the books, gone for everything else; its accounts close, and nothing opens them. Money in them must leave first. */
export async function deleteCustomer(needs: CustomerNeeds, { platform, id, now }: Omit<Update, 'input'>) {
  return insist(async () => {
    const current = await findActiveCustomer(needs.db, platform.id, id);
    const changed = { ...current, isDeleted: true, version: current.version + 1n, updatedAt: now };
    const accounts = await accountsOf(needs, platform.id, id);
    refuseMoneyIn(accounts);
    const { id: platformId, clockOffsetMs } = platform;
    const job = { platformId, kind: DELETED_JOB, resourceId: id, runAt: now, createdAt: now, clockOffsetMs };
    const effects = [
      ...closeAccounts(accounts, now),
      removeCredentialsOf(accounts),
      enqueue([job]),
      voidOffers({ platform, customerId: id, at: now }),
    ];
    const change = { guard: updateCustomer(changed), effects };
    const isDone = await apply(needs.db, change).catch(isAccountChanged);
    return isDone ? customerJson(changed) : undefined;
  });
}

function refuseMoneyIn(accounts: readonly InternalAccount[]): void {
  const full = accounts.filter((account) => account.posted !== 0n || account.held !== 0n);
  if (full.length === 0) return;
  throw new ApiError('CONFLICT', 'The customer still has money.', {
    reason: 'ACCOUNTS_NOT_EMPTY',
    accountIds: full.map((account) => account.id),
    hint: 'Move the balances out first.',
  });
}

/** Money moved between the reading and the closing: look again. Which arm notices first is not defined. */
function isAccountChanged(error: unknown): false {
  if (nullColumn(error) === 'accounts.status' || brokenConstraint(error) === 'events_sequence') return false;
  throw error;
}

export interface CustomerFilter extends PageRequest {
  platformCustomerId?: string | undefined;
  customerType?: Customer['customerType'] | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
  region?: string | undefined;
  currency?: string | undefined;
  umaAddress?: string | undefined;
  isIncludingDeleted?: boolean | undefined;
}

/** Each filter as its condition. */
const conditions: { [F in keyof CustomerFilter]?: (value: NonNullable<CustomerFilter[F]>) => Sql } = {
  platformCustomerId: (value) => sql`platform_customer_id = ${value}`,
  customerType: (value) => sql`customer_type = ${value}`,
  createdAfter: (value) => sql`created_at >= ${value}`,
  createdBefore: (value) => sql`created_at <= ${value}`,
  updatedAfter: (value) => sql`updated_at >= ${value}`,
  updatedBefore: (value) => sql`updated_at <= ${value}`,
  region: (value) => sql`region = ${value}`,
  currency: (value) => sql`${value} = ANY (currencies)`,
  umaAddress: (value) => sql`uma_address = ${value.toLowerCase()}`,
};

export async function listCustomers(db: Database, platformId: string, filter: CustomerFilter) {
  const given = Object.entries(conditions).flatMap(([name, condition]) => {
    const value = filter[name as keyof CustomerFilter];
    return value === undefined ? [] : [(condition as (value: unknown) => Sql)(value)];
  });
  const where = [
    sql`platform_id = ${platformId}`,
    ...(filter.isIncludingDeleted ? [] : [sql`NOT is_deleted`]),
    ...given,
  ];
  const request = { limit: filter.limit, cursor: filter.cursor };
  const found = await page<CustomerRow>(db, {
    keys: idPattern('Customer'),
    select: customerColumns,
    from: sql`FROM customers`,
    where,
    request,
  });
  return mapPage(found, (row) => customerJson(toCustomer(row)));
}

/** Of a request that is not whole yet; where it does not tell its type, nothing else of it was looked at. */
export async function creationProblems(
  { db }: Pick<CustomerNeeds, 'db'>,
  { platform, input, now }: Omit<Creation, 'receipt'>,
): Promise<FieldError[]> {
  if (!input.customerType) return [];
  const settings = await readSettings(db, platform.id);
  return problemsOf(input, { known: {}, supportedCurrencies: currenciesOf(settings), now });
}

/** The same of a change. */
export async function changeProblems({ db }: Pick<CustomerNeeds, 'db'>, { platform, id, input, now }: Update) {
  if (!input.customerType) return [];
  const [settings, current] = await Promise.all([
    readSettings(db, platform.id),
    findActiveCustomer(db, platform.id, id),
  ]);
  return problemsOfChange(input, { current, settings, now });
}

const currenciesOf = (settings: Settings): string[] =>
  settings.supportedCurrencies.map((currency) => currency.currencyCode);

function refuse({ endUserTermsConsent }: CustomerInput, problems: FieldError[]): void {
  if (problems.length > 0) throw new InvalidFields(problems);
  if (endUserTermsConsent) requireKnownTerms(endUserTermsConsent.termsVersion);
}

export function explainConflict(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'customers_uma_address':
      return new ApiError('UMA_ADDRESS_EXISTS', 'This UMA address belongs to another customer.');
    case 'customers_platform_customer_id':
      return new ApiError('CONFLICT', 'This platformCustomerId belongs to another customer.', {
        reason: 'PLATFORM_CUSTOMER_ID_EXISTS',
      });
    default:
      return error;
  }
}
