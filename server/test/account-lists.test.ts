import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCursor } from '../src/foundation/db/page.ts';
import { listCustomerAccounts } from '../src/parties/accounts/account-list.ts';
import { TestApp } from './support/app.ts';
import { accountIn, codeOf, codesOf, firstPlatform, fund, listed, newCustomer } from './support/held-accounts.ts';
import { advance, executed, platformAccount, quoted } from './support/payment-world.ts';
import { plansOf } from './support/plans.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe('a list of internal accounts', () => {
  it('has the wallet first, then accounts with money, then the others by currency', async () => {
    const client = await firstPlatform(app);
    const customerId = await newCustomer(client);
    for (const code of ['USDC', 'GBP']) await fund(client, await accountIn(client, customerId, code), 1);
    expect(codesOf(await listed(client, `customerId=${customerId}`))).toEqual([
      'USDB',
      'GBP',
      'USDC',
      'BTC',
      'EUR',
      'USD',
    ]);
    await fund(client, await platformAccount(client, 'USD'), 1);
    const { body } = await client.get('/platform/internal-accounts');
    expect(codesOf(body.data)).toEqual(['USD', 'BTC', 'EUR', 'GBP', 'USDB', 'USDC']);
  });

  it.each([1, 2, 5])(
    'has each account once on pages of %i although accounts fill and empty meanwhile',
    async (limit) => {
      const client = await firstPlatform(app);
      const accounts: any[] = [];
      for (let i = 0; i < 3; i++) accounts.push(...(await listed(client, `customerId=${await newCustomer(client)}`)));
      const dollars = accounts.filter((account) => codeOf(account) === 'USD');
      await fund(client, dollars[0], 100);
      const seen: string[] = [];
      const movers = [...dollars, dollars[0]];
      let cursor: string | undefined;
      for (let page = 0; page === 0 || cursor; page++) {
        const { body } = await client.get(
          `/customers/internal-accounts?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
        );
        seen.push(...body.data.map(({ id }: any) => id));
        cursor = body.nextCursor;
        expect(body.hasMore).toBe(cursor !== undefined);
        const [from, to] = [movers[page % 3], movers[(page % 3) + 1]];
        const quote = await quoted(client, {
          source: { sourceType: 'ACCOUNT', accountId: from.id },
          destination: { destinationType: 'ACCOUNT', accountId: to.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 100,
        });
        await executed(client, quote.id);
        await advance(client, 1);
      }
      expect(seen.toSorted()).toEqual(accounts.map(({ id }) => id).toSorted());
    },
  );

  it('rejects a cursor of another list', async () => {
    const { body } = await app.client.get('/customers/internal-accounts?cursor=abc');
    expect(body.details.errors[0].field).toBe('cursor');
  });

  it('passes the audit of the ledger', () => app.audit());
});

describe('a list of many internal accounts', () => {
  const CUSTOMERS = 6_000;
  const account = (n: number): string => `InternalAccount:00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  let platformId: string;

  /** Each customer has a wallet and five accounts; every tenth account has money. */
  beforeAll(async () => {
    const { db } = app.database;
    platformId = (await app.newPlatform()).platformId;
    await db.pool.query(
      `INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, posted, minimum, created_at, updated_at)
       SELECT $1, 'InternalAccount:00000000-0000-7000-8000-' || lpad((c * 6 + n)::text, 12, '0'), 'customer', code,
         'Customer:' || c, CASE WHEN n = 0 THEN 'EMBEDDED_WALLET' ELSE 'INTERNAL_FIAT' END, 'ACTIVE',
         CASE WHEN (c + n) % 10 = 0 THEN 100 ELSE 0 END, 0, '2026-01-01', '2026-01-01'
       FROM generate_series(0, $2::int - 1) AS c,
         unnest(ARRAY['USDB', 'BTC', 'EUR', 'GBP', 'USD', 'USDC']) WITH ORDINALITY AS held(code, place),
         LATERAL (SELECT place::int - 1 AS n) AS numbered`,
      [platformId, CUSTOMERS],
    );
    await db.pool.query('ANALYZE accounts');
  });

  const banking = { funding: { SANDBOX: { instructionsFor: () => [] } } } as never;
  const list = (db: typeof app.database.db, filter: object) =>
    listCustomerAccounts({ db, banking }, platformId, filter);

  it('has wallets, at most a hundred accounts with money, and then the others', async () => {
    const filter = { customerId: undefined, limit: 100 };
    let cursor: string | undefined = makeCursor(`WALLETS USDB ${account(60)} `);
    const found: any[] = [];
    for (let page = 0; page < 3; page++) {
      const { data, nextCursor } = await list(app.database.db, { ...filter, cursor });
      found.push(...data);
      cursor = nextCursor;
      // The cursor fits into a URL.
      expect(cursor?.length).toBeLessThan(4_000);
    }
    const amounts = found.map(({ type, balance }) =>
      type === 'EMBEDDED_WALLET' ? 'wallet' : Math.sign(balance.amount),
    );
    expect(amounts.slice(0, 110)).toEqual([...Array(10).fill('wallet'), ...Array(100).fill(1)]);
    expect(amounts.slice(110)).toContain(0);
    expect(new Set(found.map(({ id }) => id)).size).toBe(300);
  });

  it('leaves all indexes alone when a posting neither fills nor empties an account', async () => {
    const client = await app.database.db.pool.connect();
    const add = async (amount: number): Promise<number> => {
      await client.query('UPDATE accounts SET posted = posted + $1 WHERE platform_id = $2 AND id = $3', [
        amount,
        platformId,
        account(61),
      ]);
      const { rows } = await client.query(
        `SELECT pg_stat_get_xact_tuples_hot_updated('accounts'::regclass)::int AS hot`,
      );
      return rows[0].hot;
    };
    try {
      await client.query('BEGIN');
      expect([await add(5), await add(7), await add(-3)]).toEqual([0, 1, 2]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it.each([
    ['the first page', {}],
    ['a page of wallets', { cursor: makeCursor(`WALLETS USDB ${account(18_000)} `) }],
    ['the page between wallets and accounts with money', { cursor: makeCursor(`WALLETS USDB ${account(12)} `) }],
    ['a page of accounts with money', { cursor: makeCursor(`FUNDED EUR ${account(18_002)} `) }],
    ['a page of other accounts', { cursor: makeCursor(`OTHERS GBP ${account(18_003)} `) }],
    ['the last page', { cursor: makeCursor(`OTHERS USDC ${account(35_990)} `) }],
    ['the wallets', { type: 'EMBEDDED_WALLET' }],
    ['the accounts of a currency', { currency: 'GBP' }],
    ['the accounts of a currency that nobody holds', { currency: 'MXN' }],
    ['the accounts of a customer', { customerId: 'Customer:77' }],
  ])('reads little more than %s', async (_, filter) => {
    // A list that was too long to count is not counted again for a minute.
    await list(app.database.db, filter);
    const nodes = await plansOf(app.database.db, (db) => list(db, filter));
    const visited = nodes.map(
      (node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0),
    );
    // The list counts 6,000 accounts of a type or a currency, but not longer lists.
    const isCounted = 'currency' in filter || 'type' in filter;
    expect(Math.max(...visited)).toBeLessThan(isCounted ? 6_200 : 200);
  });
});
