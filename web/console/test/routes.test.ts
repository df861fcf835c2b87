import { parse } from 'regexparam';
import { beforeAll, describe, expect, it } from 'vitest';
import { idTypes } from '../../../server/src/foundation/kernel/ids.ts';
import { fc } from '../../../server/test/support/seed.ts';
import type { OpenSession } from '../src/api/use-session.ts';
import {
  type ApiRequest,
  decodedParams,
  openPage,
  operatorReads,
  type PageRoute,
  reads,
  sections,
} from '../src/page-route.ts';
import { pathOfRequest, pathOfRequestsAbout, pathOfResource } from '../src/parts/resource-path.ts';
import { inBrowser, ORIGIN } from './support/browser.ts';

inBrowser();

const API = '/api/2025-10-13';
const ID = '01900000-0000-7000-8000-00001f3a9c02';

let routes: readonly PageRoute[];
let requestAt: typeof import('../src/shell/request-at.ts')['requestAt'];
beforeAll(async () => {
  ({ routes } = await import('../src/routes.ts'));
  ({ requestAt } = await import('../src/shell/request-at.ts'));
});

const shownAt = async (path: string): Promise<ApiRequest | undefined> =>
  await requestAt(routes, new URL(`${ORIGIN}/console${path}`), parse);
const pathShownAt = async (path: string): Promise<string | undefined> => (await shownAt(path))?.path;

const session = (changes: Partial<OpenSession>): OpenSession => ({
  id: 'Session:1',
  kind: 'TOKEN',
  platform: null,
  current: null,
  permissions: ['VIEW'],
  expiresAt: '2026-11-18T00:00:00Z',
  logOut: () => {},
  choosePlatform: () => {},
  ...changes,
});
const sandbox = { id: 'Platform:1', name: 'Acme', mode: 'SANDBOX' } as const;
const production = { ...sandbox, mode: 'PRODUCTION' } as const;
const pathsFor = (open: OpenSession): string[] =>
  routes.filter(({ isFor }) => isFor?.(open) ?? true).map(({ path }) => path);

describe('the pages', () => {
  it('have paths and keys of their own', () => {
    const paths = routes.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const keys = routes.flatMap(({ menu }) => (menu?.key ? [menu.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toSatisfy((all: string[]) => all.every((key) => /^[a-z]$/.test(key)));
  });

  it('are each in a section that the navigation shows', () => {
    const used = new Set(routes.flatMap(({ menu }) => (menu ? [menu.section] : [])));
    expect([...used].sort()).toEqual([...sections].sort());
  });

  it('with a fixed path come before those with an id in the same place', () => {
    routes.forEach(({ path }, at) => {
      if (path.includes(':')) return;
      const earlier = routes.slice(0, at).filter((one) => parse(one.path).pattern.test(path));
      expect([path, earlier.map((one) => one.path)]).toEqual([path, []]);
    });
  });

  it('of operators are hidden from tokens, and those of a platform until one is chosen', () => {
    const operator = session({ kind: 'OPERATOR' });
    expect(pathsFor(operator)).toContain('/operations/reviews');
    expect(pathsFor(operator)).not.toContain('/payments');
    expect(pathsFor({ ...operator, current: production })).toContain('/payments');
    expect(pathsFor(session({ current: sandbox })).filter((path) => path.startsWith('/operations'))).toEqual([]);
  });

  it('of the sandbox are hidden on platforms that move real money', () => {
    expect(pathsFor(session({ current: sandbox }))).toEqual(expect.arrayContaining(['/sandbox', '/developers/flows']));
    expect(pathsFor(session({ current: production })).filter((path) => /sandbox|flows$/.test(path))).toEqual([
      '/ledger/flows',
    ]);
  });
});

describe('the open page of the navigation', () => {
  const listed = () => routes.filter((page) => page.menu !== undefined) as Parameters<typeof openPage>[0];

  it('is the page itself, or the nearest one above it', () => {
    const openAt = (path: string) => openPage(listed(), path)?.path;
    expect(openAt('/payments')).toBe('/payments');
    expect(openAt(`/payments/Transaction:${ID}`)).toBe('/payments');
    expect(openAt('/ledger/accounts/suspense:USD')).toBe('/ledger/accounts');
    expect(openAt('/ledger')).toBe('/ledger');
    expect(openAt('/')).toBe('/');
  });

  it('is none for a path that only begins with the same letters, or that no page has', () => {
    expect(openPage(listed(), '/paymentsandmore')).toBeUndefined();
    expect(openPage(listed(), '/nowhere')).toBeUndefined();
  });
});

describe('the parameters of a path', () => {
  it('are decoded, also characters that the router leaves encoded', () => {
    expect(decodedParams({ 0: 'x', id: `InternalAccount%3A${ID}` })).toEqual({ 0: 'x', id: `InternalAccount:${ID}` });
    expect(decodedParams({ id: '%E0%A4%A' })).toEqual({ id: '%E0%A4%A' });
  });
});

describe('the request of a page', () => {
  it('reads a list with the filters that the operation has', () => {
    const request = reads('/customers', ['region', 'customerType']);
    expect(request({}, new URLSearchParams('region=AT&customerType=&page=2'))).toEqual({
      method: 'GET',
      path: `${API}/customers?region=AT`,
    });
    expect(operatorReads('/operator/jobs')({}, new URLSearchParams())).toEqual({
      method: 'GET',
      path: '/operator/jobs',
    });
  });

  it('is that of the page at the address', async () => {
    expect(await pathShownAt('/customers?region=AT&sort=name')).toBe(`${API}/customers?region=AT`);
    expect(await pathShownAt(`/customers/Customer:${ID}`)).toBe(`${API}/customers/Customer:${ID}`);
    expect(await pathShownAt(`/payments/Transaction:${ID}`)).toBe(`${API}/transactions/Transaction:${ID}`);
    expect(await pathShownAt('/ledger/accounts/suspense:USD?since=2026-01-01T00:00:00Z')).toBe(
      `${API}/ledger/accounts/suspense:USD/entries?since=2026-01-01T00%3A00%3A00Z`,
    );
    expect(await pathShownAt('/operations/actions?operatorId=Operator:1')).toBe(
      '/operator/actions?operatorId=Operator%3A1',
    );
  });

  it('has the id of an encoded address once encoded', async () => {
    expect(await pathShownAt(`/ledger/accounts/InternalAccount%3A${ID}`)).toBe(
      `${API}/ledger/accounts/InternalAccount:${ID}/entries`,
    );
  });

  it('of payments has the days of the filters as a period', async () => {
    expect(await pathShownAt('/payments?status=FAILED&since=2026-01-02&until=2026-01-03')).toBe(
      `${API}/transactions?status=FAILED&startDate=2026-01-02T00%3A00%3A00Z&endDate=2026-01-03T23%3A59%3A59.999Z`,
    );
  });

  it('of an event is that of the event while its sheet is open', async () => {
    expect(await pathShownAt(`/developers/webhooks?status=FAILED`)).toBe(`${API}/webhooks/events?status=FAILED`);
    expect(await pathShownAt(`/developers/webhooks?status=FAILED&event=Webhook:${ID}`)).toBe(
      `${API}/webhooks/events/Webhook:${ID}`,
    );
  });

  it('is none for pages that show no single request, and for paths that no page has', async () => {
    for (const path of ['/sandbox', '/payments/new', '/nowhere', '/customers/a/b', '']) {
      expect([path, await shownAt(path)]).toEqual([path, undefined]);
    }
  });

  it('has the id of an address that cannot be decoded as it is', async () => {
    expect(await pathShownAt('/customers/%E0%A4%A')).toBe(`${API}/customers/%25E0%25A4%25A`);
  });

  it('names the resource of every address, whatever its id is', async () => {
    // A browser resolves the segments . and .. of an address.
    const ids = fc
      .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.stringMatching(/^[$%&?#:/'" A-F0-9]{1,9}$/))
      .filter((id) => !['.', '..'].includes(id));
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        const path = await pathShownAt(`/customers/${encodeURIComponent(id)}`);
        const { pathname, search } = new URL(path ?? '', ORIGIN);
        expect([decodeURIComponent(pathname), search]).toEqual([`${API}/customers/${id}`, '']);
      }),
    );
  });
});

describe('the page of a resource', () => {
  const opened = {
    Transaction: [`/payments/Transaction:${ID}`, '/payments/:id'],
    CardTransaction: [`/payments/CardTransaction:${ID}`, '/payments/:id'],
    Quote: [`/payments/Transaction:${ID}`, '/payments/:id'],
    Customer: [`/customers/Customer:${ID}`, '/customers/:id'],
    Card: [`/cards/Card:${ID}`, '/cards/:id'],
    InternalAccount: [`/ledger/accounts/InternalAccount:${ID}`, '/ledger/accounts/:id'],
    Webhook: [`/developers/webhooks?event=Webhook:${ID}`, '/developers/webhooks'],
    Message: ['/sandbox', '/sandbox'],
  };

  const patternOf = (href: string): string | undefined => {
    const { pathname } = new URL(href, ORIGIN);
    return routes.find(({ path }) => parse(path).pattern.test(pathname))?.path;
  };

  it('is a page that exists, for every type of id', () => {
    const found = idTypes.flatMap((type) => {
      const href = pathOfResource(`${type}:${ID}`);
      return href === undefined ? [] : [[type, [href, patternOf(href)]]];
    });
    expect(Object.fromEntries(found)).toEqual(opened);
  });

  it('is found for ids of these types only', () => {
    for (const id of ['', ID, 'Nothing:1', 'toString:1']) expect(pathOfResource(id)).toBeUndefined();
  });

  it('is that of the requests for a logged request, and for a resource without a page', () => {
    expect(patternOf(pathOfRequest(ID))).toBe('/developers/requests');
    expect(pathOfRequestsAbout('Token:a&b')).toBe('/developers/requests?resourceId=Token%3Aa%26b');
  });
});
