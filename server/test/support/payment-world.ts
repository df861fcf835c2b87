import { expect } from 'vitest';
import { sql } from '../../src/foundation/db/sql.ts';
import type { AccountTypeName } from '../../src/parties/accounts/account-types.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { withSuffix } from './external-accounts.ts';
import { isOfPlatform, storedEvents } from './stored-events.ts';

/** Enables these currencies for a platform; its customers have accounts in them from then on. */
export async function useCurrencies(
  client: Client,
  codes: readonly string[],
  { only = {}, ...config }: { only?: Record<string, object>; [member: string]: unknown } = {},
): Promise<void> {
  const supportedCurrencies = codes.map((currencyCode) => ({
    currencyCode,
    minAmount: 1,
    maxAmount: 9_000_000_000_000_000,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    ...only[currencyCode],
  }));
  const { status, text } = await client.patch('/config', { supportedCurrencies, ...config });
  expect(status, text).toBe(200);
}

export interface ExternalAccountOptions {
  customerId?: string | undefined;
  type: AccountTypeName;
  /** Suffix of the primary identifier, which selects the outcome of payments. */
  suffix?: string;
  more?: object;
}

let made = 0;

/** An external account, made unique by its platformAccountId. */
export async function newExternalAccount(client: Client, wish: ExternalAccountOptions): Promise<string> {
  const { customerId, type, suffix = '111', more = {} } = wish;
  const request = withSuffix(type, suffix);
  expect(request, `${type} with ${suffix}`).toBeDefined();
  const path = customerId ? '/customers/external-accounts' : '/platform/external-accounts';
  const platformAccountId = `payee-${++made}`;
  const { status, body, text } = await client.post(path, { ...request, customerId, platformAccountId, ...more });
  expect(status, text).toBe(201);
  return body.id;
}

/** The platform's own account in a currency. */
export async function platformAccount(client: Client, currency: string) {
  const { body } = await client.get(`/platform/internal-accounts?currency=${currency}`);
  return body.data[0] as { id: string; balance: { amount: number }; totalBalance: { amount: number } };
}

/** Every system account with a balance: in transit, earned, owed or lost. */
export async function systemBalances(app: TestApp, client: Client): Promise<Record<string, number>> {
  const found = await app.database.db.read<{ id: string; posted: bigint }>(sql`
    SELECT id, posted FROM account_balances WHERE platform_id = ${client.platformId} AND type IS NULL AND posted <> 0 ORDER BY id`);
  return Object.fromEntries(found.map(({ id, posted }) => [id, Number(posted)]));
}

export interface RecordedEvent {
  id: string;
  type: string;
  sequence: number;
  timestamp: string;
  data: any;
}

/** The events of a resource, by sequence. */
export async function eventsOf(app: TestApp, client: Client, resourceId: string): Promise<RecordedEvent[]> {
  const found = await storedEvents(app.database.db, sql`${isOfPlatform(client)} AND resource_id = ${resourceId}`);
  return found.map(({ payload }) => JSON.parse(payload));
}

export const typesOf = (events: readonly RecordedEvent[]): string[] =>
  events.map(({ type }) => type.replace('OUTGOING_PAYMENT.', ''));

/** Spendable and total balance in each event. */
export const balancesReported = (events: readonly RecordedEvent[]): [number, number][] =>
  events
    .filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
    .map(({ data }) => [data.balance.amount, data.totalBalance.amount]);

export async function advance(client: Client, seconds: number): Promise<any> {
  const { status, body, text } = await client.post('/sandbox/clock/advance', { seconds });
  expect(status, text).toBe(200);
  return body;
}

/** A quote that must succeed. */
export async function quoted(client: Client, request: object): Promise<any> {
  const { status, body, text } = await client.post('/quotes', request);
  expect(status, text).toBe(201);
  return body;
}

export async function executed(client: Client, quoteId: string): Promise<any> {
  const { status, body, text } = await client.post(`/quotes/${quoteId}/execute`);
  expect(status, text).toBe(200);
  return body;
}
