import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type DeadJob, listDeadJobs, retryDeadJob } from '../src/engine/jobs/oversight.ts';
import * as queue from '../src/engine/jobs/queue.ts';
import { enqueue, type NewJob } from '../src/engine/jobs/queue.ts';
import type { JobOutcome } from '../src/engine/jobs/runs.ts';
import type { JobHandlers } from '../src/engine/jobs/worker.ts';
import { apply, type Effect } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { newId, uuidv7 } from '../src/foundation/kernel/ids.ts';
import type { TestApp } from './support/app.ts';
import { appsOfEachTest } from './support/apps.ts';
import { HandClock } from './support/hand-clock.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { watchQueries } from './support/queries.ts';
import { until } from './support/server-process.ts';

const startApp = appsOfEachTest();

const jobOf = (app: TestApp, job: Partial<NewJob> = {}): NewJob => ({
  platformId: app.client.platformId,
  kind: 'work',
  resourceId: 'it',
  runAt: systemClock.now(),
  createdAt: systemClock.now(),
  clockOffsetMs: 0,
  ...job,
});

const runOf = (outcome: JobOutcome) => ({ id: uuidv7(), at: systemClock.now(), durationMs: 1, outcome });

const put = (app: TestApp, first: Partial<NewJob> = {}, ...others: Partial<NewJob>[]): Promise<boolean> =>
  apply(app.database.db, { effects: [enqueue([first, ...others].map((job) => jobOf(app, job)))] });

interface StoredJob {
  state: string;
  attempts: number;
  due_at: Date;
  lease_until: Date | null;
  last_error: string | null;
}

const stored = (app: TestApp): Promise<StoredJob[]> =>
  app.database.db.read<StoredJob>(sql`SELECT state, attempts, due_at, lease_until, last_error FROM jobs ORDER BY id`);

const isEmpty = async (app: TestApp): Promise<boolean> => (await stored(app)).length === 0;

/** A handler that records the resources it was called for. */
function recorder() {
  const ran: string[] = [];
  const handlers: JobHandlers = { work: { run: async ({ resourceId }) => void ran.push(resourceId) } };
  return { ran, handlers };
}

/** A handler that waits until the test opens the gate. */
function gate() {
  let open = (): void => {};
  let entered = 0;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const run = (): Promise<void> => {
    entered += 1;
    return opened;
  };
  return { run, open: () => open(), entered: () => entered };
}

describe('a job', () => {
  test('is enqueued in the statement of its change, and rolled back with it', async () => {
    const { ran, handlers } = recorder();
    const app = await startApp({ jobHandlers: handlers });
    const broken: Effect = {
      kind: {
        name: 'broken',
        statement: (rows) => sql`INSERT INTO platforms (id, name, mode, created_at)
          SELECT ${app.client.platformId}, 'twice', 'SANDBOX', ${systemClock.now()} FROM ${rows} AS r(item int)`,
      },
      rows: [{}],
    };
    const change = { effects: [enqueue([jobOf(app, { resourceId: 'undone' })]), broken] };
    await expect(apply(app.database.db, change)).rejects.toThrow('platforms_pkey');
    await put(app, { resourceId: 'kept' });
    await until(() => isEmpty(app), 'the job that was kept');
    expect(ran).toEqual(['kept']);
  });

  const ROUNDS = 30;
  const PAUSE_MS = 20;

  /** Pauses between jobs, so that the worker is idle: by polling alone, each job would wait almost a whole interval. */
  async function expectAtOnce(ran: string[], enqueueNext: (resourceId: string) => Promise<unknown>): Promise<void> {
    const waits: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await enqueueNext(`${round}`);
      const enqueuedAt = performance.now();
      while (ran.length < round) await sleep(1);
      waits.push(performance.now() - enqueuedAt);
      await sleep(PAUSE_MS);
    }
    // Allows for some slow jobs on a busy machine.
    expect(waits.filter((ms) => ms < queue.POLL_MS / 2).length).toBeGreaterThan(ROUNDS / 3);
  }

  test('runs immediately after the change that enqueued it', async () => {
    const { ran, handlers } = recorder();
    const app = await startApp({ jobHandlers: handlers });
    await expectAtOnce(ran, (resourceId) => put(app, { resourceId }));
    expect(ran).toHaveLength(ROUNDS);
  });

  test('runs immediately when the worker is woken', async () => {
    const { ran, handlers } = recorder();
    const app = await startApp({ jobHandlers: handlers });
    const elsewhere = app.database.open();
    await expectAtOnce(ran, async (resourceId) => {
      await apply(elsewhere, { effects: [enqueue([jobOf(app, { resourceId })])] });
      app.app.worker.wake();
    });
    expect(ran).toHaveLength(ROUNDS);
  });

  test('enqueued by another process is found by polling', async () => {
    const { ran, handlers } = recorder();
    const app = await startApp({ jobHandlers: handlers });
    await apply(app.database.open(), { effects: [enqueue([jobOf(app)])] });
    await until(() => ran.length === 1, 'the job of the other process');
  });

  test('does not run before its time', async () => {
    const clock = new HandClock();
    const { ran, handlers } = recorder();
    const app = await startApp({ clock, jobHandlers: handlers });
    await put(app, { resourceId: 'later', runAt: addMs(clock.at, 1) }, { resourceId: 'now', runAt: clock.at });
    app.app.worker.wake();
    await until(() => ran.length === 1, 'the job that is due');
    clock.move(1);
    app.app.worker.wake();
    await until(() => ran.length === 2, 'the job that has fallen due');
    expect(ran).toEqual(['now', 'later']);
  });

  test('starts when it is due even while an older one is running', async () => {
    const { run, open, entered } = gate();
    const { ran, handlers } = recorder();
    const app = await startApp({ jobHandlers: { ...handlers, long: { run } } });
    await put(app, { kind: 'long' });
    await until(() => entered() === 1, 'the long job to run');
    const due = addMs(systemClock.now(), 150);
    await put(app, { runAt: due });
    expect(await queue.nextDue(app.database.db, systemClock.now())).toEqual(due);
    await until(() => ran.length === 1, 'the job that fell due meanwhile');
    open();
  });

  test('runs exactly once with any number of workers', async () => {
    const JOBS = 300;
    const { ran, handlers } = recorder();
    const workers = new Set<TestApp>();
    const seenBy = (self: () => TestApp): JobHandlers => ({
      work: {
        run: async (job, now) => {
          workers.add(self());
          await sleep(2);
          await handlers['work']?.run(job, now);
        },
      },
    });
    const first: TestApp = await startApp({ jobHandlers: seenBy(() => first) });
    const second: TestApp = await startApp({ beside: first, jobHandlers: seenBy(() => second) });
    const third: TestApp = await startApp({ beside: first, jobHandlers: seenBy(() => third) });
    await put(first, ...Array.from({ length: JOBS }, (_, i) => ({ resourceId: `${i}` })));
    for (const { app } of [first, second, third]) app.worker.wake();
    await until(() => isEmpty(first), 'all jobs to be done');
    expect(ran).toHaveLength(JOBS);
    expect(new Set(ran).size).toBe(JOBS);
    expect(workers.size).toBeGreaterThan(1);
  });
});

describe('the lease of a worker', () => {
  test('expires if the worker dies, and the job is run again', async () => {
    const clock = new HandClock();
    const { ran, handlers } = recorder();
    const app = await startApp({ clock, jobHandlers: handlers });
    const claimedAt = addMs(clock.at, 1);
    await put(app, { resourceId: 'of the dead', runAt: claimedAt });
    // Simulates a worker that claimed the job, by a clock that is slightly ahead, and was killed.
    const [claim] = await queue.claimDue(app.database.db, { now: claimedAt, limit: 10 });
    expect(claim).toMatchObject({ kind: 'work', attempts: 1 });

    clock.at = addMs(claimedAt, queue.LEASE_MS - 1);
    await put(app, { resourceId: 'before its end', runAt: clock.at });
    app.app.worker.wake();
    await until(() => ran.length === 1, 'a job that is free');
    clock.move(1);
    app.app.worker.wake();
    await until(() => isEmpty(app), 'the job of the dead worker');
    expect(ran).toEqual(['before its end', 'of the dead']);
  });

  test('is renewed for as long as the job runs', async () => {
    const { run, open, entered } = gate();
    const app = await startApp({ jobHandlers: { work: { run } } });
    await put(app);
    await until(() => entered() === 1, 'the job to run');
    const [before] = await stored(app);
    const runsOut = before?.lease_until as Date;
    await until(async () => ((await stored(app))[0]?.lease_until ?? runsOut) > runsOut, 'the claim to be renewed');
    expect(await queue.claimDue(app.database.db, { now: addMs(runsOut, 1), limit: 1 })).toEqual([]);
    expect(entered()).toBe(1);
    open();
    await until(() => isEmpty(app), 'the job to be done');
  });

  test('gives no access to the job after another worker has claimed it', async () => {
    const app = await startApp();
    const { db } = app.database;
    await app.app.worker.stop();
    await put(app, { resourceId: newId('Transaction') });
    const now = systemClock.now();
    const [old] = await queue.claimDue(db, { now, limit: 1 });
    const later = addMs(now, queue.LEASE_MS);
    const [successor] = await queue.claimDue(db, { now: later, limit: 1 });
    if (!old || !successor) throw new Error('both have claimed it');
    const claimed = await stored(app);

    const next = [jobOf(app, { kind: 'follow-up' }), jobOf(app, { kind: 'one more' })];
    const failed = { job: old, run: { ...runOf('RETRY'), error: 'too late' } };
    await queue.finish(db, [{ job: old, run: runOf('DONE'), next }]);
    await queue.markDead(db, failed);
    await queue.retryLater(db, failed, addMs(later, 1));
    await queue.renewJobLeases(db, [old], addMs(later, 1));
    expect(await stored(app)).toEqual(claimed);
    const runs = sql`SELECT kind, try, outcome FROM job_runs`;
    expect(await db.read(runs)).toEqual([]);

    await queue.finish(db, [{ job: successor, run: runOf('DONE'), next }]);
    expect(await db.read(runs)).toEqual([{ kind: 'work', try: 2, outcome: 'DONE' }]);
    const followUp = { attempts: 0, lease_until: null };
    expect(await db.read(sql`SELECT kind, attempts, lease_until FROM jobs ORDER BY kind`)).toEqual([
      { kind: 'follow-up', ...followUp },
      { kind: 'one more', ...followUp },
    ]);
  });

  test('is not renewed after the job was released', async () => {
    const app = await startApp();
    const { db } = app.database;
    await app.app.worker.stop();
    await put(app);
    const now = systemClock.now();
    const [job] = await queue.claimDue(db, { now, limit: 1 });
    if (!job) throw new Error('the job is due');
    await queue.retryLater(db, { job, run: { ...runOf('RETRY'), error: 'try again' } }, addMs(now, 1_000));
    await queue.renewJobLeases(db, [job], now);
    expect(await stored(app)).toMatchObject([{ lease_until: null }]);
  });
});

describe('a failing job', () => {
  const failing = (maxAttempts?: number): JobHandlers => ({
    work: {
      ...(maxAttempts !== undefined && { maxAttempts }),
      run: async () => {
        throw new Error('not today');
      },
    },
  });

  /** Advances the clock to the next attempt, and waits for its result. */
  async function nextTry(app: TestApp, clock: HandClock, attempts: number): Promise<StoredJob> {
    const [waiting] = await stored(app);
    // The worker may have made this attempt already: moving the clock would start the next.
    if (waiting && waiting.attempts < attempts) clock.at = waiting.due_at;
    app.app.worker.wake();
    const settled = async (): Promise<boolean> => {
      const [job] = await stored(app);
      return job?.attempts === attempts && job.lease_until === null;
    };
    await until(settled, `try ${attempts}`);
    return (await stored(app))[0] as StoredJob;
  }

  test('is retried after a pause that doubles up to half an hour, twenty times in all', async () => {
    const clock = new HandClock();
    const app = await startApp({ clock, jobHandlers: failing() });
    await put(app, { runAt: clock.at });
    const pauses: number[] = [];
    for (let attempts = 1; attempts < 20; attempts++) {
      const job = await nextTry(app, clock, attempts);
      expect(job).toMatchObject({ state: 'READY', last_error: 'Error: not today' });
      pauses.push((job.due_at.getTime() - clock.at.getTime()) / 1_000);
    }
    const capped = Array(8).fill(1_800);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, ...capped]);
    expect(await nextTry(app, clock, 20)).toMatchObject({ state: 'DEAD', attempts: 20 });
  });

  test('has every failed try in the timeline of its payment: RETRY, then DEAD', async () => {
    const clock = new HandClock();
    const run = async (): Promise<void> => {
      throw new Error('the rail is away');
    };
    const app = await startApp({ clock, jobHandlers: { 'payment.submit': { run, maxAttempts: 2 } } });
    const { client } = app;
    const payer = await newPayer(client);
    const payee = await payeeWithSuffix(client, payer.customerId, '111');
    const { body: quote } = await client.post('/quotes', quoteFor(payer, payee, { immediatelyExecute: true }));
    const tries = async () =>
      (await client.get(`/transactions/${quote.transactionId}/timeline?kinds=JOB`)).body.data as object[];
    await until(async () => (await tries()).length === 1, 'the first try');
    clock.move(MINUTE_MS);
    app.app.worker.wake();
    await until(async () => (await tries()).length === 2, 'the second try');
    const failed = { kind: 'JOB', title: 'Submitted to the rail', isFailure: true };
    const detail = { job: 'payment.submit', error: 'Error: the rail is away' };
    expect(await tries()).toMatchObject([
      { ...failed, status: 'RETRY', detail: { ...detail, try: 1 } },
      { ...failed, status: 'DEAD', detail: { ...detail, try: 2 } },
    ]);
    await expect(app.audit()).rejects.toThrow('PROCESSING, but no job can end it');
  });

  test('becomes a dead letter after the last attempt: not claimed, visible, and revived by an operator', async () => {
    const clock = new HandClock();
    let isRepaired = false;
    const run = async (): Promise<void> => {
      if (!isRepaired) throw new Error('not today');
    };
    const app = await startApp({ clock, jobHandlers: { work: { run, maxAttempts: 2 } } });
    const { db } = app.database;
    await put(app, { runAt: clock.at, resourceId: 'Transaction:1' });
    await nextTry(app, clock, 1);
    await nextTry(app, clock, 2);

    const future = addMs(clock.at, 1e9);
    expect(await queue.claimDue(db, { now: future, limit: 1 })).toEqual([]);
    expect(await queue.nextDue(db, future)).toBeUndefined();
    expect(await queue.pendingJobs(db, app.client.platformId, { limit: 1 })).toEqual([]);
    const [index] = await db.read(sql`SELECT indexdef FROM pg_indexes WHERE indexname = 'jobs_due'`);
    expect(index?.['indexdef']).toContain(`WHERE (state = 'READY'::text)`);
    const [dead] = (await listDeadJobs(db, { limit: 10 })).data;
    expect(dead).toMatchObject({
      kind: 'work',
      resourceId: 'Transaction:1',
      attempts: 2,
      lastError: 'Error: not today',
    });

    isRepaired = true;
    const revival = { guard: retryDeadJob(dead as DeadJob, clock.at), effects: [] };
    expect(await apply(db, revival)).toBe(true);
    expect(await apply(db, revival)).toBe(false);
    app.app.worker.wake();
    await until(() => isEmpty(app), 'the revived job to be done');
  });

  test('of an unknown kind becomes a dead letter too', async () => {
    const clock = new HandClock();
    const app = await startApp({ clock });
    await put(app, { kind: 'unheard-of', runAt: clock.at });
    for (let attempts = 1; attempts <= 20; attempts++) await nextTry(app, clock, attempts);
    expect(await stored(app)).toMatchObject([
      { state: 'DEAD', attempts: 20, last_error: 'Error: no handler for jobs of kind unheard-of' },
    ]);
  });

  test('that ends its process becomes a dead letter after as many attempts, and does not run again', async () => {
    const { ran, handlers } = recorder();
    const idle = await startApp();
    await idle.app.worker.stop();
    const { db } = idle.database;
    await put(idle, { runAt: addMs(systemClock.now(), -60_000) });
    const CRASHES = 3;
    for (let crash = CRASHES; crash > 0; crash--) {
      const now = addMs(systemClock.now(), -crash * queue.LEASE_MS - 1_000);
      expect(await queue.claimDue(db, { now, limit: 1 })).toHaveLength(1);
    }
    const jobHandlers = { work: { run: handlers['work']?.run ?? failing, maxAttempts: CRASHES } } as JobHandlers;
    const app = await startApp({ beside: idle, jobHandlers });
    await until(async () => (await stored(app))[0]?.state === 'DEAD', 'the job to be buried');
    expect(ran).toEqual([]);
  });

  test('is logged with its kind and outcome', async () => {
    const app = await startApp({ jobHandlers: failing(1) });
    await put(app);
    await until(async () => (await stored(app))[0]?.state === 'DEAD', 'the job to be buried');
    const line = JSON.parse(app.logs.find((text) => text.includes('job failed')) ?? '{}');
    expect(line).toMatchObject({ kind: 'work', attempts: 1, outcome: 'DEAD', err: { message: 'not today' } });
  });
});

describe('a worker', () => {
  test('that stops claims no new jobs and waits for the running ones', async () => {
    const { run, open, entered } = gate();
    const app = await startApp({ jobHandlers: { work: { run } } });
    await put(app);
    await until(() => entered() === 1, 'the job to run');
    let hasStopped = false;
    const stopping = app.app.worker.stop().then(() => {
      hasStopped = true;
    });
    await put(app, { resourceId: 'too late' });
    app.app.worker.wake();
    await sleep(50);
    expect(hasStopped).toBe(false);
    open();
    await stopping;
    expect(entered()).toBe(1);
    expect(await stored(app)).toMatchObject([{ state: 'READY', attempts: 0 }]);
  });

  test('runs at most a hundred jobs at a time', async () => {
    const { run, open, entered } = gate();
    const app = await startApp({ jobHandlers: { work: { run } } });
    await put(app, ...Array.from({ length: 140 }, (_, i) => ({ resourceId: `${i}` })));
    app.app.worker.wake();
    await until(() => entered() === 100, 'as many as it may run');
    await sleep(50);
    expect(entered()).toBe(100);
    open();
    await until(() => isEmpty(app), 'all of them');
  });

  test('runs at most as many jobs of a kind as its handler allows, in order, and others beside them', async () => {
    const { run, open, entered } = gate();
    const ran: string[] = [];
    const quick = async ({ resourceId }: queue.Job) => void ran.push(resourceId);
    const app = await startApp({ jobHandlers: { work: { run, atOnce: 16 }, quick: { run: quick } } });
    await put(app, ...Array.from({ length: 40 }, (_, i) => ({ resourceId: `${i}` })));
    await put(app, { kind: 'quick', resourceId: 'beside' });
    app.app.worker.wake();
    await until(() => ran.length === 1, 'the other one');
    await sleep(50);
    expect(entered()).toBe(16);
    open();
    await until(() => isEmpty(app), 'all of them');
    expect(entered()).toBe(40);
  });

  test('completes jobs by primary key, not by scanning a queue of ten thousand', async () => {
    const app = await startApp({ jobHandlers: {} });
    const { db } = app.database;
    const job = {
      id: 'TimedJob:0',
      kind: 'work',
      resourceId: 'it',
      payload: {},
      runAt: systemClock.now(),
      attempts: 1,
    };
    const mine: queue.Job = { ...job, platformId: app.client.platformId, clockOffsetMs: 0, mode: 'SANDBOX' };
    await db.pool.query(
      `INSERT INTO jobs (platform_id, id, kind, resource_id, payload, run_at, due_at, created_at)
      SELECT $1, 'TimedJob:' || n, 'later', 'it', '{}', '2100-01-01', '2100-01-01', now() FROM generate_series(1, 10_000) n`,
      [mine.platformId],
    );
    await db.pool.query('ANALYZE jobs');
    const seen = watchQueries(db);
    await queue.finish(db, [{ job: mine, run: runOf('DONE') }]);
    await queue.finish(db, [{ job: mine, run: runOf('DONE'), next: [jobOf(app)] }]);
    await queue.renewJobLeases(db, [mine], systemClock.now());
    const statements = new Set(seen.filter((text) => text.includes('jobs.attempts =')));
    expect(statements.size).toBe(3);
    for (const text of statements) {
      const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using jobs_pkey on jobs');
      expect(plan).not.toContain('Seq Scan on jobs');
    }
  });

  // Real failures of the database. Without pauses, a worker would try hundreds of times in the same period.
  test.each([
    {
      failure: 'reads and writes fail',
      break: 'ALTER TABLE jobs RENAME TO lost',
      mend: 'ALTER TABLE lost RENAME TO jobs',
    },
    {
      failure: 'only writes fail',
      break: `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''disk full''; END';
        CREATE TRIGGER failing BEFORE UPDATE ON jobs EXECUTE FUNCTION fail()`,
      mend: 'DROP FUNCTION fail CASCADE',
    },
  ])('does not spin while $failure, logs it, and continues afterwards', async ({ break: breakIt, mend }) => {
    const { ran, handlers } = recorder();
    const app = await startApp({ jobHandlers: handlers });
    const { pool } = app.database.db;
    await pool.query(breakIt);
    await put(app).catch(() => {});
    app.app.worker.wake();
    let statements = 0;
    const count = (): void => {
      statements += 1;
    };
    pool.on('acquire', count);
    await sleep(1_200);
    pool.off('acquire', count);
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(12);
    expect(app.logs.join()).toContain('the job queue failed');
    await pool.query(mend);
    await put(app);
    await until(async () => ran.length > 0 && (await isEmpty(app)), 'the jobs to be done');
  });
});
