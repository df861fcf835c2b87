import { payments, phases } from '../../engine/ledger/recipes.ts';
import { awaitedSources, type OrderState } from '../../engine/providers/stablecoin/port.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { balancesUpdated } from '../../parties/accounts/internal-accounts.ts';
import { reasonNotStarted } from '../transitions/rejections.ts';
import { type Coin, getCoin } from './coin-record.ts';
import { readAmount } from './delivery-times.ts';
import type { StablecoinDeps, StablecoinRequest } from './deps.ts';
import { getProviderLink, type Link } from './link-record.ts';
import { requireActive, withAccess } from './links.ts';
import {
  getOperation,
  insertOperation,
  type Operation,
  type OperationPayment,
  type OperationRow,
  type OperationSource,
  type OperationType,
  operationJson,
  operations,
  paymentOf,
} from './operation-record.ts';
import { isFinal } from './operation-status.ts';
import { bankFor, paymentFrom, walletFor } from './parties.ts';
import { schedulePoll, withProviderState } from './polls.ts';
import { toProviderOrder } from './provider-orders.ts';
import type { BurnRequest, MintRequest } from './schemas.ts';

/** An operation expires when its funds have not arrived within this time. */
const FUNDING_MS = 7 * DAY_MS;

interface CoinContext extends StablecoinRequest {
  stablecoinId: string;
}

export async function mint(deps: StablecoinDeps, context: CoinContext, request: MintRequest): Promise<string> {
  const { destination, description } = request;
  const source: OperationSource = request.fundingSource;
  const { coin, link } = await usableCoin(deps, context);
  requireOffered(deps.banking.stablecoins[context.platform.mode].mintSources, { field: 'fundingSource.type', source });
  const { amount, value } = readAmount(request.amount, coin);
  const platformId = context.platform.id;
  await walletFor(deps.db, { platformId, id: destination.accountId, field: 'destination.accountId' });
  if (source.externalAccountId !== undefined) {
    const bank = { platformId, id: source.externalAccountId, field: 'fundingSource.externalAccountId' };
    await bankFor(deps.db, bank, { coin });
  }
  const terms = { field: 'fundingSource.accountId', currency: coin.baseCurrency, amount: value };
  const payment = await paymentBy(deps, context, { source, ...terms });
  const operation = newOperation(context, { type: 'MINT', amount, source, destination, description, payment });
  return start(deps, context, { operation, coin, link });
}

export async function burn(deps: StablecoinDeps, context: CoinContext, request: BurnRequest): Promise<string> {
  const { source, destination: to, description } = request;
  const { coin, link } = await usableCoin(deps, context);
  requireOffered(deps.banking.stablecoins[context.platform.mode].burnSources, { field: 'source.type', source });
  const { amount } = readAmount(request.amount, coin);
  const bank = { platformId: context.platform.id, id: to.externalAccountId, field: 'destination.externalAccountId' };
  await bankFor(deps.db, bank, { coin, rail: to.rail });
  const destination = { accountId: to.externalAccountId, rail: to.rail };
  const payment = await paymentBy(deps, context, {
    source,
    field: 'source.accountId',
    currency: coin.currency,
    amount,
  });
  const operation = newOperation(context, { type: 'BURN', amount, source, destination, description, payment });
  return start(deps, context, { operation, coin, link });
}

async function usableCoin({ db }: StablecoinDeps, { platform, stablecoinId }: CoinContext) {
  const coin = await getCoin(db, platform.id, stablecoinId);
  const link = requireActive(await getProviderLink(db, platform.id, coin.linkId));
  if (coin.issuanceStatus === 'PROVISIONED') return { coin, link };
  throw new ApiError('CONFLICT', `The stablecoin is ${coin.issuanceStatus}, not PROVISIONED.`, {
    reason: 'STABLECOIN_NOT_PROVISIONED',
  });
}

function requireOffered(offered: readonly string[], { field, source }: { field: string; source: OperationSource }) {
  if (offered.includes(source.type)) return;
  const message = `${field} must be one of ${offered.join(', ')} with this provider.`;
  throw new InvalidFields([{ field, message, constraint: { enum: [...offered] } }]);
}

interface PaymentTerms {
  source: OperationSource;
  field: string;
  currency: string | null;
  amount: bigint;
}

async function paymentBy(deps: StablecoinDeps, { platform }: CoinContext, { source, ...terms }: PaymentTerms) {
  if (source.accountId === undefined) return null;
  return paymentFrom(deps, { ...terms, platformId: platform.id, id: source.accountId });
}

interface NewOperation {
  type: OperationType;
  amount: bigint;
  source: OperationSource;
  destination: Operation['destination'];
  description: string | undefined;
  payment: OperationPayment | null;
}

const newOperation = (
  { platform, stablecoinId, now }: CoinContext,
  { description, ...fields }: NewOperation,
): Operation => ({
  platformId: platform.id,
  id: newId('StablecoinOperation'),
  stablecoinId,
  status: 'CREATED',
  ...fields,
  description: description ?? null,
  providerOrderId: null,
  providerStatus: null,
  fundingInstructions: null,
  failureReason: null,
  expiresAt: awaitedSources.includes(fields.source.type) ? addMs(now, FUNDING_MS) : null,
  fundedAt: null,
  pollJobId: null,
  version: 1n,
  createdAt: now,
  updatedAt: now,
});

interface NewOrder {
  operation: Operation;
  coin: Coin;
  link: Link;
}

/**
 * Submits an order that waits for funds before storing it, because the response contains its instructions; if lost, it
 * expires unfunded. Stores every other order first; its job submits it.
 */
async function start(deps: StablecoinDeps, context: CoinContext, { operation, coin, link }: NewOrder): Promise<string> {
  const { platform, now, receipt } = context;
  const order = await toProviderOrder(deps, { operation, coin, now });
  const provider = deps.banking.stablecoins[platform.mode];
  const placed = await withAccess(deps, { link, now }, async (access): Promise<OrderState | undefined> => {
    if (awaitedSources.includes(operation.source.type)) return provider.submit(access, order);
    await provider.check(access, order);
    return undefined;
  });
  const current = placed ? withProviderState(operation, placed, now) : operation;
  const poll = isFinal(current.status) ? undefined : schedulePoll(current, placed, { ...platform, now });
  const created = { ...current, pollJobId: poll?.id ?? null };
  const text = JSON.stringify(operationJson(created, coin));
  const effects = [insertOperation(created), ...(poll?.effects ?? []), ...receipt.record({ status: 201, text })];
  if (created.payment) await pay(deps, context, { operation: created, payment: created.payment, effects });
  else await apply(deps.db, { effects });
  return text;
}

/** Debits the account, stores the operation and enqueues its job in one statement. */
async function pay(
  deps: StablecoinDeps,
  { platform, now }: CoinContext,
  { operation, payment, effects }: { operation: Operation; payment: OperationPayment; effects: Effect[] },
): Promise<void> {
  const context = { platformId: platform.id, mode: platform.mode, at: now };
  await deps.ledger.systemAccounts.ensure(platform.id, [payment.currency], now);
  const events = emit(balancesUpdated(deps, [payment.account], context));
  const entries = payments.execute(paymentOf(payment));
  const posting = { ...context, transactionId: operation.id, phase: phases.execute, entries };
  await deps.ledger.post({ ...posting, effects: [...effects, events] }).catch(async (error) => {
    throw await reasonNotStarted(deps, error, { platformId: platform.id, customerOf: () => undefined, at: context.at });
  });
}

export async function getOperationJson(db: Database, platformId: string, id: string) {
  const operation = await getOperation(db, platformId, id);
  return operationJson(operation, await getCoin(db, platformId, operation.stablecoinId));
}

interface OperationFilter extends PageRequest {
  operationType?: OperationType | undefined;
}

export async function listOperations(
  db: Database,
  { platformId, stablecoinId }: { platformId: string; stablecoinId: string },
  { operationType, ...request }: OperationFilter,
) {
  const coin = await getCoin(db, platformId, stablecoinId);
  const where = [
    sql`platform_id = ${platformId} AND stablecoin_id = ${stablecoinId}`,
    ...(operationType ? [sql`type = ${operationType}`] : []),
  ];
  const from = sql`FROM stablecoin_operations`;
  const listed = await page<OperationRow>(db, {
    keys: idPattern('StablecoinOperation'),
    select: operations.columns,
    from,
    where,
    request,
  });
  return mapPage(listed, (row) => operationJson(operations.fromRow(row), coin));
}
