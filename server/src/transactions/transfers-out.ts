import { carriersTo } from '../accounts/deliveries.ts';
import { type ExternalAccount, findExternalAccount } from '../accounts/external-record.ts';
import { faceOf, findInternalAccount, type InternalAccount } from '../accounts/internal-accounts.ts';
import { requirePayableAccount } from '../accounts/payable.ts';
import { requireReady } from '../customers/readiness.ts';
import type { Customer } from '../customers/record.ts';
import { needsSca } from '../customers/region.ts';
import { apply } from '../db/effects.ts';
import { enqueue } from '../jobs/queue.ts';
import { addMs, SECOND_MS } from '../kernel/clock.ts';
import { ApiError, assert, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { readSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { cryptoNetworks } from '../providers/rails/port.ts';
import { emit } from '../webhooks/events.ts';
import { submitJob } from './legs.ts';
import { balanceEvents } from './lifecycle.ts';
import { isWithin, outOfRange, requireConfigured, tooLarge } from './limits.ts';
import { failure } from './outcomes.ts';
import { type Step, type Transaction, transactionJson } from './record.ts';
import { inactive, insufficient, whyNotBegun } from './refusals.ts';
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
import { countVolume } from './volumes.ts';
import { type Way, waysTo } from './ways.ts';

export interface TransferOutRequest {
  source: { accountId: string };
  destination: { accountId: string; paymentRail?: string };
  amount: number;
  remittanceInformation?: string;
  purposeOfPayment?: string;
}

type Asked = TransferAsked<TransferOutRequest>;

/** Pays an account outside; the source is debited with the answer, or nothing happens. */
export async function transferOut(needs: TransferNeeds, asked: Asked): Promise<string> {
  const parties = await partiesOf(needs, asked);
  const way = await wayTo(needs, asked, parties.external);
  const dailyMax = await requireAmount(needs, asked, { ...parties, way });
  const transaction = asked.errand?.held ?? outgoingOf(asked, { ...parties, way });
  const made = { ...parties, way, dailyMax, transaction };
  const payment = paymentOf(asked, made);
  const refusal = await needs.rails[asked.platform.mode].refusal?.(payment);
  await needs.systemAccounts.ensure(asked.platform.id, [parties.internal.currency], asked.now);
  if (refusal) return record(needs, asked, { transaction, steps: [PENDING, failure(refusal)] });
  return asked.errand?.isHeld ? record(needs, asked, { transaction, steps: [PENDING] }) : send(needs, asked, made);
}

interface Parties {
  settings: Settings;
  internal: InternalAccount;
  external: ExternalAccount;
  customer: Customer | undefined;
}

interface Made extends Parties {
  way: Way;
  dailyMax: bigint;
  transaction: Transaction;
}

async function partiesOf(needs: TransferNeeds, { platform, request }: Asked): Promise<Parties> {
  const [settings, internal, external] = await Promise.all([
    readSettings(needs.db, platform.id),
    findInternalAccount(needs, platform.id, request.source.accountId),
    findExternalAccount(needs.db, { platformId: platform.id, id: request.destination.accountId }),
  ]);
  const customer = await ownerOf(needs.db, platform, internal.ownerId);
  if (internal.type === 'EMBEDDED_WALLET') throw onlyByQuote('An embedded wallet pays by the signature of its owner.');
  if (customer) requireReady(customer, settings);
  if (customer && needsSca(customer)) throw strongProofNeeded();
  if (internal.status !== 'ACTIVE') throw inactive(internal.id, internal.status);
  requireSameCurrency(internal, external);
  return { settings, internal, external, customer };
}

const BY_QUOTE = 'POST /quotes with the same accounts, lockedCurrencySide SENDING.';

const onlyByQuote = (message: string): InvalidFields =>
  new InvalidFields([{ field: 'source.accountId', message }], BY_QUOTE);

const strongProofNeeded = (): ApiError =>
  new ApiError('CONFLICT', 'Payments of this customer need strong authentication, which transfers do not offer.', {
    reason: 'SCA_REQUIRED',
    hint: BY_QUOTE,
  });

/** The rail that is wished for, or the fastest, then the cheapest, that carries the amount. */
async function wayTo(needs: TransferNeeds, { platform, request, now }: Asked, external: ExternalAccount): Promise<Way> {
  const { currency, accountInfo } = external;
  const wish = request.destination.paymentRail;
  const rails = carriersTo(accountInfo).filter((rail) => needs.corridors.railsTo(currency).includes(rail));
  const isWishGranted = wish !== undefined && rails.includes(wish);
  const ways = await waysTo(needs, {
    mode: platform.mode,
    from: currency,
    to: currency,
    rails: isWishGranted ? [wish] : rails,
    isRealtimeFunded: false,
    now,
  });
  const [first] = ways;
  assert(first, 'there is a way, or none is given');
  requireFields(request, { rails, isWishGranted, requiresPurpose: first.terms.requiresPurpose });
  const amount = BigInt(request.amount);
  const way = ways.find(({ terms }) => isWithin(amount, terms.receiving));
  if (!way) throw outOfRange('receiving', first.terms.receiving, currency);
  return way;
}

interface Known {
  rails: readonly string[];
  isWishGranted: boolean;
  requiresPurpose: boolean;
}

function requireFields({ destination, purposeOfPayment }: TransferOutRequest, known: Known): void {
  const problems: FieldError[] = [];
  if (destination.paymentRail !== undefined && !known.isWishGranted) {
    const field = 'destination.paymentRail';
    const choices = known.rails.filter((rail) => !isNetwork(rail));
    const rule = choices.length > 0 ? `must be one of ${choices.join(', ')}` : 'does not apply';
    problems.push({ field, message: `${field} ${rule} for this account.`, constraint: { enum: choices } });
  }
  if (known.requiresPurpose && purposeOfPayment === undefined) {
    problems.push({
      field: 'purposeOfPayment',
      message: 'purposeOfPayment is required for payments in this currency.',
    });
  }
  if (problems.length > 0) throw new InvalidFields(problems);
}

/** How much may be sent; answers with the most of a day, which only the sending itself can hold. */
async function requireAmount(
  needs: TransferNeeds,
  { platform, request, now }: Asked,
  { settings, internal, external, customer }: Parties & { way: Way },
): Promise<bigint> {
  const money = { amount: BigInt(request.amount), currency: internal.currency };
  const { transactionMax, dailyMax } = await needs.corridors.limits(platform.mode, money.currency, now);
  if (money.amount > transactionMax) throw tooLarge(transactionMax, money.currency);
  requireConfigured(settings, { sent: money, received: money });
  await requirePayableAccount(needs.rates, { mode: platform.mode, account: external, amount: money.amount, now });
  if (internal.posted >= money.amount) return dailyMax;
  throw await insufficient(needs, { platformId: platform.id, customerOf: () => customer?.id });
}

function outgoingOf(asked: Asked, { internal, external, customer, way }: Parties & { way: Way }): Transaction {
  const { platform, request, now } = asked;
  const { rail, terms } = way;
  const amount = BigInt(request.amount);
  const made = transferOf({ platform, customer, amount, now }, internal, external);
  const { payment, internal: from, external: to, ...transfer } = made;
  const isBank = !isNetwork(rail);
  return {
    ...transfer,
    type: 'OUTGOING',
    source: { sourceType: 'ACCOUNT', ...from },
    destination: { destinationType: 'ACCOUNT', ...to },
    sourceAccount: internal.id,
    destinationAccount: external.id,
    details: {
      ...agentOf(asked),
      exchangeRate: 1,
      platformFees: 0,
      paymentRail: isBank ? rail : null,
      railSelectionMode: isBank ? (request.destination.paymentRail ? 'MANUAL' : 'AUTO') : null,
      expectedSettlementAt: addMs(now, terms.settlementSeconds * SECOND_MS),
      settlementTimelineSeconds: terms.settlementSeconds,
    },
    terms: { payment: { ...payment, source: internal.id }, accounts: [faceOf(internal)], rail },
    pull: null,
  };
}

const isNetwork = (rail: string): boolean => (cryptoNetworks as readonly string[]).includes(rail);

const paymentOf = (asked: Asked, { transaction, customer, external, way }: Omit<Made, 'dailyMax'>) => {
  const { platform, request, now } = asked;
  const amount = BigInt(request.amount);
  return {
    ...railPaymentOf({ platform, customer, amount, now, external, leg: 'PAYOUT', rail: way.rail }, transaction),
    ...(request.remittanceInformation && { remittanceInformation: request.remittanceInformation }),
    ...(request.purposeOfPayment && { purposeOfPayment: request.purposeOfPayment }),
  };
};

const PENDING: Step = { event: 'OUTGOING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

/** Debited, recorded and handed to the worker in one statement. */
async function send(needs: TransferNeeds, asked: Asked, made: Made): Promise<string> {
  const { platform, now, receipt } = asked;
  const { transaction, customer, dailyMax } = made;
  const place = { platformId: platform.id, mode: platform.mode, at: now };
  assert(transaction.terms, 'a transfer has terms');
  const { payment } = transaction.terms;
  const moves = payments.execute(payment);
  const { changed, guard, effects } = firstSteps(asked, transaction, [PENDING]);
  const text = JSON.stringify(transactionJson(changed));
  const job = submitJob(paymentOf(asked, made), { runAt: now, createdAt: now, clockOffsetMs: platform.clockOffsetMs });
  const volume = { ownerId: transaction.customerId, ...payment.sent, maximum: dailyMax };
  try {
    const posted = await needs.ledger.post({
      ...place,
      guard,
      transactionId: transaction.id,
      phase: phases.execute,
      moves,
      effects: [
        ...effects,
        emit(balanceEvents(needs, place, transaction, moves)),
        enqueue([job]),
        countVolume({ platformId: platform.id, ...volume, at: now }),
        ...receipt.remember({ status: 201, text }),
      ],
    });
    if (!posted) throw new Overtaken();
  } catch (error) {
    throw await whyNotBegun(needs, error, { platformId: platform.id, customerOf: () => customer?.id, at: now });
  }
  return text;
}

interface Recorded {
  transaction: Transaction;
  steps: readonly Step[];
}

/** Nothing moves, because the rail says no beforehand or because it waits: the transfer is on record alone. */
async function record(needs: TransferNeeds, asked: Asked, { transaction, steps }: Recorded): Promise<string> {
  const { changed, guard, effects } = firstSteps(asked, transaction, steps);
  const text = JSON.stringify(transactionJson(changed));
  const isDone = await apply(needs.db, {
    guard,
    effects: [...effects, ...asked.receipt.remember({ status: 201, text })],
  });
  if (!isDone) throw new Overtaken();
  return text;
}
