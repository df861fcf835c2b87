import { enqueue } from '../../engine/jobs/queue.ts';
import type { Ledger } from '../../engine/ledger/post.ts';
import { AccountUnavailable } from '../../engine/ledger/post.ts';
import type { Banking } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { accountIdentity, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { requireReady } from '../../parties/customers/readiness.ts';
import type { Customer } from '../../parties/customers/record.ts';
import { requireReceivable } from '../../parties/rates/limits.ts';
import type { OwnCustomer } from '../../parties/receivers/own-customers.ts';
import { begin, type Step, type Transaction, transactionJson } from '../transactions/record.ts';
import type { Details, Money, Terms } from '../transactions/terms.ts';
import { writeTransition } from '../transitions/apply.ts';
import type { Approvals } from './approval-requests.ts';
import { creditEffects, credited, undecidedJob } from './approvals.ts';
import { incomingOf } from './incoming.ts';

export interface UmaArrivalDeps {
  db: Database;
  ledger: Ledger;
  banking: Banking;
  payments: { approvals: Approvals };
}

/** A payment from another provider, or from another customer of the platform, to a customer. */
export interface UmaArrival {
  platform: Platform;
  /** Set by callers that refer to the transaction before it is written. */
  transactionId?: string;
  /** `information`: details of the sender from its provider, by their wire names. */
  sender: { umaAddress: string | undefined; information: Readonly<Record<string, unknown>> };
  receiver: OwnCustomer;
  /** Details of the receiver that the sending provider requires. */
  requestedFields: readonly { name: string; mandatory: boolean }[];
  money: Money;
  now: Date;
  receipt: Receipt;
  /** Outgoing payment of the same platform that funds this one. */
  fundedBy?: Transaction;
}

/** Credits the payment at once, or leaves it PENDING until the platform has approved it. */
export async function receiveUmaPayment(
  deps: UmaArrivalDeps,
  arrival: UmaArrival,
): Promise<{ text: string; isWaiting: boolean }> {
  const { transaction, needsApproval } = await prepareArrival(deps, arrival, 'BOOK');
  if (!needsApproval) return { text: await credit(deps, arrival, transaction), isWaiting: false };
  const { text, ask } = await requestApproval(deps, arrival, { transaction });
  // Runs in the background: if this process stops, the job of the payment fails it.
  void ask();
  return { text, isWaiting: true };
}

/** Builds the transaction without writing it, and determines whether the platform approves it. */
export async function prepareArrival(deps: UmaArrivalDeps, arrival: UmaArrival, rail: string) {
  const { platform, receiver, sender, money } = arrival;
  if (sender.umaAddress === receiver.customer.umaAddress) {
    throw new ApiError('SELF_PAYMENT', 'Sender and receiver are the same.');
  }
  requireReady(receiver.customer, receiver.settings);
  requireReceivable(receiver.settings, money);
  const account = accountFor(arrival);
  const needsApproval = await deps.payments.approvals.isRequired(platform);
  const terms = termsOf(arrival, account, rail);
  const transaction: Transaction = { ...transactionOf(arrival, account), terms };
  return { transaction, needsApproval };
}

export const PENDING: Step = { event: 'INCOMING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

/**
 * Writes the payment and the job that fails it without a decision. `ask` calls the platform's endpoint afterwards,
 * outside any statement.
 */
export async function requestApproval(
  deps: UmaArrivalDeps,
  { platform, receiver, requestedFields, receipt }: UmaArrival,
  { transaction, effects: more = [] }: { transaction: Transaction; effects?: readonly Effect[] },
) {
  const known = customerInformation(receiver.customer);
  const requested = requestedFields.filter(({ name }) => known[name] == null);
  const details = { ...(requested.length > 0 && { requestedReceiverCustomerInfoFields: requested }) };
  const [eventId, undecidedJobId] = [newId('Webhook'), newId('TimedJob')];
  const step: Step = {
    ...PENDING,
    changes: { ...PENDING.changes, details },
    eventOptions: { id: eventId, delivery: 'DIRECT' },
  };
  const { changed, effects } = begin(transaction, [step]);
  const text = JSON.stringify(transactionJson(changed));
  const job = undecidedJob(changed, { jobId: undecidedJobId, clockOffsetMs: platform.clockOffsetMs });
  await apply(deps.db, {
    effects: [...effects, ...more, enqueue([job]), ...receipt.record({ status: 200, text })],
  });
  return { text, ask: () => deps.payments.approvals.ask({ platform, transaction: changed, eventId, undecidedJobId }) };
}

async function credit(deps: UmaArrivalDeps, arrival: UmaArrival, transaction: Transaction): Promise<string> {
  const { platform, now, receipt } = arrival;
  const transition = credited(transaction, now);
  const { changed, effects: begun } = begin(transaction, [PENDING, ...transition.steps]);
  const text = JSON.stringify(transactionJson(changed));
  const context = { platformId: platform.id, mode: platform.mode, clockOffsetMs: platform.clockOffsetMs, at: now };
  const following = await creditEffects(deps, context, transaction);
  const effects = [...begun, ...following, ...receipt.record({ status: 200, text })];
  await writeTransition(deps, context, { transaction, transition, change: { effects } }).catch((error: unknown) => {
    throw error instanceof AccountUnavailable ? inactive(transaction.destinationAccount) : error;
  });
  return text;
}

/** The receiver's oldest ACTIVE account in the currency of the payment. */
function accountFor({ receiver: { accounts }, money }: UmaArrival): InternalAccount {
  const fitting = accounts.filter(({ currency }) => currency === money.currency);
  const account = fitting.find(({ status }) => status === 'ACTIVE');
  if (account) return account;
  if (fitting[0]) throw inactive(fitting[0].id);
  throw new ApiError('INVALID_CURRENCY', `The receiver has no account in ${money.currency}.`, {
    hint: `Currencies of the receiver: ${accounts.map(({ currency }) => currency).join(', ') || 'none'}.`,
  });
}

const inactive = (accountId: string | null): ApiError =>
  new ApiError('CONFLICT', `Account ${accountId} is not ACTIVE and cannot receive.`, { reason: 'ACCOUNT_NOT_ACTIVE' });

function transactionOf(arrival: UmaArrival, account: InternalAccount): Transaction {
  const { platform, transactionId: id = newId('Transaction'), sender, receiver, money, now, fundedBy } = arrival;
  const { amount, currency } = money;
  const { umaAddress } = sender;
  const incoming = incomingOf({
    platformId: platform.id,
    id,
    customerId: receiver.customer.id,
    platformCustomerId: receiver.customer.platformCustomerId,
    // The platform itself has no UMA address: its payments show the account that they are paid from.
    source: umaAddress ? { sourceType: 'UMA_ADDRESS', umaAddress, currency } : (fundedBy?.source ?? {}),
    destinationAccountId: account.id,
    amount,
    currency,
    reference: `UMA-R${id.slice(-12).toUpperCase()}-REF`,
    at: now,
  });
  return {
    ...incoming,
    sourceAccount: umaAddress ?? fundedBy?.sourceAccount ?? null,
    details: counterpartyOf(arrival),
  };
}

function termsOf({ receiver, money, fundedBy }: UmaArrival, account: InternalAccount, rail: string): Terms {
  return {
    payment: { sent: money, received: money, fees: { service: 0n, platform: 0n } },
    destination: account.id,
    accounts: [accountIdentity(account)],
    rail,
    umaAddress: receiver.customer.umaAddress,
    ...(fundedBy && { paidBy: fundedBy.id }),
  };
}

/** Details of the sender that the platform requires for the currency, as far as the sender's provider sent them. */
function counterpartyOf({ sender, money, receiver }: UmaArrival): Details {
  const config = receiver.settings.supportedCurrencies.find(({ currencyCode }) => currencyCode === money.currency);
  const required = (config?.requiredCounterpartyFields ?? []).map(({ name }) => name);
  const names = required.filter((name) => sender.information[name] !== undefined);
  if (names.length === 0) return {};
  return { counterpartyInformation: Object.fromEntries(names.map((name) => [name, sender.information[name]])) };
}

/** Details of a customer by their wire names. */
export function customerInformation({ profile, email, phoneNumber, region }: Customer): Record<string, unknown> {
  const business = profile.businessInfo ?? {};
  return {
    FULL_NAME: profile.fullName ?? business.legalName,
    COMPANY_LEGAL_NAME: business.legalName,
    BUSINESS_TYPE: business.businessType,
    REGISTRATION_NUMBER: business.registrationNumber,
    TAX_ID: business.taxId,
    BIRTH_DATE: profile.birthDate,
    NATIONALITY: profile.nationality,
    POSTAL_ADDRESS: profile.address,
    COUNTRY_OF_RESIDENCE: profile.address?.country ?? region,
    EMAIL: email,
    PHONE_NUMBER: phoneNumber,
  };
}
