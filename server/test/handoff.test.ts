import { describe, expect, test } from 'vitest';
import { JobHandoff } from '../src/engine/jobs/handoff.ts';
import { enqueue, JOBS_SIGNAL, type Job, LEASE_MS, type NewJob } from '../src/engine/jobs/queue.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, HOUR_MS } from '../src/foundation/kernel/clock.ts';
import type { TestApp } from './support/app.ts';
import { appsOfEachTest } from './support/apps.ts';
import { HandClock } from './support/hand-clock.ts';
import { advance, executed, newExternalAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { newPayer, quoteFor, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';

const startApp = appsOfEachTest();

describe('a payment handed off to the worker of its own process', () => {
  async function waitingQuote(app: TestApp, more: object = {}) {
    const { client } = app;
    await useCurrencies(client, ['USD']);
    const payer = await newPayer(client, { balance: 1_000_000 });
    const payee = await newExternalAccount(client, {
      customerId: payer.customerId,
      type: 'USD_ACCOUNT',
      suffix: '111',
    });
    return quoted(client, quoteFor(payer, payee, more));
  }

  test.each([
    ['executed', async (app: TestApp) => executed(app.client, (await waitingQuote(app)).id)],
    ['executed at creation', (app: TestApp) => waitingQuote(app, { immediatelyExecute: true })],
  ])('is submitted to its rail without polling when it is %s', async (_, pay) => {
    const app = await startApp();
    const { db } = app.database;
    // Workers do not claim jobs of a platform whose clock is being advanced.
    const hold = (until: string | null) => db.pool.query('UPDATE platforms SET advancing_until = $1', [until]);
    await hold('2100-01-01T00:00:00Z');
    const { transactionId } = await pay(app);
    await until(async () => (await stored(app)).every(({ kind }) => kind !== 'payment.submit'), 'the job to end');
    await hold(null);
    await advance(app.client, 3_600);
    await transactionIn(app.client, transactionId, 'COMPLETED');
    await app.audit();
  });

  test('is left to other processes if its process has no running worker', async () => {
    const app = await startApp();
    const idle = await startApp({ beside: app });
    await idle.app.worker.stop();
    const quote = await waitingQuote(app);
    await executed(app.client.at(idle.url), quote.id);
    await until(async () => (await stored(app)).every(({ kind }) => kind !== 'payment.submit'), 'another to take it');
    await advance(app.client, 3_600);
    await transactionIn(app.client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });
});

interface StoredJob {
  kind: string;
  attempts: number;
  lease_until: Date | null;
}

const stored = ({ database }: TestApp): Promise<StoredJob[]> =>
  database.db.read<StoredJob>(sql`SELECT kind, attempts, lease_until FROM jobs ORDER BY run_at`);

describe('a job', () => {
  const START = new Date('2026-03-01T12:00:00Z');

  const jobOf = ({ client }: TestApp, at: Date, job: Partial<NewJob> = {}): NewJob => ({
    platformId: client.platformId,
    kind: 'work',
    resourceId: 'it',
    payload: { n: 1 },
    runAt: at,
    createdAt: at,
    clockOffsetMs: 0,
    ...job,
  });

  test('that is handed off and lost with its process is taken by another after its lease expires', async () => {
    const clock = new HandClock();
    const start = clock.now();
    const ran: Job[] = [];
    const app = await startApp({ clock, jobHandlers: { work: { run: async (job) => void ran.push(job) } } });
    const handoff = new JobHandoff();
    const taken: Job[] = [];
    handoff.open({ hasCapacity: () => true, take: (job) => void taken.push(job) });
    const { effects, begin } = handoff.claim([enqueue([jobOf(app, clock.now())])], 'SANDBOX');
    await apply(app.database.db, { effects });
    begin();
    await until(() => taken.length === 1, 'the job to be given');
    expect(taken[0]).toMatchObject({ kind: 'work', payload: { n: 1 }, attempts: 1, mode: 'SANDBOX' });
    expect(await stored(app)).toMatchObject([{ attempts: 1, lease_until: addMs(start, LEASE_MS) }]);
    clock.move(LEASE_MS - 1);
    app.app.worker.wake();
    await stored(app);
    expect(ran).toEqual([]);
    clock.move(1);
    await until(() => ran.length === 1, 'another to take it');
    expect(ran[0]).toMatchObject({ attempts: 2, payload: { n: 1 } });
    await until(async () => (await stored(app)).length === 0, 'it to end');
  });

  test('is not claimed if the worker is busy, or if it is due later', async () => {
    const app = await startApp();
    const handoff = new JobHandoff();
    const now = START;
    const later = jobOf(app, now, { runAt: addMs(now, HOUR_MS) });
    const given = [enqueue([later])];
    expect(handoff.claim(given, 'SANDBOX').effects).toBe(given);
    handoff.open({ hasCapacity: () => false, take: () => {} });
    expect(handoff.claim(given, 'SANDBOX').effects).toBe(given);
    handoff.open({ hasCapacity: () => true, take: () => {} });
    expect(handoff.claim(given, 'SANDBOX').effects).toEqual(given);
    handoff.close();
    expect(handoff.claim(given, 'SANDBOX').effects).toBe(given);
  });

  test.each([
    ['is due', 0, 1],
    ['is due before the next poll', 400, 1],
    ['is due later', HOUR_MS, 0],
  ])('wakes the worker if it %s', async (_, afterMs, times) => {
    const app = await startApp();
    const { db } = app.database;
    let signals = 0;
    db.signals.on(JOBS_SIGNAL, () => {
      signals += 1;
    });
    const at = addMs(START, HOUR_MS);
    await apply(db, { effects: [enqueue([jobOf(app, at, { runAt: addMs(at, afterMs) })])] });
    expect(signals).toBe(times);
  });
});
