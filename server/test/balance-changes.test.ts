import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDays } from '../src/engine/ledger/closed-days.ts';
import { DAY_MS, HOUR_MS } from '../src/foundation/kernel/clock.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { advance } from './support/payment-world.ts';
import { fund, newPayer, type Payer, payeeWithSuffix, quoteFor } from './support/payments.ts';

const clock = new HandClock();
let app: TestApp;
let client: Client;
let payer: Payer;
/** Before the first change, between the changes of two days, and after the last one. */
let start: string;
let middle: string;
let end: string;

const timeAfter = (ms: number): string => {
  clock.move(ms);
  return clock.now().toISOString();
};

async function pay(suffix: string): Promise<void> {
  const payee = await payeeWithSuffix(client, payer.customerId, suffix);
  const { status, text } = await client.post('/quotes', {
    ...quoteFor(payer, payee, { lockedCurrencyAmount: 1_000 }),
    immediatelyExecute: true,
  });
  expect(status, text).toBe(201);
}

const path = (id: string, query: Record<string, string>) =>
  `/internal-accounts/${id}/balance-changes?${new URLSearchParams(query)}`;

async function changes(from: string, to: string, more: Record<string, string> = {}): Promise<any> {
  const { status, body, text } = await client.get(path(payer.accountId, { from, to, ...more }));
  expect(status, text).toBe(200);
  return body;
}

const sumOf = (data: any[]): number => data.reduce((sum, { amount }) => sum + amount.amount, 0);

beforeAll(async () => {
  app = await TestApp.start({ clock });
  client = app.client;
  start = timeAfter(1);
  clock.move(1);
  payer = await newPayer(client, { balance: 50_000 });
  await pay('111');
  middle = timeAfter(DAY_MS);
  await pay('111');
  await pay('002');
  await advance(client, 600);
  clock.move(HOUR_MS);
  await fund(client, payer.accountId, 700);
  end = timeAfter(2 * HOUR_MS);
  clock.move(DAY_MS);
}, 60_000);
afterAll(async () => {
  await app.audit();
  await app.stop();
});

describe('the balance changes of an account', () => {
  test('add up from the opening to the closing balance, which is the current one if nothing follows', async () => {
    const { body } = await client.get(`/customers/internal-accounts?ids=${payer.accountId}`);
    const found = await changes(start, end);
    expect(found).toMatchObject({
      accountId: payer.accountId,
      from: start,
      to: end,
      openingBalance: { amount: 0, currency: { code: 'USD', decimals: 2 } },
      closingBalance: body.data[0].balance,
    });
    expect(found.openingBalance.amount + sumOf(found.data)).toBe(found.closingBalance.amount);
    expect(found.data[0].balanceAfter).toEqual(found.closingBalance);
    for (const [i, { amount, balanceAfter }] of found.data.entries()) {
      const before = found.data[i + 1]?.balanceAfter ?? found.openingBalance;
      expect(before.amount + amount.amount).toBe(balanceAfter.amount);
    }
    expect(found.data.map(({ code }: { code: string }) => code)).toContain('fund');
  });

  test('are the same after the days are closed', async () => {
    const before = await changes(start, end);
    await closeDays({ db: app.database.db, clock });
    expect(await changes(start, end)).toEqual(before);
  });

  test('of adjacent windows meet, and a change at the boundary is in the later one', async () => {
    const whole = await changes(start, end);
    const boundary = whole.data[2].createdAt;
    for (const at of [middle, boundary]) {
      const [first, second] = [await changes(start, at), await changes(at, end)];
      expect(first.closingBalance).toEqual(second.openingBalance);
      expect([...second.data, ...first.data]).toEqual(whole.data);
      expect(first.openingBalance.amount + sumOf(first.data)).toBe(first.closingBalance.amount);
    }
    const { data } = await changes(boundary, end);
    expect(data.map(({ createdAt }: { createdAt: string }) => createdAt)).toContain(boundary);
  });

  test('are paged, and every page has the balances of the whole window', async () => {
    const whole = await changes(start, end);
    const seen: any[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: any = await changes(start, end, { limit: '2', ...(cursor && { cursor }) });
      expect([page.openingBalance, page.closingBalance]).toEqual([whole.openingBalance, whole.closingBalance]);
      seen.push(...page.data);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole.data);
  });

  test('of a window without a change are none, between equal balances', async () => {
    const quiet = await changes('2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z');
    expect(quiet).toMatchObject({ data: [], openingBalance: { amount: 0 }, closingBalance: { amount: 0 } });
  });
});

describe('a window', () => {
  test('is rejected until it is final: entries in progress are dated before their commit', async () => {
    const platform = await app.newPlatform();
    const { accountId } = await newPayer(platform);
    const from = clock.now().toISOString();
    const to = timeAfter(60_000);
    const read = () => platform.get(path(accountId, { from, to }));
    for (const wait of [0, 6 * HOUR_MS - 1]) {
      clock.move(wait);
      const { status, body } = await read();
      expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'WINDOW_NOT_FINAL']);
      expect(Date.parse(body.details.finalFrom)).toBe(Date.parse(to) + 6 * HOUR_MS);
    }
    clock.move(1);
    expect((await read()).status).toBe(200);
  });

  test('is final by the clock of the platform', async () => {
    const platform = await app.newPlatform();
    const { accountId } = await newPayer(platform, { balance: 1_000 });
    const from = new Date(clock.now().getTime() - HOUR_MS).toISOString();
    const to = timeAfter(1_000);
    expect((await platform.get(path(accountId, { from, to }))).status).toBe(409);
    await advance(platform, 7 * 3_600);
    const { body } = await platform.get(path(accountId, { from, to }));
    expect([body.openingBalance.amount, body.closingBalance.amount]).toEqual([0, 1_000]);
  });

  test('must have its start before its end', async () => {
    const { status, body } = await client.get(path(payer.accountId, { from: end, to: start }));
    expect([status, body.details.errors?.[0]?.field ?? body.details]).toEqual([400, 'from']);
    expect((await client.get(path(payer.accountId, { from: end, to: end }))).status).toBe(400);
    expect((await client.get(`/internal-accounts/${payer.accountId}/balance-changes`)).status).toBe(400);
  });

  test("of another platform's account is not found, final or not", async () => {
    const stranger = await app.newPlatform();
    for (const to of [end, '2099-01-01T00:00:00Z']) {
      const { status, body } = await stranger.get(path(payer.accountId, { from: start, to }));
      expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
  });
});
