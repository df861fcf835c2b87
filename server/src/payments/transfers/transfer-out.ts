import type { Static } from '@sinclair/typebox';
import { enqueue } from '../../engine/jobs/queue.ts';
import { Overdraft } from '../../engine/ledger/post.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import { isChainRail } from '../../engine/providers/rails/port.ts';
import { emit } from '../../engine/webhooks/events.ts';
import { apply } from '../../foundation/db/effects.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, assert, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { carriersTo, choosableCarriersTo } from '../../parties/accounts/delivery-rails.ts';
import { type ExternalAccount, getExternalAccount } from '../../parties/accounts/external-record.ts';
import { accountIdentity, getInternalAccount, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { requirePayableAccount } from '../../parties/accounts/payable-amount.ts';
import { requireReady } from '../../parties/customers/readiness.ts';
import { type Customer, getCustomer } from '../../parties/customers/record.ts';
import { needsSca } from '../../parties/customers/sca-region.ts';
import { getSettings } from '../../parties/platforms/config.ts';
import type { Settings } from '../../parties/platforms/settings.ts';
import { isWithin, outOfRange, requireConfigured, tooLarge } from '../../parties/rates/limits.ts';
import { getPaymentRoutes, type PaymentRoute } from '../../parties/rates/routing.ts';
import { beneficiaryInformation, counterpartyInformation } from '../transactions/counterparty-information.ts';
import { submitJob } from '../transactions/legs.ts';
import { purposeMissing } from '../transactions/purposes.ts';
import type { RailReport } from '../transactions/rail-reports.ts';
import { type Step, type Transaction, transactionJson } from '../transactions/record.ts';
import { balanceEvents } from '../transitions/apply.ts';
import { countVolume } from '../transitions/daily-volumes.ts';
import { failure, PENDING } from '../transitions/outcomes.ts';
import { inactive, insufficient, reasonNotStarted } from '../transitions/rejections.ts';
import type { TransferOutRequest as RequestSchema } from './schemas.ts';
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

/** Accepts any rail: a held transfer keeps the rail it was created with, possibly a crypto network. */
export interface TransferOutRequest extends Omit<Static<typeof RequestSchema>, 'destination'> {
  destination: { accountId: string; paymentRail?: string };
}

export type FixedTransferOut = TransferOutRequest & { amount: number };
type FixedOrder = TransferOrder<FixedTransferOut>;

/** Pays an external account. The source is debited before the response; on an error nothing is written. */
export async function transferOut(deps: TransferDeps, order: TransferOrder<TransferOutRequest>): Promise<string> {
  const { platform, request, now } = order;
  let customerId: string | undefined;
  const attempt = async () => {
    const parties = await partiesOf(deps, order);
    customerId = parties.customer?.id;
    const amount = request.amount ?? (await wholeBalance(deps, parties.internal));
    return transfer(deps, { ...order, request: { ...request, amount } }, parties);
  };
  const unlessBalanceFell = (error: unknown): undefined => {
    if (!(error instanceof Overdraft) || request.amount !== undefined) throw error;
  };
  try {
    const exhausted = () => new Overdraft('the balance falls with every attempt');
    return await retryOnConflict('balance', () => attempt().catch(unlessBalanceFell), exhausted);
  } catch (error) {
    throw await reasonNotStarted(deps, error, { platformId: platform.id, customerOf: () => customerId, at: now });
  }
}

/** Available balance as read. If it falls before the transfer, it is read again; later credits stay. */
export async function wholeBalance(deps: TransferDeps, { platformId, posted, ownerId }: InternalAccount) {
  if (posted > 0n) return toJsonAmount(posted);
  throw await insufficient(deps, { platformId, customerOf: () => ownerId });
}

async function transfer(deps: TransferDeps, order: FixedOrder, parties: Parties): Promise<string> {
  const route = await routeTo(deps, order, parties.external);
  const dailyMax = await requireAmount(deps, order, { ...parties, route });
  const transaction = order.agentTransfer?.held ?? outgoingOf(order, { ...parties, route });
  const prepared = { ...parties, route, dailyMax, transaction };
  const payment = paymentOf(order, prepared);
  const rejection = await deps.banking.rails[order.platform.mode].rejection?.(payment);
  await deps.ledger.systemAccounts.ensure(order.platform.id, [parties.internal.currency], order.now);
  if (rejection) {
    const report = rejectionReport(deps, payment, { mode: order.platform.mode, reason: rejection });
    return record(deps, order, { transaction, steps: [PENDING, failure(transaction, rejection)], report });
  }
  return order.agentTransfer?.isHeld
    ? record(deps, order, { transaction, steps: [PENDING] })
    : send(deps, order, prepared);
}

interface Parties {
  settings: Settings;
  internal: InternalAccount;
  external: ExternalAccount;
  customer: Customer | undefined;
  /** Customer of the transaction: the payer, or the owner of the credited account when the platform pays. */
  shownFor: Customer | undefined;
}

interface PreparedTransfer extends Parties {
  route: PaymentRoute;
  dailyMax: bigint;
  transaction: Transaction;
}

async function partiesOf(
  deps: TransferDeps,
  { platform, request }: TransferOrder<TransferOutRequest>,
): Promise<Parties> {
  const [settings, internal, external] = await Promise.all([
    getSettings(deps.db, platform.id),
    getInternalAccount(deps, platform.id, request.source.accountId),
    getExternalAccount(deps.db, { platformId: platform.id, id: request.destination.accountId }),
  ]);
  const customer = await ownerOf(deps.db, platform, internal.ownerId);
  if (internal.type === 'EMBEDDED_WALLET') throw signatureRequired();
  if (customer) requireReady(customer, settings);
  if (customer && needsSca(customer)) throw scaRequired();
  if (internal.status !== 'ACTIVE') throw inactive(internal.id, internal.status);
  requireSameCurrency(internal, external);
  const payee = external.customerId;
  const shownFor = customer ?? (payee === null ? undefined : await getCustomer(deps.db, platform.id, payee));
  return { settings, internal, external, customer, shownFor };
}

const BY_QUOTE = 'POST /quotes with the same accounts, lockedCurrencySide SENDING.';

const signatureRequired = (): InvalidFields => {
  const message = 'source.accountId is an embedded wallet, which pays with a signature of its owner.';
  return new InvalidFields([{ field: 'source.accountId', message }], BY_QUOTE);
};

const scaRequired = (): ApiError =>
  new ApiError(
    'CONFLICT',
    'Payments of this customer require strong customer authentication, which transfers do not support.',
    {
      reason: 'SCA_REQUIRED',
      hint: BY_QUOTE,
    },
  );

/** The requested rail; by default the fastest, then cheapest rail that carries the amount. */
async function routeTo(
  deps: TransferDeps,
  { platform, request, now }: FixedOrder,
  external: ExternalAccount,
): Promise<PaymentRoute> {
  const { currency, accountInfo } = external;
  const requested = request.destination.paymentRail;
  const delivering = deps.payments.corridors.railsTo(currency);
  const rails = carriersTo(accountInfo).filter((rail) => delivering.includes(rail));
  const choices = choosableCarriersTo(accountInfo).filter((rail) => delivering.includes(rail));
  const isRailOffered = requested !== undefined && choices.includes(requested);
  const routes = await getPaymentRoutes(deps, {
    mode: platform.mode,
    from: currency,
    to: currency,
    rails: isRailOffered ? [requested] : rails,
    isRealtimeFunded: false,
    now,
  });
  const [first] = routes;
  assert(first, 'getPaymentRoutes returns at least one route or throws');
  requireFields(request, { choices, isRailOffered, currency, requiresPurpose: first.terms.requiresPurpose });
  const amount = BigInt(request.amount);
  const route = routes.find(({ terms }) => isWithin(amount, terms.receiving));
  if (!route) throw outOfRange('receiving', first.terms.receiving, currency);
  return route;
}

interface RailRules {
  choices: readonly string[];
  isRailOffered: boolean;
  currency: string;
  requiresPurpose: boolean;
}

function requireFields({ destination, purposeOfPayment }: TransferOutRequest, rules: RailRules): void {
  const problems: FieldError[] = [];
  if (destination.paymentRail !== undefined && !rules.isRailOffered) {
    const field = 'destination.paymentRail';
    const choices = rules.choices.filter((rail) => !isChainRail(rail));
    const rule = choices.length > 0 ? `must be one of ${choices.join(', ')}` : 'does not apply';
    problems.push({ field, message: `${field} ${rule} for this account.`, constraint: { enum: choices } });
  }
  if (rules.requiresPurpose && purposeOfPayment === undefined) problems.push(purposeMissing(rules.currency));
  if (problems.length > 0) throw new InvalidFields(problems);
}

/** Checks the amount and returns the daily limit, which only the statement of the debit can enforce. */
async function requireAmount(
  deps: TransferDeps,
  { platform, request, now }: FixedOrder,
  { settings, internal, external, customer }: Parties & { route: PaymentRoute },
): Promise<bigint> {
  const money = { amount: BigInt(request.amount), currency: internal.currency };
  const { transactionMax, dailyMax } = await deps.payments.corridors.limits(platform.mode, money.currency, now);
  if (money.amount > transactionMax) throw tooLarge(transactionMax, money.currency);
  requireConfigured(settings, { sent: money, received: money });
  await requirePayableAccount(deps.payments.rates, {
    mode: platform.mode,
    account: external,
    amount: money.amount,
    now,
  });
  if (internal.posted >= money.amount) return dailyMax;
  throw await insufficient(deps, { platformId: platform.id, customerOf: () => customer?.id });
}

function outgoingOf(
  order: FixedOrder,
  { settings, internal, external, shownFor, route }: Parties & { route: PaymentRoute },
): Transaction {
  const { platform, request, now } = order;
  const { rail, terms } = route;
  const amount = BigInt(request.amount);
  const common = transferOf({ platform, customer: shownFor, amount, now }, internal, external);
  const { payment, internal: from, external: to, ...transfer } = common;
  const isBank = !isChainRail(rail);
  return {
    ...transfer,
    type: 'OUTGOING',
    source: { sourceType: 'ACCOUNT', ...from },
    destination: { destinationType: 'ACCOUNT', ...to },
    sourceAccount: internal.id,
    destinationAccount: external.id,
    details: {
      ...agentOf(order),
      exchangeRate: 1,
      platformFees: 0,
      ...counterpartyInformation(settings, external.currency, beneficiaryInformation(external)),
      paymentRail: isBank ? rail : null,
      railSelectionMode: isBank ? (request.destination.paymentRail ? 'MANUAL' : 'AUTO') : null,
      expectedSettlementAt: addMs(now, terms.settlementSeconds * SECOND_MS),
      settlementTimelineSeconds: terms.settlementSeconds,
    },
    terms: { payment: { ...payment, source: internal.id }, accounts: [accountIdentity(internal)], rail },
    pull: null,
  };
}

const paymentOf = (
  order: FixedOrder,
  { transaction, customer, external, route }: Omit<PreparedTransfer, 'dailyMax'>,
) => {
  const { platform, request, now } = order;
  const amount = BigInt(request.amount);
  return {
    ...railPaymentOf({ platform, customer, amount, now, external, leg: 'PAYOUT', rail: route.rail }, transaction),
    ...(request.remittanceInformation && { remittanceInformation: request.remittanceInformation }),
    ...(request.purposeOfPayment && { purposeOfPayment: request.purposeOfPayment }),
  };
};

/** Debits the source, records the transfer and enqueues its payout in one statement. */
async function send(deps: TransferDeps, order: FixedOrder, prepared: PreparedTransfer): Promise<string> {
  const { platform, now, receipt } = order;
  const { transaction, customer, dailyMax } = prepared;
  const context = { platformId: platform.id, mode: platform.mode, at: now };
  assert(transaction.terms, 'a transfer has terms');
  const { payment } = transaction.terms;
  const entries = payments.execute(payment);
  const sent = paymentOf(order, prepared);
  const isAcceptedLater =
    !order.agentTransfer?.held && deps.banking.rails[platform.mode].acceptanceMs?.(sent) !== undefined;
  const { changed, guard, effects } = isAcceptedLater
    ? firstSteps(order, { ...transaction, status: 'CREATED' }, [])
    : firstSteps(order, transaction, [PENDING]);
  const text = JSON.stringify(transactionJson(changed));
  const job = submitJob(sent, { runAt: now, createdAt: now, clockOffsetMs: platform.clockOffsetMs });
  const volume = { ownerId: customer?.id ?? platform.id, ...payment.sent, maximum: dailyMax };
  const posted = await deps.ledger.post({
    ...context,
    guard,
    transactionId: transaction.id,
    phase: phases.execute,
    entries,
    effects: [
      ...effects,
      emit(balanceEvents(deps, context, transaction, entries)),
      enqueue([job]),
      countVolume({ platformId: platform.id, ...volume, at: now }),
      ...receipt.record({ status: 201, text }),
    ],
  });
  if (!posted) throw new TransferConflict();
  return text;
}

interface RecordedTransfer {
  transaction: Transaction;
  steps: readonly Step[];
  /** Report of the rail that rejected the transfer. */
  report?: RailReport;
}

/** Records a transfer without entries: rejected by its rail in advance, or held for an approval. */
async function record(
  deps: TransferDeps,
  order: FixedOrder,
  { transaction, steps, report }: RecordedTransfer,
): Promise<string> {
  const { changed, guard, effects } = firstSteps(order, transaction, steps, report);
  const text = JSON.stringify(transactionJson(changed));
  const isDone = await apply(deps.db, {
    guard,
    effects: [...effects, ...order.receipt.record({ status: 201, text })],
  });
  if (!isDone) throw new TransferConflict();
  return text;
}
