import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countBlocked } from './support/blocked.ts';
import type { Client } from './support/client.ts';
import { headersOf, login, sameOrigin, send } from './support/console.ts';
import { freePort } from './support/free-port.ts';
import { HintReader } from './support/hints.ts';
import { descendantsOf, isAlive, ServerHome, type ServerProcess, until } from './support/server-process.ts';
import { linesTo, WorkerLine } from './support/worker-lines.ts';

// Starts and stops whole servers, on a machine that may be busy.
const limit = { timeout: 90_000 };

/** Low enough that a busy machine exceeds it as well. */
const LIMIT = { perSecond: 10, burst: 120 };
const env = {
  PROCESSES: '2',
  LOG_LEVEL: 'debug',
  RATE_LIMIT_PER_SECOND: String(LIMIT.perSecond),
  RATE_LIMIT_BURST: String(LIMIT.burst),
};

const home = new ServerHome();
let server: ServerProcess;
let client: Client;
let consolePort: number;
let one: WorkerLine;
let other: WorkerLine;

async function openLines(): Promise<void> {
  [one, other] = (await linesTo(server, 2)) as [WorkerLine, WorkerLine];
}

async function closeLines(): Promise<void> {
  await Promise.all([one, other].map((line) => line?.close()));
}

beforeAll(async () => {
  await home.prepare();
  consolePort = await freePort();
  server = await home.start({ ...env, CONSOLE_PORT: String(consolePort) });
  client = server.client;
  await openLines();
});
afterAll(async () => {
  await closeLines();
  await home.clean();
});

async function newToken(): Promise<Client & { id: string }> {
  const { body } = await client.post('/tokens', { name: randomUUID(), permissions: ['VIEW'] });
  return Object.assign(client.with(body), { id: body.id });
}

/** Waits until the primary has noticed the kill: earlier, it passes connections to the killed process. */
const missed = (pid: number): Promise<void> =>
  until(() => server.stderr.includes(`"worker":${pid},"code":null,"signal":"SIGKILL"`), 'the process to be missed');

const usdAccount = async () => (await client.get('/platform/internal-accounts?currency=USD')).body.data[0];

describe('a server of two processes', limit, () => {
  test('reports ready once, and both processes answer on one port', () => {
    expect(server.stdout.match(/^API /gm)).toHaveLength(1);
    expect(new Set([server.pid, one.pid, other.pid]).size).toBe(3);
    expect(descendantsOf(server.pid)).toEqual(expect.arrayContaining([one.pid, other.pid]));
  });

  test('serves the console at CONSOLE_PORT in every process, and ends a session in all of them', async () => {
    const own = `http://localhost:${consolePort}`;
    const [, link = '', code] = /^Console +(\S+)#code=([0-9a-f]{64}) /m.exec(server.stdout) ?? [];
    expect(link).toBe(`${own}/console`);
    const headers = { ...headersOf(await login(own, { code })), ...sameOrigin };
    // A new connection goes to the next process.
    const show = () => Promise.all([1, 2, 3, 4].map(() => send(`${own}/console/session`, { headers })));
    expect((await show()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await send(`${server.url}/console`)).status).toBe(404);
    expect((await send(`${own}/console/session`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await show()).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('rejects a revoked token in every process once the revocation is answered', async () => {
    for (const [revoking, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      const token = await newToken();
      for (const line of [one, other]) expect((await line.get(token, '/config')).status).toBe(200);
      expect((await revoking.delete(client, `/tokens/${token.id}`)).status).toBe(204);
      const answers = await Promise.all([asked.get(token, '/config'), revoking.get(token, '/config')]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    }
  });

  test('has one clock, which every process applies once an advance is answered', async () => {
    const { body: before } = await other.get(client, '/sandbox/clock');
    // Repeats the check, because a process may happen to poll in between.
    for (let hours = 1; hours <= 6; hours++) {
      const [advancing, asked] = hours % 2 ? [one, other] : [other, one];
      await asked.get(client, '/sandbox/clock');
      await advancing.post(client, '/sandbox/clock/advance', { body: { seconds: 3_600 } });
      const { body } = await asked.get(client, '/sandbox/clock');
      expect(body.offsetSeconds).toBe(before.offsetSeconds + hours * 3_600);
    }
  });

  test('announces the changes of every process in a stream of one of them, within 1.5 seconds', async () => {
    const { url, basePath, authorization } = client;
    const reader = await HintReader.open(`${url}${basePath}/stream?topics=customer`, { authorization });
    onTestFinished(() => reader.close());
    for (const line of [one, other]) {
      const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
      const begunAt = performance.now();
      const { body: customer } = await line.post(client, '/customers', { body });
      await reader.arrival('customer', customer.id);
      expect(performance.now() - begunAt).toBeLessThan(1_500);
    }
  });

  test('has one rate limit per token, however its requests are distributed', async () => {
    const token = await newToken();
    const lines = [one, other, ...Array.from({ length: 6 }, () => new WorkerLine(server.url))];
    onTestFinished(async () => void (await Promise.all(lines.slice(2).map((line) => line.close()))));
    const statuses: number[] = [];
    const ask = async (line: WorkerLine): Promise<void> => {
      while (statuses.length < 3 * LIMIT.burst) statuses.push((await line.get(token, '/sandbox/clock')).status);
    };
    const begunAt = performance.now();
    await Promise.all(lines.map(ask));
    const seconds = (performance.now() - begunAt) / 1_000;
    const allowed = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(allowed).toBeLessThanOrEqual(LIMIT.burst + Math.ceil(seconds * LIMIT.perSecond));
    expect(allowed).toBeGreaterThanOrEqual(LIMIT.burst);
    const rejected = await Promise.all([one, other].map((line) => line.get(token, '/sandbox/clock')));
    for (const { status, headers } of rejected) {
      expect(headers['ratelimit-policy']).toBe('"token";q=120;w=12');
      expect(headers['ratelimit']).toMatch(status === 429 ? '"token";r=0;t=1' : /^"token";r=\d+;t=1$/);
    }
  });

  test('counts the guesses of one address in both processes together', async () => {
    const guess = (i: number) => (i % 2 ? one : other).post(client, '/agents/device-codes/AGENT-ZZZZ-ZZZZ/redeem', {});
    const begunAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 90 }, (_, i) => guess(i)));
    const seconds = (performance.now() - begunAt) / 1_000;
    const looked = answers.filter(({ status }) => status === 404).length;
    const rejected = answers.filter(({ status }) => status === 429);
    expect(looked + rejected.length).toBe(90);
    expect(looked).toBeGreaterThanOrEqual(60);
    expect(looked).toBeLessThanOrEqual(60 + Math.ceil(seconds));
    expect(rejected[0]?.body.message).toBe('Too many requests with this address.');
  });

  test('has one effect for a key that both processes receive at once', async () => {
    const { id, balance } = await usdAccount();
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/sandbox/internal-accounts/${id}/fund`;
    const sent = [one, other, one, other].map((line) => line.post(client, path, { body: { amount: 5 }, headers }));
    const answers = await Promise.all(sent);
    const amount = balance.amount + 5;
    expect(answers.map((answer) => [answer.status, answer.body.balance.amount])).toEqual(
      answers.map(() => [200, amount]),
    );
    expect((await usdAccount()).balance.amount).toBe(amount);
  });

  test('shows the requests of both processes in one log', async () => {
    const asked = await Promise.all([one, other].map((line) => line.get(client, '/config')));
    const ids = asked.map(({ headers }) => headers['x-request-id']);
    const reader = await newToken();
    const logged = async (): Promise<string[]> =>
      (await reader.get('/request-log?limit=50')).body.data.map(({ id }: { id: string }) => id);
    await until(async () => {
      const known = await logged();
      return ids.every((id) => known.includes(String(id)));
    }, 'both to be in the log');
  });

  test('returns the metrics of all processes from each of them', async () => {
    const pattern =
      /^causeway_http_request_duration_seconds_count\{method="GET",route="\/sandbox\/magic-values",status="200"\} (\d+)$/m;
    for (const line of [one, one, other]) await line.get(client, '/sandbox/magic-values');
    for (const line of [one, other]) {
      const { status, text } = await line.page('/metrics');
      expect([status, pattern.exec(text)?.[1], /^causeway_processes (\d+)$/m.exec(text)?.[1]]).toEqual([200, '3', '2']);
      // Gauges of the database are the same for all processes.
      expect(text.match(/^causeway_jobs_dead .*$/gm)).toEqual(['causeway_jobs_dead 0']);
    }
  });

  test('reports readiness per process', async () => {
    for (const line of [one, other]) expect((await line.page('/readyz')).status).toBe(200);
  });

  test('replaces a killed process, and stays available', async () => {
    const { pid } = one;
    process.kill(pid, 'SIGKILL');
    await missed(pid);
    expect((await other.get(client, '/config')).status).toBe(200);
    await closeLines();
    await openLines();
    expect([one.pid, other.pid]).not.toContain(pid);
  });

  test('restarts on the same port after all processes were killed', async () => {
    const killed = [one.pid, other.pid];
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    for (const pid of killed) await missed(pid);
    await until(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status === 200, 'an answer');
    await closeLines();
    await openLines();
    expect(killed).not.toContain(one.pid);
  });
});

/** Locks the row of an account, so that requests for it stay in progress. */
async function holdAccount(id: string) {
  const holder = new pg.Client({ host: join(home.dataDir, 'postgres'), user: 'causeway_server', database: 'causeway' });
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [id]);
  return {
    waitedFor: (count: number) => until(async () => (await countBlocked(holder)) === count, 'requests to be under way'),
    letGo: () => holder.end(),
  };
}

describe('the end of a server of two processes', limit, () => {
  test('on a signal finishes running requests and leaves no process', async () => {
    const family = [...descendantsOf(server.pid), home.postmasterPid()];
    const { id, balance } = await usdAccount();
    const path = `/sandbox/internal-accounts/${id}/fund`;
    const held = await holdAccount(id);
    const running = [one, other].map((line) => line.post(client, path, { body: { amount: 7 } }));
    await held.waitedFor(2);
    server.child.kill('SIGTERM');
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503, 'new requests to be rejected');
    await held.letGo();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await server.ended).toBe(0);
    expect(family.filter(isAlive)).toEqual([]);
    server = await home.start(env);
    client = server.client;
    expect((await usdAccount()).balance.amount).toBe(balance.amount + 14);
  });

  test('of its primary ends the workers too, and the next start takes over', async () => {
    await openLines();
    const workers = [one.pid, other.pid];
    await server.kill();
    await until(() => !workers.some(isAlive), 'the workers to end');
    server = await home.start(env);
    expect(server.stdout).toContain('took over a running PostgreSQL');
    expect((await server.client.get('/config')).status).toBe(200);
  });

  test('is immediate on a second signal', async () => {
    await openLines();
    const workers = [one.pid, other.pid];
    process.kill(one.pid, 'SIGSTOP');
    server.child.kill('SIGTERM');
    await until(() => !isAlive(other.pid), 'the server to drain');
    expect(await server.stop()).toBe(130);
    await until(() => !workers.some(isAlive), 'the workers to end');
  });
});

describe('a failed start of several processes', limit, () => {
  test('is reported once, and leaves no process', async () => {
    const path = join(home.directory, 'corridors.json');
    writeFileSync(path, '{"no": "corridors"}');
    const failing = await home.spawn({ PROCESSES: '2', CORRIDORS_FILE: path });
    expect(await failing.ended).toBe(2);
    expect(failing.stderr).toMatch(/^causeway: CORRIDORS_FILE: .+\n$/);
    expect(existsSync(join(home.dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});
