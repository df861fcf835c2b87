import { accountsOf, type InternalAccount } from '../accounts/internal-accounts.ts';
import { requireReady } from '../customers/readiness.ts';
import type { Customer } from '../customers/record.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { AccountUnavailable } from '../ledger/post.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { readSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { readEndpoint } from '../webhooks/endpoints.ts';
import { creditEffects, undecidedJob } from './approvals.ts';
import type { Approvals } from './approvals-asking.ts';
import { incomingOf } from './incoming.ts';
import type { PaymentNeeds } from './lifecycle.ts';
import { requireReceivable } from './limits.ts';
import { begin, type Details, type Money, type Step, type Transaction, transactionJson } from './record.ts';

export interface UmaNeeds extends PaymentNeeds {
  approvals: Approvals;
}

/** A payment that another institution announces for a customer of ours. */
export interface UmaArrival {
  platform: Platform;
  /** With what its institution tells of the sender, by the names of the wire. */
  sender: { umaAddress: string; information: Readonly<Record<string, unknown>> };
  receiver: Customer;
  /** What the sending institution wants to know of the receiver. */
  asked: readonly { name: string; mandatory: boolean }[];
  money: Money;
  now: Date;
  receipt: Receipt;
}

/** Credited at once where the platform has nobody to ask; otherwise PENDING until it has decided. */
export async function umaArrived(needs: UmaNeeds, arrival: UmaArrival): Promise<string> {
  const { transaction, isAsked } = await prepareArrival(needs, arrival);
  if (!isAsked) return credit(needs, arrival, transaction);
  const { changed, ask } = await askFirst(needs, arrival, { transaction });
  void ask();
  return JSON.stringify(transactionJson(changed));
}

/** The transaction of a payment that may come, before anything has happened; and whether its platform is asked. */
export async function prepareArrival(needs: UmaNeeds, arrival: UmaArrival) {
  const { platform, receiver, sender, money } = arrival;
  if (sender.umaAddress === receiver.umaAddress)
    throw new ApiError('SELF_PAYMENT', 'Sender and receiver are the same.');
  const settings = await readSettings(needs.db, platform.id);
  requireReady(receiver, settings);
  requireReceivable(settings, money);
  const account = await accountFor(needs, arrival);
  const endpoint = await readEndpoint(needs.db, platform.id);
  const transaction = transactionOf(arrival, account, settings);
  return { transaction, account, isAsked: endpoint !== undefined };
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
  const { platform, money, now, receipt } = arrival;
  const { changed, effects } = begin(transaction, [
    PENDING,
    { event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: now } },
  ]);
  const text = JSON.stringify(transactionJson(changed));
  const place = { platformId: platform.id, mode: platform.mode, clockOffsetMs: platform.clockOffsetMs, at: now };
  const posting = {
    platformId: platform.id,
    transactionId: transaction.id,
    phase: phases.fund,
    at: now,
    moves: payments.fund({ account: transaction.destinationAccount ?? '', ...money }),
    effects: [
      ...effects,
      ...(await creditEffects(needs, place, transaction)),
      ...receipt.remember({ status: 200, text }),
    ],
  };
  await needs.ledger.post(posting).catch((error: unknown) => {
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
  const { platform, sender, receiver, money, now } = arrival;
  const id = newId('Transaction');
  const { amount, currency } = money;
  const incoming = incomingOf({
    platformId: platform.id,
    id,
    customerId: receiver.id,
    platformCustomerId: receiver.platformCustomerId,
    source: { sourceType: 'UMA_ADDRESS', umaAddress: sender.umaAddress, currency },
    destinationAccountId: account.id,
    amount,
    currency,
    reference: `UMA-R${id.slice(-12).toUpperCase()}-REF`,
    at: now,
  });
  return { ...incoming, sourceAccount: sender.umaAddress, details: counterpartyOf(arrival, settings) };
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
