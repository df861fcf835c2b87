import { enqueue, type Job } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { AccountUnavailable, AlreadyPosted, Overdraft } from '../../engine/ledger/post.ts';
import type { Payment } from '../../engine/ledger/recipes/payments.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { emit } from '../../engine/webhooks/events.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { primaryIdentifier } from '../../parties/accounts/account-rules.ts';
import { carriersTo } from '../../parties/accounts/delivery-rails.ts';
import { type ExternalAccount, findExternalAccount } from '../../parties/accounts/external-record.ts';
import { accountIdentity, getInternalAccount, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { type Customer, getCustomer } from '../../parties/customers/record.ts';
import { needsSca } from '../../parties/customers/sca-region.ts';
import { getSettings } from '../../parties/platforms/config.ts';
import type { Settings } from '../../parties/platforms/settings.ts';
import { beneficiaryInformation, counterpartyInformation } from '../transactions/counterparty-information.ts';
import { submitJob } from '../transactions/legs.ts';
import { begin, getTransaction, type Transaction } from '../transactions/record.ts';
import { balanceEvents, type PaymentDeps } from '../transitions/apply.ts';
import { PENDING, PROCESSING } from '../transitions/outcomes.ts';
import { DEPOSIT_JOB, type DepositOrder } from './deposit-orders.ts';

export const depositHandlers = (deps: PaymentDeps): JobHandlers => ({
  [DEPOSIT_JOB]: { run: (job, now) => deposit(deps, job, now) },
});

interface Deposit {
  job: Job;
  now: Date;
  incoming: Transaction;
  account: InternalAccount;
  external: ExternalAccount;
  customer: Customer;
  settings: Settings;
}

async function deposit(deps: PaymentDeps, job: Job, now: Date): Promise<void> {
  const { platformId, resourceId } = job;
  const order = job.payload as unknown as DepositOrder;
  const incoming = await getTransaction(deps.db, platformId, resourceId);
  const [account, external, customer, settings] = await Promise.all([
    getInternalAccount(deps, platformId, order.internalAccountId),
    findExternalAccount(deps.db, { platformId, id: order.accountId }),
    getCustomer(deps.db, platformId, order.customerId),
    getSettings(deps.db, platformId),
  ]);
  if (external?.status !== 'ACTIVE') return;
  // A customer under strong customer authentication sends without a proof to trusted payees only.
  if (needsSca(customer) && !external.isTrusted) return;
  try {
    await postDeposit(deps, { job, now, incoming, account, external, customer, settings });
  } catch (error) {
    // Either the deposit was made before, or the customer has spent the money.
    const isOver = [AlreadyPosted, Overdraft, AccountUnavailable].some((kind) => error instanceof kind);
    if (!isOver) throw error;
  }
}

async function postDeposit(deps: PaymentDeps, order: Deposit): Promise<void> {
  const { job, now } = order;
  const { platformId, mode, clockOffsetMs } = job;
  const transaction = outgoingOf(order);
  assert(transaction.terms, 'a deposit has terms');
  const entries = payments.execute(transaction.terms.payment);
  const context = { platformId, mode, at: now };
  await deps.ledger.post({
    platformId,
    transactionId: transaction.id,
    phase: phases.execute,
    at: now,
    entries,
    effects: [
      ...begin(transaction, [PENDING, PROCESSING]).effects,
      emit(balanceEvents(deps, context, transaction, entries)),
      enqueue([submitJob(payoutOf(order, transaction), { runAt: now, createdAt: now, clockOffsetMs })]),
    ],
  });
}

function outgoingOf({ job, now, incoming, account, external, customer, settings }: Deposit): Transaction {
  const { received } = incoming;
  assert(received, 'an incoming payment has an amount');
  const { currency } = received;
  const id = String(job.payload.transactionId);
  const payment: Payment = { source: account.id, sent: received, received, fees: { platform: 0n, service: 0n } };
  return {
    platformId: job.platformId,
    id,
    type: 'OUTGOING',
    direction: 'DEBIT',
    status: 'PENDING',
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    source: { sourceType: 'ACCOUNT', accountId: account.id, currency },
    destination: { destinationType: 'ACCOUNT', accountId: external.id, currency },
    sourceAccount: account.id,
    destinationAccount: external.id,
    sent: received,
    received,
    fees: 0n,
    reference: `UMA-D${id.slice(-12).toUpperCase()}-REF`,
    quote: null,
    details: {
      description: `Deposit of ${incoming.id}`,
      ...counterpartyInformation(settings, currency, beneficiaryInformation(external)),
    },
    terms: { payment, accounts: [accountIdentity(account)], rail: railTo(external) },
    pull: null,
    receiptConfirmedAt: null,
    version: 0n,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
  };
}

const railTo = ({ accountInfo }: ExternalAccount): string => carriersTo(accountInfo)[0] ?? 'BANK_TRANSFER';

function payoutOf({ job, now, external, customer }: Deposit, { id, received, reference }: Transaction): RailPayment {
  assert(received, 'a deposit has an amount');
  const { accountInfo } = external;
  return {
    platformId: job.platformId,
    id,
    direction: 'PAYOUT',
    origin: 'TRANSFER',
    ...received,
    rail: railTo(external),
    counterparty: {
      type: 'EXTERNAL',
      accountId: external.id,
      identifier: primaryIdentifier(accountInfo),
      accountInfo,
    },
    sender: { name: customer.profile.fullName ?? customer.platformCustomerId },
    reference,
    at: now,
  };
}
