import { balancesUpdated } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { addMs, DAY_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { awaitedSources, type BurnRail, type OrderState } from '../providers/stablecoin/port.ts';
import { whyNotBegun } from '../transactions/refusals.ts';
import { emit } from '../webhooks/events.ts';
import { type Coin, findCoin } from './coin-record.ts';
import { readAmount } from './deliveries.ts';
import { findLink, type Link } from './link-record.ts';
import { requireActive, withAccess } from './links.ts';
import { lookAt, stateAfter } from './looks.ts';
import type { Asked, StablecoinNeeds } from './needs.ts';
import {
  findOperation,
  insertOperation,
  type Operation,
  type OperationPayment,
  type OperationRow,
  type OperationSource,
  type OperationType,
  operationColumns,
  operationJson,
  paymentOf,
  toOperation,
} from './operation-record.ts';
import { isFinal } from './operation-status.ts';
import { orderOf } from './orders.ts';
import { bankFor, paymentFrom, walletFor } from './parties.ts';

/** How long funds are waited for. */
const FUNDING_MS = 7 * DAY_MS;

export interface MintRequest {
  amount: string;
  fundingSource: OperationSource;
  destination: { accountId: string };
  description?: string;
}

export interface BurnRequest {
  amount: string;
  source: OperationSource;
  destination: { externalAccountId: string; rail: BurnRail };
  description?: string;
}

interface OfCoin extends Asked {
  stablecoinId: string;
}

export async function mint(needs: StablecoinNeeds, asked: OfCoin, request: MintRequest): Promise<string> {
  const { fundingSource: source, destination, description } = request;
  const { coin, link } = await usableCoin(needs, asked);
  requireOffered(needs.stablecoins[asked.platform.mode].mintSources, { field: 'fundingSource.type', source });
  const { amount, value } = readAmount(request.amount, coin);
  const place = { platformId: asked.platform.id };
  await walletFor(needs.db, { ...place, id: destination.accountId, field: 'destination.accountId' });
  if (source.externalAccountId !== undefined) {
    const bank = { ...place, id: source.externalAccountId, field: 'fundingSource.externalAccountId' };
    await bankFor(needs.db, bank, { coin });
  }
  const paid = { field: 'fundingSource.accountId', currency: coin.baseCurrency, amount: value };
  const payment = await paidBy(needs, asked, { source, ...paid });
  const operation = newOperation(asked, { type: 'MINT', amount, source, destination, description, payment });
  return begin(needs, asked, { operation, coin, link });
}

export async function burn(needs: StablecoinNeeds, asked: OfCoin, request: BurnRequest): Promise<string> {
  const { source, destination: to, description } = request;
  const { coin, link } = await usableCoin(needs, asked);
  requireOffered(needs.stablecoins[asked.platform.mode].burnSources, { field: 'source.type', source });
  const { amount } = readAmount(request.amount, coin);
  const bank = { platformId: asked.platform.id, id: to.externalAccountId, field: 'destination.externalAccountId' };
  await bankFor(needs.db, bank, { coin, rail: to.rail });
  const destination = { accountId: to.externalAccountId, rail: to.rail };
  const payment = await paidBy(needs, asked, { source, field: 'source.accountId', currency: coin.currency, amount });
  const operation = newOperation(asked, { type: 'BURN', amount, source, destination, description, payment });
  return begin(needs, asked, { operation, coin, link });
}

async function usableCoin({ db }: StablecoinNeeds, { platform, stablecoinId }: OfCoin) {
  const coin = await findCoin(db, platform.id, stablecoinId);
  const link = requireActive(await findLink(db, platform.id, coin.linkId));
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

interface Paid {
  source: OperationSource;
  field: string;
  currency: string | null;
  amount: bigint;
}

async function paidBy(needs: StablecoinNeeds, { platform }: OfCoin, { source, ...paid }: Paid) {
  if (source.accountId === undefined) return null;
  return paymentFrom(needs, { ...paid, platformId: platform.id, id: source.accountId });
}

interface NewOperation {
  type: OperationType;
  amount: bigint;
  source: OperationSource;
  destination: Operation['destination'];
  description: string | undefined;
  payment: OperationPayment | null;
}

const newOperation = ({ platform, stablecoinId, now }: OfCoin, { description, ...asked }: NewOperation): Operation => ({
  platformId: platform.id,
  id: newId('StablecoinOperation'),
  stablecoinId,
  status: 'CREATED',
  ...asked,
  description: description ?? null,
  providerOrderId: null,
  providerStatus: null,
  fundingInstructions: null,
  failureReason: null,
  expiresAt: awaitedSources.includes(asked.source.type) ? addMs(now, FUNDING_MS) : null,
  fundedAt: null,
  lookId: null,
  version: 1n,
  createdAt: now,
  updatedAt: now,
});

interface Beginning {
  operation: Operation;
  coin: Coin;
  link: Link;
}

/**
 * An order that waits for funds is placed first: its instructions belong into the answer, and one that is then lost
 * harms nobody, for nobody pays it. Whatever moves money by itself is written down first, and placed by its job.
 */
async function begin(needs: StablecoinNeeds, asked: OfCoin, { operation, coin, link }: Beginning): Promise<string> {
  const { platform, now, receipt } = asked;
  const order = await orderOf(needs, { operation, coin, now });
  const provider = needs.stablecoins[platform.mode];
  const placed = await withAccess(needs, { link, now }, async (access): Promise<OrderState | undefined> => {
    if (awaitedSources.includes(operation.source.type)) return provider.submit(access, order);
    await provider.check(access, order);
    return undefined;
  });
  const current = placed ? stateAfter(operation, placed, now) : operation;
  const look = isFinal(current.status) ? undefined : lookAt(current, placed, { ...platform, now });
  const made = { ...current, lookId: look?.id ?? null };
  const text = JSON.stringify(operationJson(made, coin));
  const effects = [insertOperation(made), ...(look?.effects ?? []), ...receipt.remember({ status: 201, text })];
  if (made.payment) await pay(needs, asked, { operation: made, payment: made.payment, effects });
  else await apply(needs.db, { effects });
  return text;
}

/** The account is debited, the operation recorded and handed to the worker in one statement. */
async function pay(
  needs: StablecoinNeeds,
  { platform, now }: OfCoin,
  { operation, payment, effects }: { operation: Operation; payment: OperationPayment; effects: Effect[] },
): Promise<void> {
  const place = { platformId: platform.id, mode: platform.mode, at: now };
  await needs.systemAccounts.ensure(platform.id, [payment.currency], now);
  const events = emit(balancesUpdated(needs, [payment.account], place));
  const moves = payments.execute(paymentOf(payment));
  const posting = { ...place, transactionId: operation.id, phase: phases.execute, moves };
  await needs.ledger.post({ ...posting, effects: [...effects, events] }).catch(async (error) => {
    throw await whyNotBegun(needs, error, { platformId: platform.id, customerOf: () => undefined, at: place.at });
  });
}

export async function getOperation(db: Database, platformId: string, id: string) {
  const operation = await findOperation(db, platformId, id);
  return operationJson(operation, await findCoin(db, platformId, operation.stablecoinId));
}

export interface OperationFilter extends PageRequest {
  operationType?: OperationType | undefined;
}

export async function listOperations(
  db: Database,
  { platformId, stablecoinId }: { platformId: string; stablecoinId: string },
  { operationType, ...request }: OperationFilter,
) {
  const coin = await findCoin(db, platformId, stablecoinId);
  const where = [
    sql`platform_id = ${platformId} AND stablecoin_id = ${stablecoinId}`,
    ...(operationType ? [sql`type = ${operationType}`] : []),
  ];
  const from = sql`FROM stablecoin_operations`;
  const found = await page<OperationRow>(db, {
    keys: idPattern('StablecoinOperation'),
    select: operationColumns,
    from,
    where,
    request,
  });
  return mapPage(found, (row) => operationJson(toOperation(row), coin));
}
