import { accountsOf, faceOf, type InternalAccount } from '../accounts/internal-accounts.ts';
import { requireReady } from '../customers/readiness.ts';
import type { Customer } from '../customers/record.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { AccountUnavailable } from '../ledger/post.ts';
import { readSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { readEndpoint } from '../webhooks/endpoints.ts';
import { creditEffects, credited, undecidedJob } from './approvals.ts';
import type { Approvals } from './approvals-asking.ts';
import { incomingOf } from './incoming.ts';
import { carryOut, type PaymentNeeds } from './lifecycle.ts';
import { requireReceivable } from './limits.ts';
import { begin, type Details, type Money, type Step, type Terms, type Transaction, transactionJson } from './record.ts';

export interface UmaNeeds extends PaymentNeeds {
  approvals: Approvals;
}

/** A payment that another institution, or another customer here, has for a customer of ours. */
export interface UmaArrival {
  platform: Platform;
  /** With what its institution tells of the sender, by the names of the wire. */
  sender: { umaAddress: string | undefined; information: Readonly<Record<string, unknown>> };
  receiver: Customer;
  /** What the sending institution wants to know of the receiver. */
  asked: readonly { name: string; mandatory: boolean }[];
  money: Money;
  now: Date;
  receipt: Receipt;
  /** Where a payment of this platform brings it: that payment, and the id that was made with it. */
  brought?: { as: string; by: Transaction };
}

/** Credited at once where the platform has nobody to ask; otherwise PENDING until it has decided. */
export async function umaArrived(needs: UmaNeeds, arrival: UmaArrival): Promise<string> {
  const { transaction, isAsked } = await prepareArrival(needs, arrival, 'BOOK');
  if (!isAsked) return credit(needs, arrival, transaction);
  const { changed, ask } = await askFirst(needs, arrival, { transaction });
  void ask();
  return JSON.stringify(transactionJson(changed));
}

/** The transaction of a payment that may come, before anything has happened; and whether its platform is asked. */
export async function prepareArrival(needs: UmaNeeds, arrival: UmaArrival, rail: string) {
  const { platform, receiver, sender, money } = arrival;
  if (sender.umaAddress === receiver.umaAddress)
    throw new ApiError('SELF_PAYMENT', 'Sender and receiver are the same.');
  const settings = await readSettings(needs.db, platform.id);
  requireReady(receiver, settings);
  requireReceivable(settings, money);
  const account = await accountFor(needs, arrival);
  const endpoint = await readEndpoint(needs.db, platform.id);
  const terms = termsOf(arrival, account, rail);
  const transaction: Transaction = { ...transactionOf(arrival, account, settings), terms };
  return { transaction, isAsked: endpoint !== undefined };
}

export const PENDING: Step = { event: 'INCOMING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

/** The platform is asked once the payment and the job that ends it are written, and nothing is open meanwhile. */
export async function askFirst(
  needs: UmaNeeds,
  arrival: UmaArrival,
  { transaction, effects: more = [] }: { transaction: Transaction; effects?: readonly Effect[] },
) {
  const { platform, receiver, asked, receipt } = arrival;
  const requested = unknownOf(receiver, asked);
  const details = { ...(requested.length > 0 && { requestedReceiverCustomerInfoFields: requested }) };
  const [eventId, undecidedJobId] = [newId('Webhook'), newId('TimedJob')];
  const step: Step = {
    ...PENDING,
    changes: { ...PENDING.changes, details },
    told: { id: eventId, delivery: 'DIRECT' },
  };
  const { changed, effects } = begin(transaction, [step]);
  const text = JSON.stringify(transactionJson(changed));
  const job = undecidedJob(changed, { jobId: undecidedJobId, clockOffsetMs: platform.clockOffsetMs });
  await apply(needs.db, {
    effects: [...effects, ...more, enqueue([job]), ...receipt.remember({ status: 200, text })],
  });
  return { changed, ask: () => needs.approvals.ask({ platform, transaction: changed, eventId, undecidedJobId }) };
}

async function credit(needs: UmaNeeds, arrival: UmaArrival, transaction: Transaction): Promise<string> {
  const { platform, now, receipt } = arrival;
  const turn = credited(transaction, now);
  const { changed, effects: begun } = begin(transaction, [PENDING, ...turn.steps]);
  const text = JSON.stringify(transactionJson(changed));
  const place = { platformId: platform.id, mode: platform.mode, clockOffsetMs: platform.clockOffsetMs, at: now };
  const following = await creditEffects(needs, place, transaction);
  const effects = [...begun, ...following, ...receipt.remember({ status: 200, text })];
  await carryOut(needs, place, { transaction, turn, change: { effects } }).catch((error: unknown) => {
    throw error instanceof AccountUnavailable ? inactive(transaction.destinationAccount) : error;
  });
  return text;
}

/** The receiver's account of that currency: the oldest that is open. */
async function accountFor(needs: UmaNeeds, { platform, receiver, money }: UmaArrival): Promise<InternalAccount> {
  const accounts = await accountsOf(needs, platform.id, receiver.id);
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

function transactionOf(arrival: UmaArrival, account: InternalAccount, settings: Settings): Transaction {
  const { platform, sender, receiver, money, now, brought } = arrival;
  const id = brought?.as ?? newId('Transaction');
  const { amount, currency } = money;
  const { umaAddress } = sender;
  const incoming = incomingOf({
    platformId: platform.id,
    id,
    customerId: receiver.id,
    platformCustomerId: receiver.platformCustomerId,
    // Who has no address is the platform: then it is told from which account it pays.
    source: umaAddress ? { sourceType: 'UMA_ADDRESS', umaAddress, currency } : (brought?.by.source ?? {}),
    destinationAccountId: account.id,
    amount,
    currency,
    reference: `UMA-R${id.slice(-12).toUpperCase()}-REF`,
    at: now,
  });
  return {
    ...incoming,
    sourceAccount: umaAddress ?? brought?.by.sourceAccount ?? null,
    details: counterpartyOf(arrival, settings),
  };
}

function termsOf({ receiver, money, brought }: UmaArrival, account: InternalAccount, rail: string): Terms {
  return {
    payment: { sent: money, received: money, fees: { service: 0n, platform: 0n } },
    destination: account.id,
    accounts: [faceOf(account)],
    rail,
    umaAddress: receiver.umaAddress,
    ...(brought && { paidBy: brought.by.id }),
  };
}

/** What the platform wants to know of whoever pays it, as far as it was told. */
function counterpartyOf({ sender, money }: UmaArrival, { supportedCurrencies }: Settings): Details {
  const config = supportedCurrencies.find(({ currencyCode }) => currencyCode === money.currency);
  const names = (config?.requiredCounterpartyFields ?? []).map(({ name }) => name);
  const told = names.filter((name) => sender.information[name] !== undefined);
  if (told.length === 0) return {};
  return { counterpartyInformation: Object.fromEntries(told.map((name) => [name, sender.information[name]])) };
}

/** Of what is asked, what we cannot tell ourselves. */
function unknownOf(receiver: Customer, asked: UmaArrival['asked']) {
  const known = knownOf(receiver);
  return asked.filter(({ name }) => known[name] === undefined || known[name] === null);
}

/** What we know of a customer, by the names of the wire. */
export function knownOf({ profile, email, phoneNumber, region }: Customer): Record<string, unknown> {
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
