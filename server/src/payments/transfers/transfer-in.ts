import type { Static } from '@sinclair/typebox';
import { enqueue } from '../../engine/jobs/queue.ts';
import type { PayoutFailure } from '../../engine/providers/rails/port.ts';
import { apply } from '../../foundation/db/effects.ts';
import { type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { isCollectedFor, OTHERS_ACCOUNT } from '../../parties/accounts/collection.ts';
import { debitRailOf } from '../../parties/accounts/delivery-rails.ts';
import { type ExternalAccount, getExternalAccount } from '../../parties/accounts/external-record.ts';
import { accountIdentity, getInternalAccount, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { requireReady } from '../../parties/customers/readiness.ts';
import type { Customer } from '../../parties/customers/record.ts';
import { getSettings } from '../../parties/platforms/config.ts';
import { requireReceivable, tooLarge } from '../../parties/rates/limits.ts';
import { notConnected } from '../../parties/rates/routing.ts';
import { submitJob } from '../transactions/legs.ts';
import { type Step, type Transaction, transactionJson } from '../transactions/record.ts';
import { collectionFailed } from '../transitions/pulls.ts';
import { inactive } from '../transitions/rejections.ts';
import type { TransferInRequest as RequestSchema } from './schemas.ts';
import {
  agentOf,
  firstSteps,
  ownerOf,
  railPaymentOf,
  rejectionReport,
  requireSameCurrency,
  TransferConflict,
  type TransferDeps,
  type TransferOrder,
  transferOf,
} from './transfers.ts';

export type TransferInRequest = Static<typeof RequestSchema>;
export type FixedTransferIn = TransferInRequest & { amount: number };
type FixedOrder = TransferOrder<FixedTransferIn>;

/** The API allows requests without an amount, but a collection requires one. */
export function requireAmount(request: TransferInRequest): FixedTransferIn {
  const { amount } = request;
  if (amount !== undefined) return { ...request, amount };
  const hint =
    'An integer in the smallest unit of the currency: 2550 is 25.50 USD. Only transfer-out has a default, the whole balance.';
  throw new InvalidFields(amountProblems(request), hint);
}

export const amountProblems = ({ amount }: Partial<TransferInRequest>): FieldError[] =>
  amount === undefined ? [{ field: 'amount', message: 'amount is required: the amount to collect.' }] : [];

/** Collects money from an external account. The internal account is credited when the collection completes. */
export async function transferIn(deps: TransferDeps, given: TransferOrder<TransferInRequest>): Promise<string> {
  const order: FixedOrder = { ...given, request: requireAmount(given.request) };
  const { platform, request, now, receipt } = order;
  const parties = await partiesOf(deps, order);
  const { external, internal, customer, rail } = parties;
  const amount = BigInt(request.amount);
  const { transactionMax } = await deps.payments.corridors.limits(platform.mode, internal.currency, now);
  if (amount > transactionMax) throw tooLarge(transactionMax, internal.currency);
  const transaction = order.agentTransfer?.held ?? incomingOf(order, parties);
  const payment = railPaymentOf({ platform, customer, amount, now, external, leg: 'PULL', rail }, transaction);
  const rejection = await deps.banking.rails[platform.mode].rejection?.(payment);
  await deps.ledger.systemAccounts.ensure(platform.id, [internal.currency], now);
  const begun = rejection ? rejected(transaction, rejection) : { transaction, steps: [PENDING] };
  const report = rejection && rejectionReport(deps, payment, { mode: platform.mode, reason: rejection });
  const { changed, guard, effects } = firstSteps(order, begun.transaction, begun.steps, report);
  const job = submitJob(payment, { runAt: now, createdAt: now, clockOffsetMs: platform.clockOffsetMs });
  const isSent = !rejection && !order.agentTransfer?.isHeld;
  const text = JSON.stringify(transactionJson(changed));
  const isDone = await apply(deps.db, {
    guard,
    effects: [...effects, ...(isSent ? [enqueue([job])] : []), ...receipt.record({ status: 201, text })],
  });
  if (!isDone) throw new TransferConflict();
  return text;
}

const PENDING: Step = { event: 'INCOMING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

function rejected(transaction: Transaction, reason: PayoutFailure): { transaction: Transaction; steps: Step[] } {
  return {
    transaction: { ...transaction, pull: 'FAILED' },
    steps: [PENDING, collectionFailed({ type: 'FAILED', reason })],
  };
}

interface Parties {
  external: ExternalAccount;
  internal: InternalAccount;
  customer: Customer | undefined;
  rail: string;
}

async function partiesOf(deps: TransferDeps, { platform, request }: FixedOrder): Promise<Parties> {
  const [settings, external, internal] = await Promise.all([
    getSettings(deps.db, platform.id),
    getExternalAccount(deps.db, { platformId: platform.id, id: request.source.accountId }),
    getInternalAccount(deps, platform.id, request.destination.accountId),
  ]);
  const [customer, payer] = await Promise.all([
    ownerOf(deps.db, platform, internal.ownerId),
    ownerOf(deps.db, platform, external.customerId),
  ]);
  const rail = debitRailOf(external.accountInfo);
  if (rail === undefined) throw notPullable();
  for (const party of [customer, payer]) if (party) requireReady(party, settings);
  if (external.status !== 'ACTIVE') throw inactive(external.id, external.status);
  if (internal.status !== 'ACTIVE') throw inactive(internal.id, internal.status);
  requireSameCurrency(external, internal);
  if (!isCollectedFor(external, internal)) {
    throw new InvalidFields([{ field: 'source.accountId', message: `source.accountId ${OTHERS_ACCOUNT}.` }]);
  }
  const { currency } = external;
  const isConnected = deps.banking.rails[platform.mode].supports({ rail, currency, direction: 'PULL' });
  if (!isConnected) throw notConnected([rail], currency);
  requireReceivable(settings, { amount: BigInt(request.amount), currency });
  return { external, internal, customer, rail };
}

const notPullable = (): InvalidFields =>
  new InvalidFields(
    [{ field: 'source.accountId', message: 'source.accountId must be an account that can be debited.' }],
    'Accounts of type USD_ACCOUNT can be debited over ACH. From other accounts the payer sends the money: POST /quotes returns paymentInstructions.',
  );

function incomingOf(order: FixedOrder, { external, internal, customer, rail }: Parties): Transaction {
  const { platform, request, now } = order;
  const amount = BigInt(request.amount);
  const {
    payment,
    internal: to,
    external: from,
    ...transfer
  } = transferOf({ platform, customer, amount, now }, internal, external);
  return {
    ...transfer,
    type: 'INCOMING',
    source: { sourceType: 'ACCOUNT', ...from },
    destination: { destinationType: 'ACCOUNT', ...to },
    sourceAccount: external.id,
    destinationAccount: internal.id,
    details: { exchangeRate: 1, ...agentOf(order) },
    terms: { payment, destination: internal.id, accounts: [accountIdentity(internal)], rail, pull: { rail } },
    pull: 'PENDING',
  };
}
