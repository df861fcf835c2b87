import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  advance,
  balancesReported,
  eventsOf,
  executed,
  newExternalAccount,
  platformAccount,
  quoted,
  systemBalances,
  typesOf,
  useCurrencies,
} from './support/payment-world.ts';
import { balanceOf, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const FUNDED = 1_000_000;

/** Amounts of a payment, according to its quote. */
interface Figures {
  sent: number;
  received: number;
  service: number;
  platform: number;
  to: string;
}

type State = 'on its way' | 'paid' | 'refunded' | 'lost';

/** Every system account with a balance, by the state of the single payment. */
function systemBalanceIn(state: State, { sent, received, service, platform, to }: Figures): Record<string, number> {
  const net = sent - service - platform;
  const expected: Record<string, number> = {};
  const add = (account: string, amount: number): void => {
    expected[account] = (expected[account] ?? 0) + amount;
  };
  add('rail.nostro:USD', -FUNDED);
  if (state !== 'refunded') {
    add('fees.service:USD', service);
    if (to !== 'USD') {
      add('fx.position:USD', net);
      add(`fx.position:${to}`, -received);
    }
  }
  if (state === 'on its way') {
    add(`transit.payout:${to}`, received);
    add('fees.platform:USD', platform);
  }
  if (state === 'paid') add(`rail.nostro:${to}`, received);
  if (state === 'lost') {
    add(`suspense:${to}`, received);
    add('suspense:USD', platform);
  }
  return Object.fromEntries(Object.entries(expected).filter(([, amount]) => amount !== 0));
}

interface Row {
  status: string;
  failureReason?: string;
  refund?: { status: string; reason: string };
  /** Events of the transaction after PENDING and PROCESSING. */
  events: readonly string[];
  ends: State;
  /** Total and spendable balance of the source, after each change. */
  source: readonly State[];
  /** Whether the platform has its fee, after each change. */
  fee: readonly boolean[];
}

const REFUNDED = ['REFUND_PENDING', 'REFUND_COMPLETED'];
const refund = { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' };
const failed = (failureReason: string): Row => ({
  status: 'FAILED',
  failureReason,
  refund,
  events: ['FAILED', ...REFUNDED],
  ends: 'refunded',
  source: ['on its way', 'refunded'],
  fee: [],
});
const completed: Row = {
  status: 'COMPLETED',
  events: ['COMPLETED'],
  ends: 'paid',
  source: ['on its way', 'paid'],
  fee: [true],
};

const table: Record<string, Row> = {
  '111': completed,
  '002': failed('QUOTE_EXECUTION_FAILED'),
  '003': completed,
  '004': failed('ACCOUNT_CANNOT_RECEIVE'),
  '005': {
    ...failed('PAYOUT_RETURNED'),
    events: ['COMPLETED', 'FAILED', ...REFUNDED],
    source: ['on its way', 'paid', 'refunded'],
    fee: [true, false],
  },
  '006': {
    status: 'COMPLETED',
    refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    events: [...REFUNDED, 'COMPLETED'],
    ends: 'refunded',
    source: ['on its way', 'refunded'],
    fee: [],
  },
  '007': {
    status: 'FAILED',
    failureReason: 'QUOTE_EXECUTION_FAILED',
    refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    events: ['FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    ends: 'lost',
    source: ['on its way', 'lost'],
    fee: [],
  },
};

/** Later events, on the platform's clock. */
const later: Record<string, { first: string; seconds: number }> = {
  '003': { first: 'PROCESSING', seconds: 360 },
  '005': { first: 'COMPLETED', seconds: 60 },
};

interface Stage {
  client: Client;
  payer: Payer;
  quote: any;
  figures: Figures;
}

const FEE = { platformFeeOverride: { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 50 } };

/** A separate platform with one customer who pays one account. */
async function stage(suffix: string, { to, hasFee }: { to: 'USD' | 'MXN'; hasFee: boolean }): Promise<Stage> {
  const client = await app.newPlatform();
  await useCurrencies(client, ['USD', 'MXN']);
  const payer = await newPayer(client, { balance: FUNDED });
  const payee = await newExternalAccount(client, { customerId: payer.customerId, type: `${to}_ACCOUNT`, suffix });
  const quote = await quoted(client, quoteFor(payer, payee, { lockedCurrencyAmount: 100_000, ...(hasFee && FEE) }));
  const { totalSendingAmount: sent, totalReceivingAmount: received, feesIncluded, platformFeesIncluded } = quote;
  const service = feesIncluded - platformFeesIncluded;
  return { client, payer, quote, figures: { sent, received, service, platform: platformFeesIncluded, to } };
}

const balanceIn = (state: State, sent: number): [spendable: number, total: number] => {
  if (state === 'refunded') return [FUNDED, FUNDED];
  return [FUNDED - sent, state === 'on its way' ? FUNDED : FUNDED - sent];
};

/** Executes, advances the clock as far as the outcome requires, and compares the balances before and after. */
async function follow({ client, payer, quote, figures }: Stage, suffix: string, row: Row): Promise<void> {
  await executed(client, quote.id);
  const wait = later[suffix];
  if (wait) {
    await transactionIn(client, quote.transactionId, wait.first);
    await advance(client, wait.seconds - 2);
    const before = wait.first === 'PROCESSING' ? 'on its way' : 'paid';
    expect((await client.get(`/transactions/${quote.transactionId}`)).body.status).toBe(wait.first);
    expect(await systemBalances(app, client)).toEqual(systemBalanceIn(before, figures));
    const [balance, totalBalance] = balanceIn(before, figures.sent);
    expect(await balanceOf(client, payer)).toEqual({ balance, totalBalance });
    await advance(client, 2);
  }
  await transactionIn(client, quote.transactionId, row.status);
}

describe.each(Object.entries(table))('a payment to an account that ends in %s', (suffix, row) => {
  const ways = [
    { to: 'USD', hasFee: false },
    { to: 'USD', hasFee: true },
    { to: 'MXN', hasFee: false },
    { to: 'MXN', hasFee: true },
  ] as const;

  test.each(ways)('has exact balances: to $to, with a platform fee: $hasFee', async (way) => {
    const set = await stage(suffix, way);
    const { client, payer, quote, figures } = set;
    expect(figures.platform > 0).toBe(way.hasFee);
    await follow(set, suffix, row);

    expect(await systemBalances(app, client)).toEqual(systemBalanceIn(row.ends, figures));
    const [balance, totalBalance] = balanceIn(row.ends, figures.sent);
    expect(await balanceOf(client, payer)).toEqual({ balance, totalBalance });
    const earned = row.ends === 'paid' ? figures.platform : 0;
    const own = await platformAccount(client, 'USD');
    expect([own.balance.amount, own.totalBalance.amount]).toEqual([earned, earned]);

    const { body: transaction } = await client.get(`/transactions/${quote.transactionId}`);
    expect(transaction.failureReason).toBe(row.failureReason);
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe(row.status);
    expectRefund(transaction, row);

    const events = await eventsOf(app, client, quote.transactionId);
    expect(typesOf(events)).toEqual(['PENDING', 'PROCESSING', ...row.events]);
    expect(events.at(-1)?.data).toEqual(transaction);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
    expect(balancesReported(await eventsOf(app, client, payer.accountId))).toEqual([
      [FUNDED, FUNDED],
      ...row.source.map((state) => balanceIn(state, figures.sent)),
    ]);
    const feesNotified = way.hasFee ? row.fee.map((has) => (has ? figures.platform : 0)) : [];
    expect(balancesReported(await eventsOf(app, client, own.id))).toEqual(
      feesNotified.map((amount) => [amount, amount]),
    );
  });
});

function expectRefund(transaction: any, { refund: expected, ends }: Row): void {
  if (!expected) {
    expect(transaction).not.toHaveProperty('refund');
    expect(transaction.settledAt).toBe(transaction.updatedAt);
    return;
  }
  expect(transaction.refund).toEqual({
    reference: `${transaction.reconciliationInstructions.reference}-REFUND`,
    initiatedAt: transaction.updatedAt,
    ...(ends === 'refunded' && { settledAt: transaction.updatedAt }),
    ...expected,
  });
}

test('a platform that has spent its fee before a return owes it, and the customer is refunded in full', async () => {
  const set = await stage('005', { to: 'MXN', hasFee: true });
  const { client, payer, quote, figures } = set;
  await executed(client, quote.id);
  await transactionIn(client, quote.transactionId, 'COMPLETED');
  const own = await platformAccount(client, 'USD');
  const other = await newPayer(client, { balance: 0 });
  const spending = { customerId: client.platformId, accountId: own.id, currency: 'USD' };
  const spent = { lockedCurrencyAmount: figures.platform - 1, immediatelyExecute: true };
  const { transactionId } = await quoted(client, quoteFor(spending, other.accountId, spent));
  await transactionIn(client, transactionId, 'COMPLETED');

  await advance(client, 60);
  await transactionIn(client, quote.transactionId, 'FAILED');
  expect(await balanceOf(client, payer)).toEqual({ balance: FUNDED, totalBalance: FUNDED });
  expect((await platformAccount(client, 'USD')).balance.amount).toBe(1);
  expect(await systemBalances(app, client)).toEqual({
    'rail.nostro:USD': -FUNDED,
    'receivable:USD': -figures.platform,
  });
  expect(balancesReported(await eventsOf(app, client, own.id)).at(-1)).toEqual([1, 1]);
});
