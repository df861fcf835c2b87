import { pulledOver } from '../accounts/deliveries.ts';
import { type ExternalAccount, findExternalAccount } from '../accounts/external-record.ts';
import { faceOf, findInternalAccount, type InternalAccount } from '../accounts/internal-accounts.ts';
import { requireReady } from '../customers/readiness.ts';
import type { Customer } from '../customers/record.ts';
import { apply } from '../db/effects.ts';
import { enqueue } from '../jobs/queue.ts';
import { InvalidFields } from '../kernel/errors.ts';
import { readSettings } from '../platforms/config.ts';
import type { PayoutFailure } from '../providers/rails/port.ts';
import { submitJob } from './legs.ts';
import { requireReceivable, tooLarge } from './limits.ts';
import { collectionFailed } from './pulls.ts';
import { type Step, type Transaction, transactionJson } from './record.ts';
import { inactive } from './refusals.ts';
import {
  agentOf,
  firstSteps,
  Overtaken,
  ownerOf,
  railPaymentOf,
  requireSameCurrency,
  type TransferAsked,
  type TransferNeeds,
  transferOf,
} from './transfers.ts';
import { notConnected } from './ways.ts';

export interface TransferInRequest {
  source: { accountId: string };
  destination: { accountId: string };
  amount: number;
}

/** Collects money from an account outside; the account here is credited once it has come. */
export async function transferIn(needs: TransferNeeds, asked: TransferAsked<TransferInRequest>): Promise<string> {
  const { platform, request, now, receipt } = asked;
  const parties = await partiesOf(needs, asked);
  const { external, internal, customer, rail } = parties;
  const amount = BigInt(request.amount);
  const { transactionMax } = await needs.corridors.limits(platform.mode, internal.currency, now);
  if (amount > transactionMax) throw tooLarge(transactionMax, internal.currency);
  const transaction = asked.errand?.held ?? incomingOf(asked, parties);
  const payment = railPaymentOf({ platform, customer, amount, now, external, leg: 'PULL', rail }, transaction);
  const refusal = await needs.rails[platform.mode].refusal?.(payment);
  await needs.systemAccounts.ensure(platform.id, [internal.currency], now);
  const begun = refusal ? refused(transaction, refusal) : { transaction, steps: [PENDING] };
  const { changed, guard, effects } = firstSteps(asked, begun.transaction, begun.steps);
  const job = submitJob(payment, { runAt: now, createdAt: now, clockOffsetMs: platform.clockOffsetMs });
  const isSent = !refusal && !asked.errand?.isHeld;
  const text = JSON.stringify(transactionJson(changed));
  const isDone = await apply(needs.db, {
    guard,
    effects: [...effects, ...(isSent ? [enqueue([job])] : []), ...receipt.remember({ status: 201, text })],
  });
  if (!isDone) throw new Overtaken();
  return text;
}

const PENDING: Step = { event: 'INCOMING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

function refused(transaction: Transaction, reason: PayoutFailure): { transaction: Transaction; steps: Step[] } {
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

async function partiesOf(
  needs: TransferNeeds,
  { platform, request }: TransferAsked<TransferInRequest>,
): Promise<Parties> {
  const [settings, external, internal] = await Promise.all([
    readSettings(needs.db, platform.id),
    findExternalAccount(needs.db, { platformId: platform.id, id: request.source.accountId }),
    findInternalAccount(needs, platform.id, request.destination.accountId),
  ]);
  const [customer, payer] = await Promise.all([
    ownerOf(needs.db, platform, internal.ownerId),
    ownerOf(needs.db, platform, external.customerId),
  ]);
  const rail = pulledOver(external.accountInfo);
  if (rail === undefined) throw notPullable();
  for (const party of [customer, payer]) if (party) requireReady(party, settings);
  if (external.status !== 'ACTIVE') throw inactive(external.id, external.status);
  if (internal.status !== 'ACTIVE') throw inactive(internal.id, internal.status);
  requireSameCurrency(external, internal);
  const { currency } = external;
  const isConnected = needs.rails[platform.mode].supports({ rail, currency, direction: 'PULL' });
  if (!isConnected) throw notConnected([rail], currency);
  requireReceivable(settings, { amount: BigInt(request.amount), currency });
  return { external, internal, customer, rail };
}

const notPullable = (): InvalidFields =>
  new InvalidFields(
    [{ field: 'source.accountId', message: 'source.accountId is an account that money cannot be collected from.' }],
    'Accounts in the United States (USD_ACCOUNT) can be debited over ACH. Others push: POST /quotes gives paymentInstructions.',
  );

function incomingOf(
  asked: TransferAsked<TransferInRequest>,
  { external, internal, customer, rail }: Parties,
): Transaction {
  const { platform, request, now } = asked;
  const amount = BigInt(request.amount);
  const {
    payment,
    internal: to,
    external: from,
    ...made
  } = transferOf({ platform, customer, amount, now }, internal, external);
  return {
    ...made,
    type: 'INCOMING',
    source: { sourceType: 'ACCOUNT', ...from },
    destination: { destinationType: 'ACCOUNT', ...to },
    sourceAccount: external.id,
    destinationAccount: internal.id,
    details: { exchangeRate: 1, ...agentOf(asked) },
    terms: { payment, destination: internal.id, accounts: [faceOf(internal)], rail, pull: { rail } },
    pull: 'PENDING',
  };
}
