import { primaryIdentifier } from '../accounts/account-rules.ts';
import { carriersTo } from '../accounts/deliveries.ts';
import { type ExternalAccount, readExternalAccount } from '../accounts/external-record.ts';
import { faceOf, findInternalAccount, type InternalAccount } from '../accounts/internal-accounts.ts';
import { type Customer, findCustomer } from '../customers/record.ts';
import { needsSca } from '../customers/region.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { assert } from '../kernel/errors.ts';
import { AccountUnavailable, AlreadyPosted, Overdraft } from '../ledger/post.ts';
import type { Payment } from '../ledger/recipes/payments.ts';
import { payments, phases } from '../ledger/recipes.ts';
import type { RailPayment } from '../providers/rails/port.ts';
import { emit } from '../webhooks/events.ts';
import { DEPOSIT_JOB, type DepositOrder } from './deposits.ts';
import { submitJob } from './legs.ts';
import { balanceEvents, type PaymentNeeds } from './lifecycle.ts';
import { begin, findTransaction, type Step, type Transaction } from './record.ts';

export const depositHandlers = (needs: PaymentNeeds): JobHandlers => ({
  [DEPOSIT_JOB]: { run: (job, now) => deposit(needs, job, now) },
});

interface Deposit {
  job: Job;
  now: Date;
  incoming: Transaction;
  account: InternalAccount;
  external: ExternalAccount;
  customer: Customer;
}

async function deposit(needs: PaymentNeeds, job: Job, now: Date): Promise<void> {
  const { platformId, resourceId } = job;
  const order = job.payload as unknown as DepositOrder;
  const incoming = await findTransaction(needs.db, platformId, resourceId);
  const [account, external, customer] = await Promise.all([
    findInternalAccount(needs, platformId, order.internalAccountId),
    readExternalAccount(needs.db, { platformId, id: order.accountId }),
    findCustomer(needs.db, platformId, order.customerId),
  ]);
  if (external?.status !== 'ACTIVE') return;
  // Nothing leaves without a strong proof where one is required, unless it goes to a payee whom the customer trusts.
  if (needsSca(customer) && !external.isTrusted) return;
  try {
    await sendOn(needs, { job, now, incoming, account, external, customer });
  } catch (error) {
    // Sent on before, or the customer was faster and has used the money otherwise: nothing is left to do.
    const isOver = [AlreadyPosted, Overdraft, AccountUnavailable].some((kind) => error instanceof kind);
    if (!isOver) throw error;
  }
}

const PENDING: Step = { event: 'OUTGOING_PAYMENT.PENDING', changes: { status: 'PENDING' } };
const PROCESSING: Step = { event: 'OUTGOING_PAYMENT.PROCESSING', changes: { status: 'PROCESSING' } };

async function sendOn(needs: PaymentNeeds, made: Deposit): Promise<void> {
  const { job, now } = made;
  const { platformId, mode, clockOffsetMs } = job;
  const transaction = outgoingOf(made);
  assert(transaction.terms, 'a deposit has terms');
  const moves = payments.execute(transaction.terms.payment);
  const place = { platformId, mode, at: now };
  await needs.ledger.post({
    platformId,
    transactionId: transaction.id,
    phase: phases.execute,
    at: now,
    moves,
    effects: [
      ...begin(transaction, [PENDING, PROCESSING]).effects,
      emit(balanceEvents(needs, place, transaction, moves)),
      enqueue([submitJob(payoutOf(made, transaction), { runAt: now, createdAt: now, clockOffsetMs })]),
    ],
  });
}

function outgoingOf({ job, now, incoming, account, external, customer }: Deposit): Transaction {
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
    quoteId: null,
    details: { description: `Deposit of ${incoming.id}` },
    terms: { payment, accounts: [faceOf(account)], rail: railTo(external) },
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
