import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compact } from '../src/engine/request-log/compaction.ts';
import { listRequests, type RequestFilter } from '../src/engine/request-log/history.ts';
import { RequestLog, type RequestLogLine } from '../src/engine/request-log/log.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { type Sql, sql } from '../src/foundation/db/sql.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../src/foundation/kernel/clock.ts';
import { earliestUuid, uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { plansOf } from './support/plans.ts';
import { storedLines } from './support/request-lines.ts';

const KEEP = 1_000_000;
/** Lines of a block, and of a summary of a log that keeps this many. */
const FULL = 64;
const SUMMARIZED = 4_096;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ config: { requestLogKeep: KEEP } });
  other = await TestApp.start({ beside: app, config: { requestLogKeep: KEEP } });
  // Each test decides when the log is compacted.
  for (const { app: one } of [app, other]) one.housekeeping.stop();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const db = (): Database => app.database.db;
const start = Date.now() - 24 * HOUR_MS;
const idAt = (ms: number): string => `${earliestUuid(new Date(start + ms)).slice(0, 14)}${uuidv7().slice(14)}`;

/** A request of a quiet platform, `ms` after the first. */
const line = (client: Client, ms: number, members: Partial<RequestLogLine> = {}): RequestLogLine => ({
  platformId: client.platformId,
  id: idAt(ms),
  at: new Date(start + ms),
  method: 'POST',
  path: `/api/2025-10-13/quotes/Quote:${uuidv7()}`,
  route: '/quotes',
  status: 201,
  durationMs: 1,
  tokenId: client.tokenId,
  isReplay: false,
  requestBody: { amount: ms },
  responseBody: undefined,
  ...members,
});

/** Fewer than are dropped, together with the requests of the test. */
const AT_ONCE = 200;

async function write(lines: readonly RequestLogLine[], log: RequestLog = app.app.requestLog): Promise<void> {
  for (let i = 0; i < lines.length; i += AT_ONCE) {
    for (const one of lines.slice(i, i + AT_ONCE)) log.add(() => one);
    await log.flush();
  }
}

/** One request a second, so that each block holds two or three. */
const quietLines = (client: Client, count: number, from = 0): RequestLogLine[] =>
  Array.from({ length: count }, (_, i) =>
    line(
      client,
      (from + i) * SECOND_MS,
      i % 50 === 7 ? { status: 400, code: 'INVALID_INPUT', route: '/customers' } : {},
    ),
  );

/** Without the blocks of requests by which the test reads the log. */
const blocksOf = ({ platformId }: Client, before = idAt(12 * HOUR_MS)) =>
  db().read<{ last_id: string; line_count: number; is_merged: boolean }>(sql`
    SELECT last_id, line_count, is_merged FROM request_log_blocks
    WHERE platform_id = ${platformId} AND last_id < ${before}::uuid ORDER BY last_id`);

/** Stored lines of the platform, without those by which the test reads the log. */
const linesOf = async ({ platformId }: Client) =>
  (await storedLines(db())).filter((one) => one.platformId === platformId && one.method !== 'GET');

/** Ids of all requests on pages over HTTP, and the total of the first page. */
async function walk(client: Client, query: Record<string, string>, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  let cursor: string | undefined;
  let total: number | undefined;
  do {
    const search = new URLSearchParams({ until: new Date(start + 12 * HOUR_MS).toISOString(), ...query });
    if (cursor !== undefined) search.set('cursor', cursor);
    const { status, body } = await client.get(`/request-log?${search}`);
    expect(status).toBe(200);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    total ??= body.totalCount;
    cursor = body.nextCursor;
    await between();
  } while (cursor !== undefined);
  return { ids, total };
}

const newestFirst = (lines: readonly RequestLogLine[]): string[] =>
  lines
    .map(({ id }) => id)
    .sort()
    .reverse();

describe('the request log of a quiet platform', () => {
  it('is merged into full blocks, and every page, total and request stays the same', async () => {
    const client = await app.newPlatform();
    const lines = quietLines(client, 1_000);
    await write(lines);
    const stored = await linesOf(client);
    const queries: Record<string, string>[] = [
      { limit: '100' },
      { limit: '7', statusClass: '4xx' },
      { limit: '30', route: '/quotes' },
      { limit: '3', resourceId: lines[500]?.path.split('/').at(-1) ?? '' },
      { limit: '100', since: new Date(start + 300 * SECOND_MS).toISOString(), path: '/api/2025-10-13/quotes' },
    ];
    const before = await Promise.all(queries.map((query) => walk(client, query)));
    expect(before[0]).toEqual({ ids: newestFirst(lines), total: 1_000 });
    expect(before.map(({ ids }) => ids.length)).toEqual([1_000, 20, 980, 1, 700]);
    expect((await blocksOf(client)).length).toBeGreaterThan(300);

    await Promise.all([app.app.housekeeping.run(), other.app.housekeeping.run()]);
    const merged = await blocksOf(client);
    expect(merged.length).toBeLessThan(1_000 / FULL + FULL);
    expect(merged.filter(({ is_merged }) => is_merged).length).toBeGreaterThan(10);
    expect(await Promise.all(queries.map((query) => walk(client, query)))).toEqual(before);
    expect(await linesOf(client)).toEqual(stored);
    for (const { id, requestBody } of [lines[0], lines[499], lines[999]] as RequestLogLine[]) {
      expect((await client.get(`/request-log/${id}`)).body).toMatchObject({ id, requestBody });
    }
    await app.app.housekeeping.run();
    expect(await blocksOf(client)).toEqual(merged);
  });

  it('never merges blocks that others may still be written beside', async () => {
    const client = await app.newPlatform();
    for (let i = 0; i < 5; i++) {
      await client.get('/config');
      await app.app.requestLog.flush();
    }
    const blocks = () => blocksOf(client, earliestUuid(new Date(Date.now() + MINUTE_MS)));
    const before = await blocks();
    await app.app.housekeeping.run();
    expect([before.length, await blocks()]).toEqual([5, before]);
  });

  it('shows each request once while it is merged, summarized and written by two servers', async () => {
    const client = await app.newPlatform();
    const lines = quietLines(client, 3_000);
    const late = Array.from({ length: 60 }, (_, i) => line(client, i * MINUTE_MS - 500));
    await write(lines);
    const expected = new Set(lines.map(({ id }) => id));
    let merged = 0;
    const compactMore = () => {
      merged += 45 * SECOND_MS;
      return compact(db(), { maxLines: FULL, summaryLines: 512, before: idAt(merged) });
    };
    const writeLate = async () => {
      for (const [i, one] of late.entries()) await write([one], (i % 2 ? app : other).app.requestLog);
    };
    const pages = (query: Record<string, string>) => walk(client, query, compactMore);
    const [all, errors, routes] = await Promise.all([
      pages({ limit: '100' }),
      pages({ limit: '2', statusClass: '4xx' }),
      pages({ limit: '90', route: '/quotes' }),
      writeLate(),
    ]);
    const shown = (ids: readonly string[]) => ids.filter((id) => expected.has(id));
    expect(shown(all.ids)).toEqual(newestFirst(lines));
    expect(errors.ids).toEqual(newestFirst(lines.filter(({ status }) => status === 400)));
    expect(shown(routes.ids)).toEqual(newestFirst(lines.filter(({ status }) => status === 201)));
    for (const { ids } of [all, errors, routes]) expect(new Set(ids).size).toBe(ids.length);

    await Promise.all([app.app.housekeeping.run(), other.app.housekeeping.run()]);
    const ids = newestFirst([...lines, ...late]);
    expect(await walk(client, { limit: '100' })).toEqual({ ids, total: ids.length });
    const quotes = newestFirst([...lines, ...late].filter(({ status }) => status === 201));
    expect(await walk(client, { limit: '100', route: '/quotes' })).toEqual({ ids: quotes, total: quotes.length });
  });

  it('shows each request once if blocks are merged between two reads of the same page', async () => {
    for (const filter of [{}, { path: '/api/2025-10-13/quotes' }, { statusClass: '4xx' }] as RequestFilter[]) {
      const client = await app.newPlatform();
      const lines = quietLines(client, 400);
      await write(lines);
      let merged = 0;
      const read = async (statement: Sql) => {
        const rows = await db().read(statement);
        merged += 40 * SECOND_MS;
        await compact(db(), { maxLines: FULL, summaryLines: 128, before: idAt(merged) });
        return rows;
      };
      const racing = { read } as unknown as Database;
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listRequests(racing, client.platformId, { limit: 60, cursor, ...filter });
        ids.push(...page.data.map((one) => (one as { id: string }).id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      const matching = lines.filter(({ status }) => filter.statusClass === undefined || status === 400);
      expect([filter, ids]).toEqual([filter, newestFirst(matching)]);
      expect((await blocksOf(client)).some(({ is_merged }) => is_merged)).toBe(true);
    }
  });
});

describe('a long request log', () => {
  it('finds and counts rare requests by its summaries, also those of slow requests that are written later', async () => {
    const client = await app.newPlatform();
    const busy = (count: number, from: number) => Array.from({ length: count }, (_, i) => line(client, from + i * 100));
    const tokenId = `Token:${uuidv7()}`;
    const rare = (ms: number) =>
      line(client, ms, {
        method: 'PUT',
        route: '/rare',
        path: '/rare/Card:01900000-0000-7000-8000-000000000001',
        status: 409,
        code: 'CONFLICT',
        tokenId,
      });
    const first = rare(10_050);
    await write([...busy(5 * SUMMARIZED, 0), first]);
    await app.app.housekeeping.run();
    const [count] = await db().read<{ count: bigint }>(
      sql`SELECT count(*) FROM request_log_summaries WHERE platform_id = ${client.platformId}`,
    );
    expect(Number(count?.count)).toBe(4);
    const filters: RequestFilter[] = [
      { method: 'PUT' },
      { route: '/rare' },
      { path: '/rare' },
      { tokenId },
      { status: 409 },
      { statusClass: '4xx' },
      { code: 'CONFLICT' },
      { resourceId: 'Card:01900000-0000-7000-8000-000000000001' },
    ];
    for (const filter of filters) {
      const query = new URLSearchParams(filter as Record<string, string>);
      const { body } = await client.get(`/request-log?${query}`);
      expect([filter, body.data.map(({ id }: { id: string }) => id), body.totalCount]).toEqual([filter, [first.id], 1]);
    }
    // Blocks behind the summaries, and those of the one that has a match. Without a filter, the summaries have the total.
    for (const filter of [...filters, {}]) {
      const plans = await plansOf(db(), (reader) => listRequests(reader, client.platformId, filter));
      const examined = plans
        .filter((node) => node['Relation Name'] === 'request_log_blocks')
        .map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
      const isFew = (most: number): boolean => most <= 2 * FULL + 16;
      expect([filter, Math.max(...examined)]).toEqual([filter, expect.toSatisfy(isFew)]);
    }

    const later = rare(90_050);
    await write([later], other.app.requestLog);
    for (const filter of filters) {
      const query = new URLSearchParams(filter as Record<string, string>);
      const { body } = await client.get(`/request-log?${query}`);
      expect([filter, body.data.map(({ id }: { id: string }) => id), body.totalCount]).toEqual([
        filter,
        [later.id, first.id],
        2,
      ]);
    }
    const { body: frequent } = await client.get('/request-log?route=/quotes&limit=100');
    expect([frequent.data.length, frequent.totalCount, frequent.hasMore]).toEqual([100, undefined, true]);
  });

  it('is removed in whole summaries, at most a hundredth later than the setting says', async () => {
    const client = await app.newPlatform();
    const keep = 52_000;
    const log = new RequestLog({ db: db(), keep, onDropped: () => expect.unreachable() });
    const lines = Array.from({ length: 54_000 }, (_, i) =>
      line(client, i * 100, { route: i % 10 ? '/quotes' : '/tenth' }),
    );
    await write(lines, log);
    await log.compact();
    await log.prune();
    const stored = await linesOf(client);
    expect(stored.length).toBeGreaterThanOrEqual(keep);
    expect(stored.length).toBeLessThan(keep * 1.011);
    expect(stored[0]?.id).toBe(newestFirst(lines)[stored.length - 1]);
    const { body } = await client.get('/request-log?route=/tenth');
    expect(body.totalCount).toBe(stored.filter(({ route }) => route === '/tenth').length);
  });
});
