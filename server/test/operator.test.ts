import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue } from '../src/engine/jobs/queue.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, systemClock } from '../src/foundation/kernel/clock.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { searchDatabase } from './support/search-database.ts';
import { until } from './support/server-process.ts';
import { isOfPlatform, storedEvents } from './support/stored-events.ts';

let isRepaired = false;
const stubborn = {
  maxAttempts: 1,
  run: async (): Promise<void> => {
    if (!isRepaired) throw new Error('not today');
  },
};

let app: TestApp;
let operator: Client;
beforeAll(async () => {
  app = await TestApp.start({ jobHandlers: { stubborn } });
  operator = await app.newOperator();
});
afterAll(() => app.stop());

const actions = async (query = ''): Promise<Record<string, unknown>[]> =>
  (await operator.get(`/operator/actions?limit=100${query}`)).body.data;

const accountOf = async (client: Client, currency = 'USD'): Promise<string> =>
  (await client.get(`/platform/internal-accounts?currency=${currency}`)).body.data[0].id;

const statusPath = (client: Client, accountId: string, verb: 'freeze' | 'unfreeze'): string =>
  `/operator/platforms/${client.platformId}/internal-accounts/${accountId}/${verb}`;

describe('operator credentials', () => {
  it('are rejected on the platform API', async () => {
    const { clientId, clientSecret } = operator;
    const answer = await app.client.with({ clientId, clientSecret }).get('/config');
    expect(answer.status).toBe(401);
  });

  it('cannot be replaced by a platform token on any operator path', async () => {
    const { clientId, clientSecret } = app.client;
    const platform = operator.with({ clientId, clientSecret });
    for (const route of app.app.routes.filter(({ access }) => access === 'OPERATOR')) {
      const path = route.path.replaceAll(/\{(\w+?)(Id)\}/g, '$1');
      const answer = await platform.request(route.method, path, route.method === 'POST' ? { body: {} } : {});
      expect([route.path, answer.status, answer.body.details.reason]).toEqual([route.path, 401, 'CREDENTIALS_WRONG']);
    }
    expect(await actions()).toEqual([]);
  });

  it('are rejected with a wrong secret, and if missing', async () => {
    expect((await operator.with({ ...operator, clientSecret: 'wrong' }).get('/operator/platforms')).status).toBe(401);
    expect((await fetch(`${app.url}/operator/platforms`)).status).toBe(401);
  });
});

describe('a platform created by an operator', () => {
  it('returns a token that is valid immediately, and whose secret is not stored', async () => {
    const made = await operator.post('/operator/platforms', { name: 'Acme', mode: 'SANDBOX' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Acme', mode: 'SANDBOX', isRegulatedFinancialInstitution: true });
    const client = app.client.with(made.body.token);
    expect((await client.get('/config')).body.isRegulatedFinancialInstitution).toBe(true);
    await app.app.requestLog.flush();
    expect(await searchDatabase(app.database.db, made.body.token.clientSecret)).toEqual([]);
    const [logged] = await actions(`&platformId=${made.body.id}`);
    expect(logged).toMatchObject({
      operatorId: operator.clientId,
      action: 'PLATFORM_CREATED',
      platformId: made.body.id,
      resourceId: made.body.id,
      details: { name: 'Acme', mode: 'SANDBOX', isRegulatedFinancialInstitution: true },
    });
  });

  it('can be unregulated', async () => {
    const wish = { name: 'Plain', mode: 'SANDBOX', isRegulatedFinancialInstitution: false };
    const { body } = await operator.post('/operator/platforms', wish);
    const config = await app.client.with(body.token).get('/config');
    expect(config.body.isRegulatedFinancialInstitution).toBe(false);
  });

  it('is listed, newest first, page by page', async () => {
    const first = await operator.get('/operator/platforms?limit=1');
    expect(first.body).toMatchObject({
      hasMore: true,
      data: [{ name: 'Plain', isRegulatedFinancialInstitution: false }],
    });
    const second = await operator.get(`/operator/platforms?limit=1&cursor=${first.body.nextCursor}`);
    expect(second.body.data[0].name).toBe('Acme');
  });

  it('cannot be in production while the server has no MASTER_KEY in its environment', async () => {
    const rejected = await operator.post('/operator/platforms', { name: 'Real', mode: 'PRODUCTION' });
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({ code: 'CONFLICT', details: { reason: 'MASTER_KEY_NOT_SET' } });
    expect(rejected.body.details.hint).toContain('MASTER_KEY');
    expect((await operator.get('/operator/platforms')).text).not.toContain('Real');
  });

  it('can be in production if the server has a MASTER_KEY', async () => {
    const real = await TestApp.start({ config: { masterKeys: [randomBytes(32)] } });
    try {
      const made = await (await real.newOperator()).post('/operator/platforms', { name: 'Real', mode: 'PRODUCTION' });
      expect(made.status).toBe(201);
      expect((await real.client.with(made.body.token).get('/config')).status).toBe(200);
      expect((await real.client.with(made.body.token).get('/sandbox/clock')).status).toBe(403);
    } finally {
      await real.stop();
    }
  });

  it('is rejected with every invalid field', async () => {
    const { status, body } = await operator.post('/operator/platforms', { name: '', mode: 'TEST' });
    expect(status).toBe(400);
    expect(body.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['mode', 'name']);
  });
});

describe('a token created by an operator', () => {
  it('has the requested permissions and is logged without its secret', async () => {
    const path = `/operator/platforms/${app.client.platformId}/tokens`;
    const made = await operator.post(path, { name: 'reports', permissions: ['VIEW'] });
    expect(made.status).toBe(201);
    const reader = app.client.with(made.body);
    expect((await reader.get('/config')).status).toBe(200);
    expect((await reader.post('/tokens', { name: 'x', permissions: ['VIEW'] })).status).toBe(403);
    const [logged] = await actions();
    expect(logged).toMatchObject({ action: 'TOKEN_CREATED', resourceId: made.body.id, details: { name: 'reports' } });
    expect(JSON.stringify(logged)).not.toContain(made.body.clientSecret);
  });

  it('requires an existing platform, and is not logged otherwise', async () => {
    const before = await actions();
    const wish = { name: 'x', permissions: ['VIEW'] };
    const unknown = await operator.post(`/operator/platforms/${newId('Platform')}/tokens`, wish);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect((await operator.post('/operator/platforms/Customer:1/tokens', wish)).status).toBe(400);
    expect(await actions()).toEqual(before);
  });

  it("is dated by the platform's clock", async () => {
    const client = await app.newPlatform();
    await client.post('/sandbox/clock/advance', { seconds: 86_400 });
    const path = `/operator/platforms/${client.platformId}/tokens`;
    const { body } = await operator.post(path, { name: 'later', permissions: ['VIEW'] });
    expect(Date.parse(body.createdAt) - Date.now()).toBeGreaterThan(80_000_000);
  });
});

describe('a dead job', () => {
  const put = async (client: Client, resourceId: string): Promise<void> => {
    const now = systemClock.now();
    const job = { platformId: client.platformId, kind: 'stubborn', resourceId, clockOffsetMs: 0 };
    await apply(app.database.db, { effects: [enqueue([{ ...job, runAt: now, createdAt: now }])] });
    app.app.worker.wake();
  };
  const dead = async (query = ''): Promise<Record<string, any>> =>
    (await operator.get(`/operator/jobs/dead${query}`)).body;

  it('is listed with its last error, newest first, page by page', async () => {
    await put(app.client, 'Transaction:1');
    await until(async () => (await dead()).totalCount === 1, 'the first job to die');
    await put(await app.newPlatform(), 'Transaction:2');
    await until(async () => (await dead()).totalCount === 2, 'the second job to die');
    const first = await dead('?limit=1');
    expect(first).toMatchObject({
      hasMore: true,
      data: [{ kind: 'stubborn', resourceId: 'Transaction:2', attempts: 1, lastError: 'Error: not today' }],
    });
    expect((await dead(`?limit=1&cursor=${first['nextCursor']}`))['data'][0].resourceId).toBe('Transaction:1');
  });

  it('gets new attempts, once, and then completes', async () => {
    isRepaired = true;
    const [job] = (await dead())['data'];
    const retried = await operator.post(`/operator/jobs/${job.id}/retry`);
    expect(retried.status).toBe(200);
    expect(retried.body).toMatchObject({ id: job.id, attempts: 0 });
    const again = await operator.post(`/operator/jobs/${job.id}/retry`);
    expect([again.status, again.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const isDone = async () => (await app.database.db.read(sql`SELECT 1 FROM jobs WHERE id = ${job.id}`)).length === 0;
    await until(isDone, 'the job to be done');
    const logged = (await actions()).filter(({ action }) => action === 'JOB_RETRIED');
    expect(logged).toMatchObject([
      { platformId: job.platformId, resourceId: job.id, details: { kind: 'stubborn', lastError: 'Error: not today' } },
    ]);
  });

  it('is due immediately after a retry on a platform whose clock was advanced, on both clocks', async () => {
    isRepaired = false;
    const client = await app.newPlatform();
    await client.post('/sandbox/clock/advance', { seconds: 3_600 });
    await put(client, 'Transaction:3');
    await until(async () => (await dead())['data'][0]?.resourceId === 'Transaction:3', 'the job to die');
    isRepaired = true;
    const [job] = (await dead())['data'];
    const { body } = await operator.post(`/operator/jobs/${job.id}/retry`);
    expect(Date.parse(body.runAt) - Date.now()).toBeGreaterThan(3_500_000);
    await until(async () => !JSON.stringify(await dead()).includes(job.id), 'the job to be alive');
    await until(async () => (await client.get('/sandbox/clock')).body.pending.length === 0, 'the job to be done');
  });

  it('returns 404 if it does not exist', async () => {
    expect((await operator.post(`/operator/jobs/${newId('TimedJob')}/retry`)).status).toBe(404);
  });

  it('is counted by kind, and retried with all others of its kind on one platform', async () => {
    isRepaired = false;
    const [client, other] = [await app.newPlatform(), await app.newPlatform()];
    for (const resourceId of ['Transaction:4', 'Transaction:5']) await put(client, resourceId);
    await put(other, 'Transaction:6');
    await until(async () => (await dead(`?platformId=${client.platformId}`))['totalCount'] === 2, 'both to die');
    await until(async () => (await dead(`?platformId=${other.platformId}`))['totalCount'] === 1, 'the third to die');
    const counted = await operator.get('/operator/jobs');
    expect(counted.body.data[0]).toMatchObject({ kind: 'stubborn', lastError: 'Error: not today', overdue: 0 });
    expect(counted.body.data[0].dead).toBe((await dead('?kind=stubborn'))['totalCount']);

    isRepaired = true;
    const group = { kind: 'stubborn', platformId: client.platformId };
    const retried = await Promise.all([1, 2].map(() => operator.post('/operator/jobs/dead/retry', group)));
    expect(retried.map(({ status, body }) => [status, body.hasMore])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(retried.reduce((sum, { body }) => sum + body.retried, 0)).toBe(2);
    await until(async () => (await client.get('/sandbox/clock')).body.pending.length === 0, 'the jobs to be done');
    const logged = await actions(`&platformId=${client.platformId}&action=JOB_RETRIED`);
    expect(logged).toHaveLength(2);
    expect((await dead(`?platformId=${other.platformId}`))['totalCount']).toBe(1);
    expect((await operator.post('/operator/jobs/dead/retry', { kind: 'unheard-of' })).body).toEqual({
      retried: 0,
      hasMore: false,
    });
  });
});

describe('the status of the service', () => {
  it('names versions, backlogs, keys, the database and both clocks', async () => {
    const { status, body } = await operator.get('/operator/status');
    expect(status).toBe(200);
    expect(body).toMatchObject({ processes: 1, archive: null, queues: { reviews: 0, unmatchedCredits: 0 } });
    expect(body.schema.version).toBe(body.schema.known);
    expect(body.jobs.dead).toBe((await operator.get('/operator/jobs/dead')).body.totalCount);
    expect(body.platforms.sandbox).toBe((await operator.get('/operator/platforms')).body.totalCount);
    expect(body.keys.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(2);
    expect(body.database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(Math.abs(body.clock.differenceMs)).toBeLessThan(60_000);
  });
});

describe('the ledger audit', () => {
  it('finds nothing in a consistent ledger', async () => {
    const { status, body } = await operator.post('/operator/ledger/audit');
    expect(status).toBe(200);
    expect(body.findings).toEqual([]);
    expect(body.checked.length).toBeGreaterThan(5);
    expect((await actions())[0]).toMatchObject({ action: 'LEDGER_AUDITED', details: { findings: 0 } });
  });

  it('reports the platform with an inconsistent ledger, and no other if limited to one', async () => {
    const broken = await TestApp.start();
    try {
      const { db } = broken.database;
      const account = await accountOf(broken.client);
      await db.write(sql`UPDATE accounts SET posted = 5 WHERE id = ${account}`);
      const auditor = await broken.newOperator();
      const { body } = await auditor.post('/operator/ledger/audit');
      expect(body.findings.map(({ invariant }: { invariant: number }) => invariant)).toEqual(
        expect.arrayContaining([2, 3]),
      );
      const other = await broken.newPlatform();
      const clean = await auditor.post('/operator/ledger/audit', { platformId: other.platformId });
      expect(clean.body.findings).toEqual([]);
    } finally {
      await broken.stop();
    }
  });
});

describe('an internal account', () => {
  const events = (client: Client, accountId: string) =>
    storedEvents(app.database.db, sql`${isOfPlatform(client)} AND resource_id = ${accountId}`);

  it('that is frozen neither sends nor receives, and emits an event with its balance', async () => {
    const client = await app.newPlatform();
    const accountId = await accountOf(client);
    await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 500 });
    const frozen = await operator.post(statusPath(client, accountId, 'freeze'), { reason: 'court order 12' });
    expect(frozen.status).toBe(200);
    expect(frozen.body).toMatchObject({ id: accountId, status: 'FROZEN', balance: { amount: 500 } });
    expect((await client.get('/platform/internal-accounts?currency=USD')).body.data[0]).toEqual(frozen.body);
    expect((await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 })).status).toBe(409);
    const [, frozenEvent] = await events(client, accountId);
    expect(frozenEvent?.type).toBe('INTERNAL_ACCOUNT.STATUS_UPDATED');
    const payload = JSON.parse(frozenEvent?.payload ?? '{}');
    expect(payload).toMatchObject({ type: frozenEvent?.type, sequence: Number(frozenEvent?.sequence) });
    expect(payload.data).toEqual(frozen.body);
    await app.audit();
  });

  it('that is unfrozen works again, and its events are in order', async () => {
    const client = await app.newPlatform();
    const accountId = await accountOf(client);
    await operator.post(statusPath(client, accountId, 'freeze'), { reason: 'check' });
    const active = await operator.post(statusPath(client, accountId, 'unfreeze'), { reason: 'all well' });
    expect(active.body).toMatchObject({ status: 'ACTIVE', balance: { amount: 0 } });
    await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 7 });
    const emitted = await events(client, accountId);
    expect(emitted.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['INTERNAL_ACCOUNT.STATUS_UPDATED', 1n],
      ['INTERNAL_ACCOUNT.STATUS_UPDATED', 2n],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 3n],
    ]);
    const logged = await actions(`&platformId=${client.platformId}`);
    expect(logged).toMatchObject([
      { action: 'INTERNAL_ACCOUNT_UNFROZEN', resourceId: accountId, details: { reason: 'all well', to: 'ACTIVE' } },
      { action: 'INTERNAL_ACCOUNT_FROZEN', details: { reason: 'check', from: 'ACTIVE', to: 'FROZEN' } },
    ]);
    await app.audit();
  });

  it('allows only valid transitions, and a rejected one leaves neither event nor log entry', async () => {
    const client = await app.newPlatform();
    const accountId = await accountOf(client);
    const rejected = await operator.post(statusPath(client, accountId, 'unfreeze'), { reason: 'x' });
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { from: 'ACTIVE', to: 'ACTIVE' },
    });
    await app.database.db.write(sql`UPDATE accounts SET status = 'CLOSED' WHERE id = ${accountId}`);
    const closed = await operator.post(statusPath(client, accountId, 'freeze'), { reason: 'x' });
    expect(closed.body).toMatchObject({ status: 409, details: { from: 'CLOSED', to: 'FROZEN' } });
    expect(await events(client, accountId)).toEqual([]);
    expect(await actions(`&platformId=${client.platformId}`)).toEqual([]);
  });

  it('is frozen by exactly one of several concurrent requests', async () => {
    const client = await app.newPlatform();
    const accountId = await accountOf(client);
    const tries = Array.from({ length: 8 }, (_, i) =>
      operator.post(statusPath(client, accountId, 'freeze'), { reason: `try ${i}` }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect(await events(client, accountId)).toHaveLength(1);
    expect(await actions(`&platformId=${client.platformId}`)).toHaveLength(1);
  });

  it('keeps balance, event and version consistent when it is frozen during payments', async () => {
    const client = await app.newPlatform();
    const accountId = await accountOf(client);
    const fund = () => client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 10 });
    const payments = Array.from({ length: 30 }, fund);
    const frozen = await operator.post(statusPath(client, accountId, 'freeze'), { reason: 'now' });
    const paid = (await Promise.all([...payments, ...Array.from({ length: 5 }, fund)])).filter((a) => a.status === 200);
    const [account] = (await client.get('/platform/internal-accounts?currency=USD')).body.data;
    expect(account.balance.amount).toBe(10 * paid.length);
    expect(frozen.body.balance.amount).toBe(account.balance.amount);
    const emitted = await events(client, accountId);
    expect(emitted.map(({ sequence }) => Number(sequence))).toEqual(emitted.map((_, i) => i + 1));
    expect(emitted.at(-1)?.type).toBe('INTERNAL_ACCOUNT.STATUS_UPDATED');
    await app.audit();
  });

  it("is dated by its platform's clock, and the log entry by the system clock", async () => {
    const client = await app.newPlatform();
    await client.post('/sandbox/clock/advance', { seconds: 7_200 });
    const accountId = await accountOf(client);
    const { body } = await operator.post(statusPath(client, accountId, 'freeze'), { reason: 'later' });
    const [action] = await actions(`&platformId=${client.platformId}`);
    const ahead = Date.parse(body.updatedAt) - Date.parse(String(action?.['createdAt']));
    expect(ahead).toBe(7_200_000);
    expect(addMs(new Date(String(action?.['createdAt'])), 5_000) > systemClock.now()).toBe(true);
  });

  it('of another platform or unknown returns 404, and a system account 400', async () => {
    const other = await app.newPlatform();
    const accountId = await accountOf(other);
    const reason = { reason: 'x' };
    expect((await operator.post(statusPath(app.client, accountId, 'freeze'), reason)).status).toBe(404);
    expect((await operator.post(statusPath(app.client, newId('InternalAccount'), 'freeze'), reason)).status).toBe(404);
    expect((await operator.post(statusPath(app.client, 'suspense:USD', 'freeze'), reason)).status).toBe(400);
    const nowhere = `/operator/platforms/${newId('Platform')}/internal-accounts/${accountId}/freeze`;
    expect((await operator.post(nowhere, reason)).body.message).toContain('platform');
  });

  it('is frozen only with a reason', async () => {
    const accountId = await accountOf(app.client);
    expect((await operator.post(statusPath(app.client, accountId, 'freeze'), {})).status).toBe(400);
    expect((await operator.post(statusPath(app.client, accountId, 'freeze'), { reason: '' })).status).toBe(400);
  });
});

describe('the operator log', () => {
  it('is listed newest first, page by page', async () => {
    const all = await actions();
    const first = (await operator.get('/operator/actions?limit=2')).body;
    const second = (await operator.get(`/operator/actions?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 4));
    expect(first.totalCount).toBe(all.length);
  });

  it('is filtered by operator, action, resource and time', async () => {
    const [last] = (await operator.get('/operator/actions?limit=1')).body.data;
    const count = async (query: string): Promise<number> =>
      (await operator.get(`/operator/actions?${query}`)).body.totalCount;
    const all = await count('');
    expect(await count(`operatorId=${operator.clientId}`)).toBeGreaterThan(1);
    expect(await count(`operatorId=${newId('Operator')}`)).toBe(0);
    expect(await count(`resourceId=${last.resourceId}&action=${last.action}`)).toBeGreaterThan(0);
    expect(await count('action=KEYS_ROTATED')).toBe(0);
    expect(await count(`since=${last.createdAt}`)).toBeGreaterThan(0);
    expect(await count(`until=${last.createdAt}`)).toBeLessThan(all);
    expect((await operator.get('/operator/actions?since=yesterday')).status).toBe(400);
    expect(last.operatorName).toBe('test');
  });

  it('names the operator', async () => {
    const colleague = await app.newOperator();
    await colleague.post('/operator/platforms', { name: 'By a colleague', mode: 'SANDBOX' });
    expect((await actions())[0]?.['operatorId']).toBe(colleague.clientId);
  });
});
