import { enqueue } from '../../engine/jobs/queue.ts';
import type { UmaBanking, VerificationProviders, WalletAuthentication } from '../../engine/providers/services.ts';
import { brokenConstraint, type Database, nullColumn } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { hasIdAmong, mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import type { RowOf } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { earliestId, idPattern, newId } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { type SignedRequest, unsigned } from '../../foundation/kernel/signed-requests.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { accountsOf, closeAccounts, type InternalAccount } from '../accounts/internal-accounts.ts';
import { getSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { changeContact } from '../wallets/contact-change.ts';
import { deleteCredentialsOf } from '../wallets/credential-record.ts';
import type { WalletRequest, WalletResponse } from '../wallets/deps.ts';
import { isFirstLeg } from '../wallets/signed-retry.ts';
import { statusEffects } from './approval.ts';
import {
  type Customer,
  customerColumns,
  customerJson,
  customers,
  getActiveCustomer,
  insertCustomer,
  sealIdentifier,
  updateCustomer,
} from './record.ts';
import { consentOf, customerProblems, profileAfter } from './rules.ts';
import { contactsToVerify, regionEffects, scaRegionOf } from './sca-region.ts';
import type { CustomerInput } from './schemas.ts';
import { requireKnownTerms } from './terms-versions.ts';
import { makeUmaAddress, parseUmaAddress } from './uma-address.ts';
import { voidOffers } from './voided-offers.ts';

export interface CustomerDeps {
  db: Database;
  vault: Vault;
  banking: UmaBanking;
  verification: VerificationProviders;
  authentication: WalletAuthentication;
}

interface Creation {
  platform: Platform;
  input: CustomerInput;
  now: Date;
  receipt: Receipt;
  checks: ValueChecks;
}

/** Writes the customer and the effects of its initial status in one statement. Returns the response as JSON text. */
export async function createCustomer(
  deps: CustomerDeps,
  { platform, input, now, receipt, checks }: Creation,
): Promise<string> {
  const settings = await getSettings(deps.db, platform.id);
  const { customer, effects } = creationEffects(deps, { platform, input, settings, now, checks });
  const text = JSON.stringify(customerJson(customer));
  try {
    await apply(deps.db, { effects: [...effects, ...receipt.record({ status: 201, text })] });
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
  checks: ValueChecks;
}

/** Checks the request. Returns the new customer and the effects that create it. */
export function creationEffects(deps: CustomerDeps, { platform, input, settings, now, checks }: NewCustomer) {
  reject(input, customerProblems(input, { known: {}, supportedCurrencies: currenciesOf(settings), now, checks }));
  const customer = newCustomer(deps, { platform, input, settings, now });
  const change = { from: undefined, settings, mode: platform.mode, at: now };
  const effects = [insertCustomer(customer), ...statusEffects(deps, customer, change)];
  return { customer, effects };
}

function newCustomer(
  { vault, verification: { identity }, banking: { uma } }: CustomerDeps,
  { platform, input, settings, now }: Omit<NewCustomer, 'checks'>,
): Customer {
  const id = newId('Customer');
  const profile = profileAfter(input, {});
  const { customerType, region = null } = input;
  const umaDomain = settings.umaDomain ?? uma.defaultDomain;
  const applicant = {
    customerType,
    fullName: profile.fullName,
    registrationNumber: profile.businessInfo?.registrationNumber,
    isRegulatedPlatform: settings.isRegulatedFinancialInstitution,
  };
  const scaRegion = scaRegionOf({ region, profile });
  const contacts = { email: input.email ?? null, phoneNumber: input.phoneNumber ?? null };
  return {
    platformId: platform.id,
    id,
    platformCustomerId: input.platformCustomerId ?? newId('Customer').slice('Customer:'.length),
    customerType,
    verificationStatus: identity[platform.mode].atCreation(applicant),
    umaAddress: input.umaAddress ? parseUmaAddress(input.umaAddress, settings.umaDomain) : makeUmaAddress(umaDomain),
    region,
    scaRegion,
    currencies: input.currencies ?? null,
    ...contacts,
    profile,
    identifierSealed: input.identifier
      ? sealIdentifier(vault, { platformId: platform.id, id }, input.identifier)
      : null,
    consent: consentOf(input) ?? null,
    contactVerification: contactsToVerify({ scaRegion, ...contacts }),
    isDeleted: false,
    version: 1n,
    createdAt: now,
    updatedAt: now,
    beneficialOwners: [],
  };
}

/**
 * Members that are absent keep their values; objects are merged, lists replaced. Changing an email or phone number that
 * is a wallet credential requires the signature of the wallet's holder.
 */
export async function changeCustomer(deps: CustomerDeps, update: Update) {
  const { platform, id, input, now, checks, signed = unsigned } = update;
  const settings = await getSettings(deps.db, platform.id);
  return retryOnConflict('customer', async () => {
    const current = await getActiveCustomer(deps.db, platform.id, id);
    reject(input, problemsOfChange(input, { current, settings, now, checks }));
    const changed = merged(deps, { current, input, settings, now });
    const accounts = await accountsOf(deps, platform.id, id);
    const change = { from: current.verificationStatus, settings, mode: platform.mode, accounts, at: now };
    const write = async (others: Effect[]): Promise<WalletResponse> => {
      const effects = [
        ...statusEffects(deps, changed, change),
        ...regionEffects({ platform, before: current, after: changed, at: now }),
        ...others,
      ];
      if (!(await apply(deps.db, { guard: updateCustomer(changed), effects }))) throw new VersionChanged();
      return { status: 200, body: customerJson(changed) };
    };
    try {
      return await withContact(deps, { platform, now, signed }, { current, input, write });
    } catch (error) {
      if (error instanceof VersionChanged) return undefined;
      throw explainConflict(error);
    }
  });
}

interface Update {
  platform: Platform;
  id: string;
  input: CustomerInput;
  now: Date;
  checks: ValueChecks;
  /** Default: unsigned. */
  signed?: SignedRequest;
}

/** Another request has changed the customer since it was read. */
class VersionChanged extends Error {}

interface ContactWrite {
  current: Customer;
  input: CustomerInput;
  write: (others: Effect[]) => Promise<WalletResponse>;
}

/** A request changes email or phone number, not both. A signed retry is verified even if the value is stored. */
function withContact(deps: CustomerDeps, request: WalletRequest, { current, input, write }: ContactWrite) {
  const { email, phoneNumber } = input;
  const isChanged = (given: string | undefined, stored: string | null): given is string =>
    given !== undefined && (given !== stored || !isFirstLeg(request));
  const change = { customerId: current.id, change: write };
  if (isChanged(email, current.email))
    return changeContact(deps, request, { ...change, type: 'EMAIL_OTP', contact: email });
  if (!isChanged(phoneNumber, current.phoneNumber)) return write([]);
  return changeContact(deps, request, { ...change, type: 'SMS_OTP', contact: phoneNumber });
}

interface UpdateContext {
  current: Customer;
  settings: Settings;
  now: Date;
  checks: ValueChecks;
}

function problemsOfChange(input: CustomerInput, { current, settings, now, checks }: UpdateContext): FieldError[] {
  const { customerType, profile: known } = current;
  if (customerType !== input.customerType) {
    const message = `customerType must be ${customerType}: it cannot change.`;
    return [{ field: 'customerType', message, constraint: { enum: [customerType] } }];
  }
  const supportedCurrencies = currenciesOf(settings);
  return [...contactProblems(input), ...customerProblems(input, { known, supportedCurrencies, now, checks })];
}

function contactProblems({ email, phoneNumber }: CustomerInput): FieldError[] {
  if (email === undefined || phoneNumber === undefined) return [];
  const message = 'email and phoneNumber cannot be changed in one request: send two requests.';
  return ['email', 'phoneNumber'].map((field) => ({ field, message }));
}

function merged(
  { vault }: CustomerDeps,
  { current, input, settings, now }: Omit<UpdateContext, 'checks'> & { input: CustomerInput },
): Customer {
  const { email = current.email, phoneNumber = current.phoneNumber, identifier } = input;
  const profile = profileAfter(input, current.profile);
  // If the region was unknown at creation, the first update that contains it sets it for good.
  const scaRegion = current.scaRegion ?? scaRegionOf({ region: current.region, profile });
  return {
    ...current,
    umaAddress: input.umaAddress ? parseUmaAddress(input.umaAddress, settings.umaDomain) : current.umaAddress,
    scaRegion,
    currencies: input.currencies ?? current.currencies,
    email,
    phoneNumber,
    profile,
    identifierSealed: identifier ? sealIdentifier(vault, current, identifier) : current.identifierSealed,
    consent: consentOf(input) ?? current.consent,
    contactVerification: contactsToVerify({ scaRegion, email, phoneNumber }, current),
    version: current.version + 1n,
    updatedAt: now,
  };
}

/** Job on deletion of a customer, for modules with resources of the customer, such as cards. */
export const DELETED_JOB = 'customer.deleted';

export interface DeletionDeps extends CustomerDeps {
  /** Ids of payments that can still credit an account of the customer. */
  unfinishedPayments: (platformId: string, customerId: string) => Promise<string[]>;
}

/** Soft deletion: the row stays for the ledger. Closes the accounts, which must be empty and expect no payment. */
export async function deleteCustomer(deps: DeletionDeps, { platform, id, now }: Omit<Update, 'input' | 'checks'>) {
  return retryOnConflict('customer', async () => {
    const current = await getActiveCustomer(deps.db, platform.id, id);
    const changed = { ...current, isDeleted: true, version: current.version + 1n, updatedAt: now };
    const accounts = await accountsOf(deps, platform.id, id);
    rejectMoneyIn(accounts);
    rejectUnfinished(await deps.unfinishedPayments(platform.id, id));
    const { id: platformId, clockOffsetMs } = platform;
    const job = { platformId, kind: DELETED_JOB, resourceId: id, runAt: now, createdAt: now, clockOffsetMs };
    const effects = [
      ...closeAccounts(accounts, now),
      deleteCredentialsOf(accounts),
      enqueue([job]),
      voidOffers({ platform, customerId: id, at: now }),
    ];
    const change = { guard: updateCustomer(changed), effects };
    const isDone = await apply(deps.db, change).catch(isAccountChanged);
    return isDone ? customerJson(changed) : undefined;
  });
}

function rejectMoneyIn(accounts: readonly InternalAccount[]): void {
  const full = accounts.filter((account) => account.posted !== 0n || account.held !== 0n);
  if (full.length === 0) return;
  throw new ApiError('CONFLICT', 'The accounts of the customer are not empty.', {
    reason: 'ACCOUNTS_NOT_EMPTY',
    accountIds: full.map((account) => account.id),
    hint: 'Pay out or transfer the balances of these accounts first.',
  });
}

function rejectUnfinished(transactionIds: readonly string[]): void {
  if (transactionIds.length === 0) return;
  throw new ApiError('CONFLICT', 'Payments of the customer are not finished.', {
    reason: 'PAYMENTS_NOT_FINISHED',
    transactionIds,
    hint: 'GET /transactions/{transactionId} shows each of them. Delete the customer once they have ended.',
  });
}

/** Returns false if a balance changed concurrently, so that the caller retries. Either constraint may fail first. */
function isAccountChanged(error: unknown): false {
  if (nullColumn(error) === 'accounts.status' || brokenConstraint(error) === 'events_sequence') return false;
  throw error;
}

interface CustomerFilter extends PageRequest {
  ids?: string | undefined;
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

/** Ids contain real time, createdAt the time of the platform. Within one request they differ by less than this. */
const SLACK_MS = 5 * MINUTE_MS;

/** SQL condition by filter. */
const conditions: {
  [F in keyof CustomerFilter]?: (value: NonNullable<CustomerFilter[F]>, platform: Platform) => Sql;
} = {
  ids: hasIdAmong,
  platformCustomerId: (value) => sql`platform_customer_id = ${value}`,
  customerType: (value) => sql`customer_type = ${value}`,
  // createdAt has no index, but ids are in its order. The clock of a sandbox platform may be ahead of real time.
  createdAfter: (value, { clockOffsetMs }) => sql`created_at >= ${value}
    AND id >= ${earliestId('Customer', addMs(new Date(value), -clockOffsetMs - SLACK_MS))}`,
  createdBefore: (value) => sql`created_at <= ${value}
    AND id < ${earliestId('Customer', addMs(new Date(value), SLACK_MS))}`,
  updatedAfter: (value) => sql`updated_at >= ${value}`,
  updatedBefore: (value) => sql`updated_at <= ${value}`,
  region: (value) => sql`region = ${value}`,
  currency: (value) => sql`${value} = ANY (currencies)`,
  umaAddress: (value) => sql`uma_address = ${value.toLowerCase()}`,
};

export async function listCustomers(db: Database, platform: Platform, filter: CustomerFilter) {
  const given = Object.entries(conditions).flatMap(([name, condition]) => {
    const value = filter[name as keyof CustomerFilter];
    return value === undefined ? [] : [(condition as (value: unknown, platform: Platform) => Sql)(value, platform)];
  });
  const where = [
    sql`platform_id = ${platform.id}`,
    ...(filter.isIncludingDeleted ? [] : [sql`NOT is_deleted`]),
    ...given,
  ];
  const request = { limit: filter.limit, cursor: filter.cursor };
  const rows = await page<RowOf<typeof customers>>(db, {
    keys: idPattern('Customer'),
    select: customerColumns,
    from: sql`FROM customers`,
    where,
    request,
  });
  return mapPage(rows, (row) => customerJson(customers.fromRow(row)));
}

/** Problems of a creation whose shape may be wrong. Without customerType no other member can be checked. */
export async function customerCreationProblems(
  { db }: Pick<CustomerDeps, 'db'>,
  { platform, input, now, checks }: Omit<Creation, 'receipt'>,
): Promise<FieldError[]> {
  if (!input.customerType) return [];
  const settings = await getSettings(db, platform.id);
  return customerProblems(input, { known: {}, supportedCurrencies: currenciesOf(settings), now, checks });
}

/** Problems of an update whose shape may be wrong. */
export async function customerUpdateProblems(
  { db }: Pick<CustomerDeps, 'db'>,
  { platform, id, input, now, checks }: Update,
) {
  if (!input.customerType) return [];
  const [settings, current] = await Promise.all([getSettings(db, platform.id), getActiveCustomer(db, platform.id, id)]);
  return problemsOfChange(input, { current, settings, now, checks });
}

const currenciesOf = (settings: Settings): string[] =>
  settings.supportedCurrencies.map((currency) => currency.currencyCode);

function reject({ endUserTermsConsent }: CustomerInput, problems: FieldError[]): void {
  if (problems.length > 0) throw new InvalidFields(problems);
  if (endUserTermsConsent) requireKnownTerms(endUserTermsConsent.termsVersion);
}

export function explainConflict(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'customers_uma_address':
      return new ApiError('UMA_ADDRESS_EXISTS', 'umaAddress belongs to another customer: choose another one.');
    case 'customers_platform_customer_id':
      return new ApiError('CONFLICT', 'platformCustomerId belongs to another customer: choose another one.', {
        reason: 'PLATFORM_CUSTOMER_ID_EXISTS',
      });
    default:
      return error;
  }
}
