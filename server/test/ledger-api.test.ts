import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../src/engine/ledger/audit.ts';
import { closeDays } from '../src/engine/ledger/closed-days.ts';
import { render, type Sql, sql } from '../src/foundation/db/sql.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../src/foundation/kernel/clock.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { csvLine } from '../src/payments/ledger-reports/csv.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { fund, newPayer, type Payer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { Randomness } from './support/seed.ts';

const random = new Randomness();
const clock = new HandClock();
let app: TestApp;
let client: Client;
let payers: Payer[];

/** Balances of every account at a moment. */
interface Snapshot {
  at: string;
  balances: Record<string, [balance: number, held: number]>;
}
const snapshots: Snapshot[] = [];

/** Reports that were read before the first day was closed, by their paths. */
const openReports = new Map<string, string>();

const get = async (path: string, by = client): Promise<any> => {
  const { status, body } = await by.get(path);
  expect({ path, status, body: status === 200 ? undefined : body }).toEqual({ path, status: 200, body: undefined });
  return body;
};

/** Reads small pages, so that pages end within a day and between days. */
async function allOf(path: string, by = client): Promise<any[]> {
  const limit = path.includes('/entries') ? 7 : 100;
  const data: any[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: any = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`,
      by,
    );
    data.push(...page.data);
    cursor = page.nextCursor;
  }
  return data;
}

const balancesIn = (accounts: any[]): Snapshot['balances'] =>
  Object.fromEntries(
    accounts.map(({ id, balance, heldBalance }) => [id, [balance.amount, heldBalance.amount] as [number, number]]),
  );

const pay = async (suffix: string): Promise<void> => {
  const payer = random.pick(payers);
  const payee = await payeeWithSuffix(client, payer.customerId, suffix);
  const { body: quote } = await client.post(
    '/quotes',
    quoteFor(payer, payee, { lockedCurrencyAmount: 1_000 + random.below(9_000) }),
  );
  const { status } = await client.post(`/quotes/${quote.id}/execute`);
  expect(status).toBe(200);
};

const operations = [
  () => fund(client, random.pick(payers).accountId, 1 + random.below(100_000)),
  () => pay('000'),
  () => pay('005'),
  async () => {
    const [from, to] = [payers[0]!.accountId, payers[1]!.accountId];
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
    };
    const request = { ...body, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 500 };
    const { body: quote } = await client.post('/quotes', request);
    await client.post(`/quotes/${quote.id}/execute`);
  },
];

/** Runs the jobs that are due, so that no money moves between the snapshot and the next operation. */
async function settle(): Promise<string> {
  const { body } = await client.post('/sandbox/clock/advance', { seconds: 60 });
  return body.now;
}

const reportsUntil = (at: string): string[] => {
  const period = `since=${snapshots[1]!.at}&until=${at}`;
  return [
    `/ledger/trial-balance?asOf=${at}`,
    `/ledger/flows?${period}`,
    `/ledger/accounts?asOf=${at}&currency=USD`,
    `/ledger/entries?${period}`,
    `/ledger/accounts/rail.nostro:USD/entries?${period}`,
    `/ledger/accounts/rail.nostro:USD/entries.csv?${period}`,
  ];
};

const STEPS = 24;

beforeAll(async () => {
  app = await TestApp.start({ clock });
  client = app.client;
  clock.move(HOUR_MS);
  payers = [await newPayer(client, { balance: 500_000 }), await newPayer(client, { balance: 500_000 })];
  for (let step = 0; step < STEPS; step++) {
    await operations[step % operations.length]!();
    const at = await settle();
    snapshots.push({ at, balances: balancesIn(await allOf('/ledger/accounts')) });
    if (step === 4) for (const path of reportsUntil(at)) openReports.set(path, (await client.get(path)).text);
    clock.move(MINUTE_MS + random.below(10 * HOUR_MS));
    if (step % 6 === 5) await closeDays({ db: app.database.db, clock });
  }
}, 120_000);
afterAll(() => app.stop());

const journalBetween = (since: string, until: string) => allOf(`/ledger/entries?since=${since}&until=${until}`);

describe('balances at a moment', () => {
  test('are those that the accounts had then, on closed days and on open ones', async () => {
    const [closed] = await app.database.db.read<{ count: bigint }>(sql`SELECT count(*) FROM ledger_closed_days`);
    expect(Number(closed?.count)).toBeGreaterThan(2);
    for (const { at, balances } of snapshots) {
      expect(balancesIn(await allOf(`/ledger/accounts?asOf=${at}`))).toEqual(balances);
    }
  });

  test('and all other reports stay the same when their days are closed', async () => {
    expect(openReports.size).toBe(6);
    for (const [path, text] of openReports) {
      const { status, text: later } = await client.get(path);
      expect([path, status, later]).toEqual([path, 200, text]);
    }
  });

  test('of today equal the balances of the internal accounts', async () => {
    const internal = [
      ...(await get('/platform/internal-accounts')).data,
      ...(await allOf('/customers/internal-accounts')),
    ].map(({ id, balance, totalBalance }: any) => [id, balance.amount, totalBalance.amount]);
    const now = await settle();
    const accounts = (await allOf(`/ledger/accounts?asOf=${now}`)).filter(({ id }) => id.startsWith('Internal'));
    expect(accounts.map(({ id, balance, totalBalance }) => [id, balance.amount, totalBalance.amount]).sort()).toEqual(
      internal.sort(),
    );
  });

  test('are read for one account by its id, its owner or its kind', async () => {
    const { at, balances } = snapshots[5]!;
    const [payer] = payers as [Payer];
    const one = await get(`/ledger/accounts/${payer.accountId}?asOf=${at}`);
    expect([one.balance.amount, one.heldBalance.amount]).toEqual(balances[payer.accountId]);
    expect(one).toMatchObject({ kind: 'CUSTOMER', title: 'Customer accounts', customerId: payer.customerId });
    const owned = await allOf(`/ledger/accounts?ownerId=${payer.customerId}&currency=USD`);
    expect(owned.map(({ id }) => id)).toEqual([payer.accountId]);
    const nostro = await allOf('/ledger/accounts?kind=RAIL_NOSTRO&currency=USD');
    expect(nostro.map(({ id, kind }) => [id, kind])).toEqual([['rail.nostro:USD', 'RAIL_NOSTRO']]);
    const own = await allOf(`/ledger/accounts?ownerId=${client.platformId}`);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['PLATFORM']));
  });

  test('cannot be read for a time that the clock of the platform has not reached', async () => {
    const { status, body } = await client.get(`/ledger/trial-balance?asOf=${addMs(clock.now(), DAY_MS).toISOString()}`);
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'asOf']);
  });
});

describe('the trial balance', () => {
  test('sums to 0 in every currency at random moments', async () => {
    const [first, last] = [Date.parse(snapshots[0]!.at), Date.parse(snapshots.at(-1)!.at)];
    for (let i = 0; i < 20; i++) {
      const asOf = new Date(first + random.below(last - first)).toISOString();
      const { data } = await get(`/ledger/trial-balance?asOf=${asOf}`);
      for (const { debit, credit, difference, rows } of data) {
        expect([debit - credit, difference]).toEqual([0, 0]);
        expect(debit).toBe(rows.reduce((sum: number, row: any) => sum + row.debit, 0));
        expect(debit).toBeGreaterThan(0);
      }
    }
  });

  test('adds up the balances of the accounts of each kind', async () => {
    for (const { at, balances } of snapshots.filter((_, i) => i % 8 === 3)) {
      const { data } = await get(`/ledger/trial-balance?asOf=${at}`);
      const usd = data.find(({ currency }: any) => currency.code === 'USD');
      const accounts = await allOf(`/ledger/accounts?asOf=${at}&currency=USD`);
      for (const { kind, debit, credit } of usd.rows) {
        const ids = accounts.filter((account) => account.kind === kind).map(({ id }) => id);
        expect([kind, credit - debit]).toEqual([kind, ids.reduce((sum, id) => sum + balances[id]![0], 0)]);
      }
    }
  });

  test('is exported as the same bytes every time', async () => {
    const path = `/ledger/trial-balance.csv?asOf=${snapshots[9]!.at}`;
    const [first, second] = [await client.get(path), await client.get(path)];
    expect(first.text).toBe(second.text);
    expect(first.headers.get('content-type')).toContain('text/csv');
    expect(first.headers.get('content-disposition')).toMatch(/^attachment; filename="trial-balance-[\d-]+\.csv"$/);
    const lines = first.text.split('\r\n');
    expect(lines[0]).toBe('asOf,currency,decimals,kind,title,debit,credit');
    const total = lines.find((line) => line.includes('USD,2,TOTAL'))!.split(',');
    expect(total.at(-1)).toBe(total.at(-2));
  });
});

describe('the entries of an account', () => {
  test('lead from one balance to the next, newest first', async () => {
    for (const id of [payers[0]!.accountId, 'rail.nostro:USD', 'fx.position:USD']) {
      const entries = await allOf(`/ledger/accounts/${id}/entries`);
      const account = await get(`/ledger/accounts/${id}`);
      let balance = account.balance.amount;
      for (const { direction, amount, balanceAfter } of entries) {
        expect(balanceAfter.amount).toBe(balance);
        balance -= direction === 'CREDIT' ? amount.amount : -amount.amount;
      }
      expect(balance).toBe(0);
      expect(entries.map(({ createdAt }) => createdAt)).toEqual(
        entries
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      );
      expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    }
  });

  test('are those of a period, with the balances that they have without it', async () => {
    const { accountId } = payers[0]!;
    const [since, until] = [snapshots[4]!.at, snapshots[15]!.at];
    const all = await allOf(`/ledger/accounts/${accountId}/entries`);
    const within = await allOf(`/ledger/accounts/${accountId}/entries?since=${since}&until=${until}`);
    expect(within).toEqual(all.filter(({ createdAt }) => createdAt >= since && createdAt < until));
    expect(within.length).toBeGreaterThan(0);
  });

  test('name the entry that they reverse, and the one that reverses them', async () => {
    const entries = await allOf(`/ledger/accounts/transit.payout:USD/entries`);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const reversals = entries.filter(({ reverses }) => reverses);
    expect(reversals.length).toBeGreaterThan(0);
    for (const { id, reverses } of reversals) expect(byId.get(reverses).reversedBy).toBe(id);
  });

  test('are exported oldest first as the same bytes, whether their days are closed or not', async () => {
    const { accountId } = payers[0]!;
    const [since, until] = [snapshots[1]!.at, snapshots.at(-1)!.at];
    const path = `/ledger/accounts/${accountId}/entries.csv?since=${since}&until=${until}`;
    const { text } = await client.get(path);
    const listed = await allOf(`/ledger/accounts/${accountId}/entries?since=${since}&until=${until}`);
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    const column = header.split(',').indexOf('balanceAfter');
    expect(lines.map((line) => Number(line.split(',')[column]))).toEqual(
      listed.reverse().map(({ balanceAfter }) => balanceAfter.amount),
    );
    clock.move(3 * DAY_MS);
    await closeDays({ db: app.database.db, clock });
    expect((await client.get(path)).text).toBe(text);
  });

  test('are exported for at most a year', async () => {
    const { status, body } = await client.get(
      '/ledger/accounts/rail.nostro:USD/entries.csv?since=2024-01-01T00:00:00Z&until=2026-01-01T00:00:00Z',
    );
    expect([status, body.details.errors[0].field]).toEqual([400, 'until']);
  });
});

describe('the flows of a period', () => {
  test('are the sums of its entries', async () => {
    const [since, until] = [snapshots[3]!.at, snapshots[18]!.at];
    const entries = await journalBetween(since, until);
    const sums = new Map<string, [amount: number, entries: number]>();
    for (const { debitAccount, creditAccount, amount } of entries) {
      const key = [amount.currency.code, debitAccount.kind, creditAccount.kind].join(' ');
      const [sum, count] = sums.get(key) ?? [0, 0];
      sums.set(key, [sum + amount.amount, count + 1]);
    }
    const { data } = await get(`/ledger/flows?since=${since}&until=${until}`);
    const flows = data.flatMap(({ currency, flows }: any) =>
      flows.map(({ from, to, amount, entries }: any) => [[currency.code, from, to].join(' '), [amount, entries]]),
    );
    expect(new Map(flows)).toEqual(sums);
    expect(flows.length).toBeGreaterThan(3);
  });

  test('open the entries that they add up', async () => {
    const [since, until] = [snapshots[3]!.at, snapshots[18]!.at];
    const { data } = await get(`/ledger/flows?since=${since}&until=${until}&currency=USD`);
    for (const { from, to, amount, entries } of data[0].flows) {
      const kinds = `debitKind=${from}&creditKind=${to}&currency=USD`;
      const found = await allOf(`/ledger/entries?since=${since}&until=${until}&${kinds}`);
      expect([found.length, found.reduce((sum, entry) => sum + entry.amount.amount, 0)]).toEqual([entries, amount]);
    }
  });
});

test('a platform sees only its own books', async () => {
  const other = await app.newPlatform();
  expect((await get('/ledger/trial-balance', other)).data).toEqual([]);
  expect((await get('/ledger/flows', other)).data).toEqual([]);
  expect((await get('/ledger/entries', other)).data).toEqual([]);
  expect((await other.get(`/ledger/accounts/${payers[0]!.accountId}`)).status).toBe(404);
  expect((await other.get(`/ledger/accounts/${payers[0]!.accountId}/entries`)).status).toBe(404);
  const nostro = await get('/ledger/accounts/rail.nostro:USD', other);
  expect(nostro.balance.amount).toBe(0);
  expect((await get('/ledger/accounts/rail.nostro:USD/entries', other)).data).toEqual([]);
});

test('totals above the largest exact JSON number are errors in JSON and exact in CSV', async () => {
  const rich = await app.newPlatform();
  const since = (await get('/ledger/trial-balance', rich)).asOf;
  const payer = await newPayer(rich, { balance: 3 });
  await newPayer(rich, { balance: 1 });
  const factor = 3_000_000_000_000_001;
  const multiply = (by: string) =>
    app.database.db.pool.query(`
      UPDATE accounts SET posted = posted ${by} WHERE platform_id = '${rich.platformId}';
      UPDATE pending_totals SET posted = posted ${by} WHERE platform_id = '${rich.platformId}';
      UPDATE ledger_entries SET amount = amount ${by} WHERE platform_id = '${rich.platformId}'`);
  await multiply(`* ${factor}`);
  const nostro = '/ledger/accounts/rail.nostro:USD';
  for (const path of ['/ledger/accounts', nostro, `${nostro}/entries`, '/ledger/trial-balance', '/ledger/flows']) {
    const { status, body } = await rich.get(path);
    expect([path, status, body.code, body.details.hint]).toEqual([path, 422, 'TOTAL_OUT_OF_RANGE', expect.any(String)]);
  }
  expect((await get(`/ledger/accounts?ownerId=${payer.customerId}&currency=USD`, rich)).data[0].balance.amount).toBe(
    3 * factor,
  );
  const total = '12000000000000004';
  expect((await rich.get('/ledger/trial-balance.csv')).text).toContain(`TOTAL,Total,${total},${total}\r\n`);
  const until = new Date(new Date(since).getTime() + HOUR_MS).toISOString();
  const { text } = await rich.get(`${nostro}/entries.csv?since=${since}&until=${until}`);
  expect(text).toContain(`,${factor},,-${total},`);
  await multiply(`/ ${factor}`);
  await app.audit();
});

test('texts that a spreadsheet would execute are exported as texts, negative numbers as numbers', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'a,"b"', -5, undefined, new Date(0)])).toBe(
    `'=1+1,'+1,'-1,'@SUM(A1),'\tx,"a,""b""",-5,,1970-01-01T00:00:00.000Z\r\n`,
  );
});

describe('the checks', () => {
  const finished = async (): Promise<any> => {
    await settle();
    return get('/ledger/checks');
  };

  test('run in the background, one run at a time, and keep their results', async () => {
    const before = await get('/ledger/checks');
    expect(before.data.length).toBeGreaterThan(30);
    expect(new Set(before.data.map(({ result }: any) => result))).toEqual(new Set(['NOT_RUN']));
    const { status, body } = await client.post('/ledger/checks/run');
    expect([status, body.isRunning]).toEqual([202, true]);
    const after = await finished();
    expect(after.isRunning).toBe(false);
    expect(new Set(after.data.map(({ result }: any) => result))).toEqual(new Set(['PASSED']));
    expect(after.finishedAt).toBeDefined();
  });

  test('find totals of closed days that differ from their entries, for the platform concerned only', async () => {
    const { db } = app.database;
    const change = (by: number) =>
      db.write(sql`
      UPDATE ledger_account_days SET posted = posted + ${by} WHERE platform_id = ${client.platformId} AND account_id = 'suspense:USD'
        OR platform_id = ${client.platformId} AND account_id = 'rail.nostro:USD'`);
    await change(7);
    await client.post('/ledger/checks/run');
    const { data } = await finished();
    const [failed, ...others] = data.filter(({ result }: any) => result === 'FAILED');
    expect(failed).toMatchObject({
      title: 'the balances of closed days are the replay of their entries',
      subject: 'BALANCES',
    });
    expect(failed.findings[0].subject).toBe('rail.nostro:USD');
    expect(others).toEqual([]);
    const stranger = await app.newPlatform();
    expect((await get('/ledger/checks', stranger)).data.flatMap(({ findings }: any) => findings)).toEqual([]);
    await change(-7);
    expect((await audit(db, { platformId: client.platformId })).findings).toEqual([]);
  });
});

describe('with 40,000 entries', () => {
  const DAYS = 20;
  const ENTRIES = 40_000;
  /** More entries than a day has, including the blocks at both of its ends. */
  const FEW_DAYS = 8_000;
  let many: Client;
  let account: string;
  const sent: Sql[] = [];

  beforeAll(async () => {
    many = await app.newPlatform();
    const { db } = app.database;
    account = newId('InternalAccount');
    const start = addMs(clock.now(), DAY_MS);
    await db.pool.query(
      `INSERT INTO accounts (platform_id, id, kind, currency, type, status, minimum, created_at, updated_at)
       SELECT $1, CASE WHEN n = 0 THEN $2 ELSE 'InternalAccount:' || gen_random_uuid() END, 'customer', 'USD', 'INTERNAL_FIAT',
         'ACTIVE', 0, $3, $3 FROM generate_series(0, 2000) n`,
      [many.platformId, account, start],
    );
    // Entries between customers and the nostro account. Every hundredth belongs to the one account.
    await db.pool.query(
      `INSERT INTO ledger_entries (platform_id, transaction_id, phase, n, debit_account_id, credit_account_id, currency,
         amount, code, created_at)
       SELECT $1, 'Transaction:' || lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000', 'fund', 1, 'rail.nostro:USD',
         CASE WHEN n % 100 = 0 THEN $2 ELSE c.ids[1 + n % array_length(c.ids, 1)] END, 'USD', n, 'fund',
         $3::timestamptz + n * ($4 * interval '1 day' / ${ENTRIES})
       FROM generate_series(1, ${ENTRIES}) n
       CROSS JOIN (SELECT array_agg(id) AS ids FROM accounts WHERE platform_id = $1 AND kind = 'customer' AND id <> $2) c`,
      [many.platformId, account, start, DAYS],
    );
    // In operation, autovacuum does this within a minute.
    await db.pool.query('VACUUM ANALYZE ledger_entries, accounts');
    clock.move((DAYS + 2) * DAY_MS);
    await closeDays({ db, clock });
    await db.pool.query('ANALYZE ledger_account_days, ledger_flow_days');
  }, 120_000);

  interface Node {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    'Rows Removed by Index Recheck'?: number;
    Plans?: Node[];
  }

  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  async function plansOf(path: string): Promise<Node[]> {
    const { db } = app.database;
    const read = db.read.bind(db);
    sent.length = 0;
    db.read = ((statement: Sql) => {
      sent.push(statement);
      return read(statement);
    }) as typeof db.read;
    try {
      await get(path, many);
    } finally {
      db.read = read;
    }
    const plans: Node[] = [];
    for (const statement of sent) {
      const { text, values } = render(statement);
      const { rows } = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      plans.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan));
    }
    return plans;
  }

  test.each([
    [
      'the trial balance of a day',
      () => `/ledger/trial-balance?asOf=${addMs(clock.now(), -10.5 * DAY_MS).toISOString()}`,
    ],
    ['the trial balance of today', () => '/ledger/trial-balance'],
    ['the flows of a month', () => `/ledger/flows?since=${addMs(clock.now(), -15.3 * DAY_MS).toISOString()}`],
    ['a quiet account', () => `/ledger/accounts/${account}/entries?limit=50`],
    ['a busy account', () => '/ledger/accounts/rail.nostro:USD/entries?limit=50'],
    [
      'a period of a busy account',
      () => `/ledger/accounts/rail.nostro:USD/entries?until=${addMs(clock.now(), -10.5 * DAY_MS).toISOString()}`,
    ],
    ['the entries of a flow', () => '/ledger/entries?debitKind=RAIL_NOSTRO&creditKind=CUSTOMER&currency=USD'],
    [
      'the balances of a day',
      () => `/ledger/accounts?asOf=${addMs(clock.now(), -10.5 * DAY_MS).toISOString()}&kind=CUSTOMER`,
    ],
  ])('%s reads the entries of a few days only', async (_, path) => {
    const scans = (await plansOf(path())).filter((node) => node['Relation Name'] === 'ledger_entries');
    const visited = scans.map(
      (node) =>
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'],
    );
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(visited.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(FEW_DAYS);
  });

  test('the balances are the sums of all entries', async () => {
    const { data } = await get('/ledger/trial-balance', many);
    expect(data[0].debit).toBe((ENTRIES * (ENTRIES + 1)) / 2);
    const { balance } = await get(`/ledger/accounts/${account}?asOf=${clock.now().toISOString()}`, many);
    expect(balance.amount).toBe((ENTRIES * (ENTRIES / 100 + 1)) / 2);
  });
});
