import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDue, claimNext, enqueue, finish, type Job } from '../src/engine/jobs/queue.ts';
import type { JobHandlers } from '../src/engine/jobs/worker.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../src/foundation/kernel/clock.ts';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { setClock } from '../src/parties/platforms/platforms.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { until } from './support/server-process.ts';

/** Replaces the system clock. Only the test moves it. */
let wall: HandClock;
let app: TestApp;
let client: Client;
const others: TestApp[] = [];
/** Calls of the handlers, with the resource and the platform's time. */
let ran: { resourceId: string; now: Date }[] = [];

const record = (job: Job, now: Date): void => void ran.push({ resourceId: job.resourceId, now });

const add = (
  job: { kind?: string; resourceId: string; runAt: Date; clockOffsetMs?: number },
  { platformId } = client,
) =>
  apply(app.database.db, {
    effects: [enqueue([{ kind: 'note', createdAt: wall.at, clockOffsetMs: 0, ...job, platformId }])],
  });

const jobHandlers: JobHandlers = {
  note: { run: async (job, now) => record(job, now) },
  /** Enqueues a job for the same time, and one for a minute later. */
  parent: {
    run: async (job, now) => {
      record(job, now);
      const { clockOffsetMs } = job;
      await add({ resourceId: 'child at once', runAt: now, clockOffsetMs });
      await add({ resourceId: 'child later', runAt: addMs(now, MINUTE_MS), clockOffsetMs });
      // Gives workers time to run the first job too early, which they must not.
      for (const { app: any } of [app, ...others]) any.worker.wake();
      await sleep(50);
    },
  },
  /** Enqueues a job that was due a minute ago. */
  late: {
    run: async (job, now) => {
      record(job, now);
      await add({ resourceId: 'overdue', runAt: addMs(now, -MINUTE_MS), clockOffsetMs: job.clockOffsetMs });
    },
  },
  flaky: {
    run: async (job, now) => {
      record(job, now);
      if (job.attempts < 3) throw new Error('not yet');
    },
  },
  hopeless: {
    maxAttempts: 3,
    run: async () => {
      throw new Error('never');
    },
  },
  slow: {
    run: async (job, now) => {
      await sleep(50);
      record(job, now);
    },
  },
};

beforeEach(async () => {
  wall = new HandClock();
  ran = [];
  app = await TestApp.start({ clock: wall, jobHandlers });
  client = app.client;
});

afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
  await app.stop();
});

async function startAnother(): Promise<TestApp> {
  const other = await TestApp.start({ beside: app, clock: wall, jobHandlers });
  others.push(other);
  return other;
}

const advance = (seconds: number, by = client) => by.post('/sandbox/clock/advance', { seconds });

const seen = (): string[] => ran.map(({ resourceId }) => resourceId);

describe("a sandbox platform's clock", () => {
  test('returns its time, its offset and its pending jobs in order', async () => {
    await add({ resourceId: 'second', runAt: wall.in(120) });
    await add({ resourceId: 'first', runAt: wall.in(60) });
    const { status, body } = await client.get('/sandbox/clock');
    expect(status).toBe(200);
    expect(body).toEqual({
      now: wall.at.toISOString(),
      offsetSeconds: 0,
      pending: [
        { at: wall.in(60).toISOString(), kind: 'note', resourceId: 'first', title: 'note' },
        { at: wall.in(120).toISOString(), kind: 'note', resourceId: 'second', title: 'note' },
      ],
      pendingCount: 2,
    });
  });

  test('can be advanced from a second to a year at a time', async () => {
    for (const seconds of [0, -1, 1.5, 366 * 86_400 + 1, '60', null]) {
      const { status, body } = await client.post('/sandbox/clock/advance', { seconds });
      expect([seconds, status, body.details?.errors?.[0]?.field]).toEqual([seconds, 400, 'seconds']);
    }
    expect((await advance(1)).body).toEqual({ now: wall.in(1).toISOString(), offsetSeconds: 1, happened: [] });
    expect((await advance(366 * 86_400)).body).toMatchObject({ offsetSeconds: 1 + 366 * 86_400 });
  });

  test('goes on with the time of the machine from where it was advanced to', async () => {
    await advance(600);
    wall.move(5 * SECOND_MS);
    const { body } = await client.get('/sandbox/clock');
    expect(body).toMatchObject({ now: wall.in(600).toISOString(), offsetSeconds: 600 });
  });

  test('is the clock its jobs wait on', async () => {
    await advance(600);
    await add({ resourceId: 'soon', runAt: wall.in(610), clockOffsetMs: 600_000 });
    await add({ resourceId: 'now', runAt: wall.in(600), clockOffsetMs: 600_000 });
    await until(() => seen().length === 1, 'the job that is due');
    wall.move(10 * SECOND_MS);
    await until(() => seen().length === 2, 'the job that has fallen due');
    expect(ran).toEqual([
      { resourceId: 'now', now: wall.in(590) },
      { resourceId: 'soon', now: wall.in(600) },
    ]);
  });

  test('sets the timestamps of what its requests create', async () => {
    await advance(3_600);
    const { body } = await client.post('/tokens', { name: 'of the future', permissions: ['VIEW'] });
    expect(body.createdAt).toBe(wall.in(3_600).toISOString());
  });

  test('is not available in production', async () => {
    const production = await app.newPlatform('PRODUCTION');
    expect((await production.get('/sandbox/clock')).status).toBe(403);
    expect((await advance(60, production)).status).toBe(403);
  });

  test('is read with VIEW and advanced with TRANSACT', async () => {
    const viewer = await app.clientWith(['VIEW']);
    expect((await viewer.get('/sandbox/clock')).status).toBe(200);
    expect((await advance(60, viewer)).status).toBe(403);
    expect((await advance(60, await app.clientWith(['TRANSACT']))).status).toBe(200);
  });

  test('keeps its time over a restart, and so do the jobs that wait on it', async () => {
    await advance(600);
    await add({ resourceId: 'later', runAt: wall.in(1_200), clockOffsetMs: 600_000 });
    const restarted = client.at((await startAnother()).url);
    expect((await restarted.get('/sandbox/clock')).body.offsetSeconds).toBe(600);
    expect((await advance(599, restarted)).body.happened).toEqual([]);
    expect((await advance(1, restarted)).body.happened).toMatchObject([{ resourceId: 'later' }]);
  });
});

describe('advancing', () => {
  test('runs each job at the moment it is due, in order, and returns after the last', async () => {
    for (const seconds of [60, 10, 20, 61]) await add({ resourceId: `at ${seconds}`, runAt: wall.in(seconds) });
    const { status, body } = await advance(60);
    expect(status).toBe(200);
    expect(ran).toEqual([10, 20, 60].map((seconds) => ({ resourceId: `at ${seconds}`, now: wall.in(seconds) })));
    expect(body).toEqual({
      now: wall.in(60).toISOString(),
      offsetSeconds: 60,
      happened: [10, 20, 60].map((seconds) => ({
        at: wall.in(seconds).toISOString(),
        kind: 'note',
        resourceId: `at ${seconds}`,
        title: 'note',
      })),
    });
    expect((await client.get('/sandbox/clock')).body.pending).toMatchObject([{ resourceId: 'at 61' }]);
  });

  test('moves the clock from job to job, never beyond one that has not run', async () => {
    await add({ kind: 'slow', resourceId: 'slow', runAt: wall.in(100) });
    const advancing = advance(3_600);
    const elsewhere = client.at((await startAnother()).url);
    const offsets = new Set<number>();
    await until(async () => {
      const { body } = await elsewhere.get('/sandbox/clock');
      offsets.add(body.offsetSeconds);
      return body.offsetSeconds === 3_600;
    }, 'the end of the advance');
    expect((await advancing).status).toBe(200);
    for (const offset of offsets) expect([0, 100, 3_600]).toContain(offset);
  });

  test('runs the jobs that its jobs enqueue, each in its turn', async () => {
    await add({ kind: 'parent', resourceId: 'parent', runAt: wall.in(10) });
    await add({ resourceId: 'between', runAt: wall.in(40) });
    const { body } = await advance(300);
    const order = ['parent', 'child at once', 'between', 'child later'];
    expect(body.happened.map(({ resourceId }: Job) => resourceId)).toEqual(order);
    expect(ran).toEqual([10, 10, 40, 70].map((seconds, i) => ({ resourceId: order[i], now: wall.in(seconds) })));
  });

  test('keeps the workers of every process off the jobs of its platform', async () => {
    await startAnother();
    await add({ kind: 'parent', resourceId: 'parent', runAt: wall.in(10) });
    const { body } = await advance(300);
    expect(body.happened).toHaveLength(3);
    expect(seen()).toEqual(['parent', 'child at once', 'child later']);
  });

  test('runs an overdue job at once, and does not turn the clock back for it', async () => {
    await add({ kind: 'late', resourceId: 'parent', runAt: wall.in(120) });
    const { body } = await advance(180);
    expect(ran).toEqual(['parent', 'overdue'].map((resourceId) => ({ resourceId, now: wall.in(120) })));
    expect(body.happened).toMatchObject(['late', 'note'].map((kind) => ({ kind, at: wall.in(120).toISOString() })));
  });

  test('to the next event runs it and what falls due with it, and says where the clock is', async () => {
    await add({ resourceId: 'at 61', runAt: wall.in(61) });
    await add({ resourceId: 'at 10', runAt: wall.in(10) });
    await add({ resourceId: 'also at 10', runAt: wall.in(10) });
    const { status, body } = await client.post('/sandbox/clock/run-next');
    expect(status).toBe(200);
    expect(body).toMatchObject({ now: wall.in(10).toISOString(), offsetSeconds: 10 });
    expect(body.happened.map(({ resourceId }: Job) => resourceId).sort()).toEqual(['also at 10', 'at 10']);
    expect(ran.map(({ now }) => now)).toEqual([wall.in(10), wall.in(10)]);
  });

  test('to the next event of a resource runs earlier events of others first, in order', async () => {
    const uuid = '019a9d2e-0000-7000-8000-000000000000';
    await add({ resourceId: 'other', runAt: wall.in(5) });
    await add({ resourceId: `Quote:${uuid}`, runAt: wall.in(20) });
    await add({ resourceId: 'later', runAt: wall.in(30) });
    const { body } = await client.post('/sandbox/clock/run-next', { resourceId: `Transaction:${uuid}` });
    expect(body.happened.map(({ resourceId }: Job) => resourceId)).toEqual(['other', `Quote:${uuid}`]);
    expect(body.offsetSeconds).toBe(20);
    const none = await client.post('/sandbox/clock/run-next', { resourceId: 'nothing' });
    expect(none.body).toMatchObject({ offsetSeconds: 20, happened: [] });
    expect((await client.get('/sandbox/clock')).body).toMatchObject({
      pendingCount: 1,
      pending: [{ resourceId: 'later' }],
    });
  });

  test('tries a failing job again within the time that passes', async () => {
    await add({ kind: 'flaky', resourceId: 'flaky', runAt: wall.in(10) });
    await add({ kind: 'hopeless', resourceId: 'hopeless', runAt: wall.in(10) });
    const { body } = await advance(60);
    expect(body.happened).toEqual([
      { at: wall.in(13).toISOString(), kind: 'flaky', resourceId: 'flaky', title: 'flaky' },
    ]);
    expect(ran).toEqual([10, 11, 13].map((seconds) => ({ resourceId: 'flaky', now: wall.in(seconds) })));
    const left = await app.database.db.read(sql`SELECT kind, state, attempts FROM jobs`);
    expect(left).toEqual([{ kind: 'hopeless', state: 'DEAD', attempts: 3 }]);
  });

  test('leaves a retry beyond its end to its own time', async () => {
    await add({ kind: 'flaky', resourceId: 'flaky', runAt: wall.in(59) });
    expect((await advance(61)).body.happened).toEqual([]);
    const { body } = await client.get('/sandbox/clock');
    expect(body.pending).toEqual([
      { at: wall.in(62).toISOString(), kind: 'flaky', resourceId: 'flaky', title: 'flaky' },
    ]);
    expect(seen()).toHaveLength(2);
    wall.move(SECOND_MS);
    await until(() => seen().length === 3, 'the last try');
  });

  test('touches no other platform', async () => {
    const neighbour = await app.newPlatform();
    await add({ resourceId: 'of the neighbour', runAt: wall.in(10) }, neighbour);
    expect((await advance(3_600)).body.happened).toEqual([]);
    const { body } = await neighbour.get('/sandbox/clock');
    expect(body).toMatchObject({ offsetSeconds: 0, pending: [{ resourceId: 'of the neighbour' }] });
    expect(seen()).toEqual([]);
  });

  test('adds up under concurrency, in one process and in two', async () => {
    const elsewhere = client.at((await startAnother()).url);
    await add({ kind: 'slow', resourceId: 'slow', runAt: wall.in(5) });
    await add({ resourceId: 'last', runAt: wall.in(35) });
    const advances = await Promise.all([advance(10), advance(10), advance(10, elsewhere), advance(10, elsewhere)]);
    expect(advances.map(({ body }) => body.offsetSeconds).sort()).toEqual([10, 20, 30, 40]);
    expect(advances.flatMap(({ body }) => body.happened)).toHaveLength(2);
    expect(seen()).toEqual(['slow', 'last']);
  });

  test('waits for a job that another worker holds, and nothing overtakes it', async () => {
    const { db } = app.database;
    await add({ resourceId: 'held', runAt: wall.in(10) });
    await add({ resourceId: 'behind', runAt: wall.in(20) });
    const { platformId } = client;
    const held = await claimNext(db, { platformId, now: wall.at, until: wall.in(10) });
    let hasAnswered = false;
    const advancing = advance(60).then((answer) => {
      hasAnswered = true;
      return answer;
    });
    const holding = sql`SELECT 1 FROM platforms WHERE advancing_until IS NOT NULL`;
    await until(async () => (await db.read(holding)).length === 1, 'the advance to begin');
    await sleep(200);
    expect(hasAnswered).toBe(false);
    expect(seen()).toEqual([]);
    if (held) await finish(db, [{ job: held, run: { id: uuidv7(), at: held.runAt, durationMs: 1, outcome: 'DONE' } }]);
    expect((await advancing).body.happened).toMatchObject([{ resourceId: 'behind' }]);
  });

  test('is seen by another process within a second', async () => {
    const elsewhere = client.at((await startAnother()).url);
    expect((await elsewhere.get('/sandbox/clock')).body.offsetSeconds).toBe(0);
    await advance(600);
    await sleep(SECOND_MS);
    expect((await elsewhere.get('/sandbox/clock')).body.offsetSeconds).toBe(600);
  });

  test('never turns the clock back to an older offset of another process', async () => {
    await advance(600);
    await setClock(app.database.db, client.platformId, 599_999);
    expect((await client.get('/sandbox/clock')).body.offsetSeconds).toBe(600);
  });

  test('that was interrupted leaves no job late: the next start reschedules it', async () => {
    // Simulates a process that ended after it moved the clock and before it rescheduled the jobs.
    await add({ resourceId: 'late', runAt: wall.in(3_600) });
    await setClock(app.database.db, client.platformId, 3_600 * SECOND_MS);
    expect(await claimDue(app.database.db, { now: wall.at, limit: 1 })).toEqual([]);
    await startAnother();
    await until(() => seen().length === 1, 'the job that is due by now');
  });

  test('that was interrupted holds the clock no longer than its lease', async () => {
    const { db } = app.database;
    await db.write(sql`UPDATE platforms SET advancing_until = ${wall.in(10)}`);
    await add({ resourceId: 'meanwhile', runAt: wall.at });
    expect(await claimDue(db, { now: wall.at, limit: 1 })).toEqual([]);
    const advancing = advance(10);
    await sleep(100);
    expect(seen()).toEqual([]);
    wall.move(10 * SECOND_MS);
    expect((await advancing).body.offsetSeconds).toBe(10);
    await until(() => seen().length === 1, 'the job');
  });
});
