import { expect } from 'vitest';
import { openAccounts } from '../../src/engine/ledger/chart.ts';
import { ledgerCardNetwork } from '../../src/engine/providers/card-network/ledger.ts';
import { configuredFunding } from '../../src/engine/providers/funding/configured.ts';
import { unavailableIssuer } from '../../src/engine/providers/issuer/processor-issuing.ts';
import { sandboxIssuer } from '../../src/engine/providers/issuer/sandbox.ts';
import { apply } from '../../src/foundation/db/effects.ts';
import { newId } from '../../src/foundation/kernel/ids.ts';
import type { PurchaseDeps } from '../../src/payments/cards/transaction-write.ts';
import type { TestApp } from './app.ts';
import { bankingWith } from './banking.ts';
import { activeCard } from './cards.ts';
import type { Answer, Client } from './client.ts';
import { newPayer, type Payer } from './payments.ts';

/** Sends a message of the card network, by the name of its endpoint. */
export type Simulate = (name: string, body: object, headers?: Record<string, string>) => Promise<Answer>;

/** A cardholder at a merchant. */
export interface Shopper {
  client: Client;
  payer: Payer;
  cardId: string;
  processorRef: string;
  simulate: Simulate;
}

export interface ShopperOptions {
  balance?: number;
  client?: Client;
  [field: string]: unknown;
}

/** Creates a cardholder with a card on a dollar account of this balance; other members belong to the card. */
export async function newShopper(
  app: TestApp,
  { balance = 10_000, client: given, ...card }: ShopperOptions = {},
): Promise<Shopper> {
  const client = given ?? (await app.newPlatform());
  const payer = await newPayer(client, { balance });
  return { client, payer, ...(await cardOf(client, payer, card)) };
}

export async function cardOf(client: Client, payer: Payer, more: object = {}) {
  const { id: cardId, processorRef } = await activeCard(client, { holder: payer, ...more });
  const simulate: Simulate = (name, body, headers = {}) =>
    client.post(`/sandbox/cards/${cardId}/simulate/${name}`, body, { headers });
  return { cardId, processorRef, simulate };
}

export const merchant = (descriptor = 'BLUE BOTTLE') => ({ descriptor, mcc: '5814', country: 'US' });

export const asked = (amount: number, descriptor?: string, code = 'USD') => ({
  amount,
  currency: { code },
  merchant: merchant(descriptor),
});

/** An approved authorization. */
export async function authorized({ simulate }: Pick<Shopper, 'simulate'>, amount: number, descriptor?: string) {
  const { status, body } = await simulate('authorization', asked(amount, descriptor));
  expect([status, body.status]).toEqual([202, 'AUTHORIZED']);
  return body;
}

/** The figures of a card transaction in one line: status, authorized, pulls, settlements, refunds. */
export const figures = (body: any) => ({
  status: body.status,
  authorized: body.authorizedAmount.amount,
  pulls: [body.pullSummary.count, body.pullSummary.totalAmount],
  settled: [body.settlementSummary.count, body.settlementSummary.totalAmount],
  refunded: [body.refundSummary.count, body.refundSummary.totalAmount],
});

/** Another account of the same customer in the same currency; of another type, because there is one of each. */
export async function secondAccount(app: TestApp, { client, payer }: Pick<Shopper, 'client' | 'payer'>) {
  const id = newId('InternalAccount');
  const account = {
    platformId: client.platformId,
    id,
    kind: 'customer' as const,
    currency: payer.currency,
    ownerId: payer.customerId,
    type: 'INTERNAL_CRYPTO',
    minimum: 0,
    at: new Date(),
  };
  await apply(app.database.db, { effects: [openAccounts([account])] });
  return id;
}

/** Spendable balance, and the total including reservations. */
export async function balances(client: Client, accountId: string): Promise<[number, number]> {
  const { body } = await client.get('/customers/internal-accounts?limit=100');
  const account = body.data.find(({ id }: { id: string }) => id === accountId);
  return [account.balance.amount, account.totalBalance.amount];
}

export async function advance(client: Client, seconds: number): Promise<void> {
  expect((await client.post('/sandbox/clock/advance', { seconds })).status).toBe(200);
}

/** The posted balance of a system account. */
export async function systemBalance({ database }: TestApp, { platformId }: Client, account: string): Promise<number> {
  const { rows } = await database.db.pool.query(
    'SELECT posted FROM account_balances WHERE platform_id = $1 AND id = $2',
    [platformId, account],
  );
  return Number(rows[0]?.posted ?? 0);
}

/** Dependencies of the purchase decisions of a service, for tests that call them directly. */
export function purchaseDeps({ app, database: { db } }: TestApp): PurchaseDeps {
  return {
    db,
    ledger: app.ledger,
    banking: bankingWith(configuredFunding({})),
    cards: {
      issuer: { SANDBOX: sandboxIssuer, PRODUCTION: unavailableIssuer },
      network: { SANDBOX: ledgerCardNetwork, PRODUCTION: ledgerCardNetwork },
    },
  };
}
