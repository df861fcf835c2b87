import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fc } from '../../../server/test/support/seed.ts';
import { withFirst } from '../src/api/loaded-pages.ts';
import { inBrowser } from './support/browser.ts';

inBrowser();

const rows = (...ids: (number | string)[]) => ids.map((id) => ({ id: String(id) }));
const listOf = (...pages: { id: string }[][]) => ({
  pages: pages.map((data, at) => ({ data, hasMore: at < pages.length - 1, nextCursor: `after ${at}` })),
  pageParams: pages.map((_, at) => (at === 0 ? undefined : `after ${at - 1}`)),
});

describe('a long list with its newest rows', () => {
  it('has them at its begin, and all other rows and cursors as before', () => {
    const list = listOf(rows(3, 2, 1), rows(0, -1));
    expect(withFirst(list, { data: rows(5, 4, 3) })).toEqual({
      ...list,
      pages: [{ ...list.pages[0], data: rows(5, 4, 3, 2, 1) }, list.pages[1]],
    });
  });

  it('has rows that changed as they are now, and lacks those that are gone', () => {
    const list = listOf([{ id: '3', status: 'old' }, ...rows(2, 1)] as { id: string }[], rows(0));
    const fresh = [{ id: '3', status: 'new' }, ...rows(1)] as { id: string }[];
    expect(withFirst(list, { data: fresh })?.pages[0]?.data).toEqual(fresh);
  });

  it('is unknown where the newest rows do not reach the ones that were read', () => {
    expect(withFirst(listOf(rows(3, 2, 1)), { data: rows(9, 8, 7) })).toBeUndefined();
    expect(withFirst(listOf(rows(3, 2, 1)), { data: [] })).toBeUndefined();
    expect(withFirst(listOf([]), { data: rows(1) })).toBeUndefined();
    expect(withFirst({ pages: [], pageParams: [] }, { data: rows(1) })).toBeUndefined();
  });

  it('compares rows without ids by their members', () => {
    const figures = [
      { code: 'A', count: 1 },
      { code: 'B', count: 2 },
    ];
    const list = { pages: [{ data: figures }], pageParams: [undefined] };
    const fresh = [
      { code: 'C', count: 1 },
      { code: 'A', count: 1 },
    ];
    expect(withFirst(list, { data: fresh })?.pages[0]?.data).toEqual([...fresh, { code: 'B', count: 2 }]);
  });

  it('is what reading it anew would return, as long as fewer rows are new than a page has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(49), (before, added) => {
        const all = rows(...Array.from({ length: before + added }, (_, at) => before + added - at));
        const old = all.slice(added);
        const list = listOf(old.slice(0, 50), old.slice(50));
        expect(withFirst(list, { data: all.slice(0, 50) })?.pages.flatMap(({ data }) => data)).toEqual(all);
      }),
    );
  });
});

describe('the names of the parties in a list', () => {
  let idsIn: typeof import('../src/pages/payments/parties.ts')['idsIn'];
  let findParties: typeof import('../src/pages/payments/parties.ts')['findParties'];
  beforeAll(async () => {
    ({ idsIn, findParties } = await import('../src/pages/payments/parties.ts'));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const idOf = (type: string, n: number) => `${type}:01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

  /** Serves lists of the API with the rows whose ids are requested, and records the requests. */
  function serve(known: readonly { id: string }[]): string[] {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (input: string) => {
      const { pathname, searchParams } = new URL(input);
      const ids = searchParams.get('ids')?.split(',') ?? [];
      requests.push(`${pathname.split('/').slice(3).join('/')} ${ids.length}`);
      const isPlatform = pathname.includes('/platform/');
      const data = known.filter((row) => ids.includes(row.id) && 'isPlatform' in row === isPlatform);
      return Response.json({ data, hasMore: false });
    });
    return requests;
  }
  const signal = new AbortController().signal;
  const customer = (n: number, fullName: string) => ({
    id: idOf('Customer', n),
    customerType: 'INDIVIDUAL',
    fullName,
    platformCustomerId: `c-${n}`,
    region: 'GB',
  });

  it('are requested for the ids in its rows, once for each and wherever they are', () => {
    const [ada, account] = [idOf('Customer', 1), idOf('InternalAccount', 2)];
    const row = { customerId: ada, source: { accountId: account }, note: `of ${ada}`, id: idOf('Transaction', 3) };
    expect(idsIn([row, [{ text: idOf('ExternalAccount', 4) }], null, 7])).toEqual([
      ...[ada, account, idOf('ExternalAccount', 4)],
    ]);
    expect(idsIn(row)).toBe(idsIn(row));
  });

  it('are those of customers, of the owners of accounts and of the holders of external accounts', async () => {
    serve([
      customer(1, 'Ada'),
      { id: idOf('Customer', 2), customerType: 'BUSINESS', platformCustomerId: 'c-2' } as { id: string },
      { id: idOf('InternalAccount', 3), customerId: idOf('Customer', 1) } as { id: string },
      { id: idOf('ExternalAccount', 4), accountInfo: { beneficiary: { legalName: 'ACME' }, country: 'DE' } } as {
        id: string;
      },
      { id: idOf('ExternalAccount', 5), isPlatform: true, accountInfo: { beneficiary: { fullName: 'Bob' } } } as {
        id: string;
      },
    ]);
    const ids = [
      ...[1, 2].map((n) => idOf('Customer', n)),
      ...[3, 9].map((n) => idOf('InternalAccount', n)),
      ...[4, 5, 9].map((n) => idOf('ExternalAccount', n)),
    ];
    const found = await findParties(new QueryClient(), ids, signal);
    expect(ids.map((id) => found.get(id))).toEqual([
      { name: 'Ada', country: 'GB' },
      { name: 'c-2', country: undefined },
      { name: 'Ada', country: 'GB' },
      null,
      { name: 'ACME', country: 'DE' },
      { name: 'Bob', country: undefined },
      null,
    ]);
  });

  it('take one request for each kind and hundred ids', async () => {
    const requests = serve([]);
    const ids = Array.from({ length: 201 }, (_, n) => idOf('Customer', n));
    await findParties(new QueryClient(), ids, signal);
    expect(requests).toEqual(['customers 100', 'customers 100', 'customers 1']);
  });

  it('are requested again only after a minute, also those that do not exist', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const requests = serve([customer(1, 'Ada')]);
    const client = new QueryClient();
    const ids = [idOf('Customer', 1), idOf('Customer', 2)];
    await findParties(client, ids, signal);
    vi.setSystemTime(Date.now() + 59_000);
    const found = await findParties(client, ids, signal);
    expect([requests, found.get(ids[0]!), found.get(ids[1]!)]).toEqual([
      ['customers 2'],
      { name: 'Ada', country: 'GB' },
      null,
    ]);
    vi.setSystemTime(Date.now() + 2_000);
    await findParties(client, ids, signal);
    expect(requests).toEqual(['customers 2', 'customers 2']);
  });
});

describe('a search', () => {
  it('finds the page of each resource, and the requests about one that has none', async () => {
    const { searchSource } = await import('../src/shell/palette-search.ts');
    const found = (type: string, id: string) => ({ type, id, title: id, subtitle: 'Acme', createdAt: '' });
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (input: string) => {
      asked.push(new URL(input).searchParams.get('q') ?? '');
      const data = [
        found('TRANSACTION', 'Transaction:1'),
        found('QUOTE', 'Quote:2'),
        found('CUSTOMER', 'Customer:3'),
        found('CARD', 'Card:4'),
        found('REQUEST', '01900000-0000-7000-8000-000000000005'),
        found('TOKEN', 'Token:6'),
      ];
      return Response.json({ data });
    });
    const choices = await searchSource('a & b', new AbortController().signal);
    expect(asked).toEqual(['a & b']);
    expect(choices.map(({ href }) => href)).toEqual([
      '/payments/Transaction:1',
      '/payments/Transaction:2',
      '/customers/Customer:3',
      '/cards/Card:4',
      '/developers/requests?request=01900000-0000-7000-8000-000000000005',
      '/developers/requests?resourceId=Token%3A6',
    ]);
    expect(choices[0]).toMatchObject({ label: 'Transaction:1', note: 'Transaction …1 · Acme', kind: 'Transaction' });
  });
});

describe('a finding that needs attention', () => {
  it('is said with its number, and with "more than" where more were not counted', async () => {
    const { stateOf, titleOf } = await import('../src/pages/home/findings.tsx');
    const title = titleOf('event was', 'events were', 'not delivered');
    expect([title(1, ''), title(2, ''), title(20, 'more than ')]).toEqual([
      '1 event was not delivered',
      '2 events were not delivered',
      'More than 20 events were not delivered',
    ]);
    const page = {
      data: [
        { createdAt: '2026-11-17', type: 'A' },
        { createdAt: '2026-11-16', type: 'B' },
      ],
      hasMore: true,
    };
    expect(stateOf(page, ({ type }) => type)).toEqual({ count: 2, hasMore: true, latest: 'A', at: '2026-11-17' });
    const none = { data: [] as { createdAt: string }[], hasMore: false };
    expect(stateOf(none, () => 'x')).toEqual({ count: 0, hasMore: false, latest: undefined, at: undefined });
  });
});
