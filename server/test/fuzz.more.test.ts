import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleCall } from './support/examples.ts';
import { type FuzzCall, hostileBodies, hostileObjects, mutated } from './support/mutations.ts';
import { Randomness } from './support/seed.ts';

/** Reproduce a run by its seed: FUZZ_SEED=7 FUZZ_REQUESTS=100000 npm test -- server/test/fuzz.more.test.ts */
const SEED = Number(process.env['FUZZ_SEED'] ?? 26);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const AT_ONCE = 8;
const TIMEOUT_MS = 120_000 + REQUESTS * 40;

let app: TestApp;
let operator: Client;
beforeAll(async () => {
  app = await TestApp.start();
  operator = await app.newOperator();
});
afterAll(() => app.stop());

/** One valid call of every operation, which mutations start from. */
async function seedCalls(): Promise<FuzzCall[]> {
  const calls: FuzzCall[] = [];
  for (const route of app.app.routes) {
    if (route.access === 'OPERATOR') {
      const ids = route.path.replaceAll(/\{(\w+)\}/g, 'x');
      calls.push({
        route,
        path: ids,
        body: route.body ? {} : undefined,
        headers: {},
        authorization: operator.authorization,
      });
      continue;
    }
    // Skips streams: with a mutated request one may stay open for an hour.
    if (route.isStream) continue;
    const { path, body, headers, as } = await exampleCall(route, app.client);
    const json = body instanceof FormData ? {} : body;
    calls.push({ route, path: `${BASE_PATH}${path}`, body: json, headers, authorization: as.authorization });
  }
  return calls;
}

describe('objects with members of every object, such as toString', () => {
  it('are rejected in every place of every body and query, never with a 5xx', { timeout: TIMEOUT_MS }, async () => {
    const requests = (await seedCalls()).flatMap(({ route, path, body, ...call }) => {
      const { method, operationId } = route;
      const bodies = [...(route.body ? hostileBodies(body) : [])].map((one) => JSON.stringify(one));
      const queries = Object.keys(route.query?.properties ?? {}).flatMap((name) => [
        `${name}=constructor`,
        ...hostileObjects.map((one) => `${name}=${encodeURIComponent(JSON.stringify(one))}`),
      ]);
      return [
        ...bodies.map((text) => ({ ...call, operationId, method, path, text })),
        ...['toString=x', '__proto__=x', ...queries].map((query) => ({
          ...call,
          operationId,
          method,
          path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
          text: body === undefined || method === 'GET' ? undefined : JSON.stringify(body),
        })),
      ];
    });
    expect(requests.length).toBeGreaterThan(2_500);
    const failures: object[] = [];
    await eachAtOnce(requests, async ({ operationId, authorization, headers, method, path, text }) => {
      const key = 'idempotency-key' in headers ? { 'idempotency-key': uuidv7() } : {};
      const type = text === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(`${app.url}${path}`, {
        method,
        headers: { authorization, ...type, ...headers, ...key },
        ...(text !== undefined && { body: text }),
      });
      const answer = await response.text();
      if (response.status < 500 || isByDesign(response.status, answer)) return;
      failures.push({ operationId, text, path, status: response.status, answer, err: errorOf(answer) });
    });
    expect(failures.slice(0, 20)).toEqual([]);
    await app.audit();
  });
});

/** Sends several requests at a time. */
async function eachAtOnce<T>(items: readonly T[], send: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const take = async (): Promise<void> => {
    for (; next < items.length; ) await send(items[next++] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

describe(`${REQUESTS} mutated requests of seed ${SEED}`, () => {
  it('are all answered without a 5xx, and the audit of the ledger passes', { timeout: TIMEOUT_MS }, async () => {
    const calls = await seedCalls();
    const random = new Randomness(SEED);
    const failures: object[] = [];
    const statuses = new Map<number, number>();
    let sent = 0;
    const send = async (): Promise<void> => {
      for (; sent < REQUESTS; ) {
        const call = mutated(calls[sent % calls.length] as FuzzCall, calls, random);
        sent += 1;
        const response = await fetch(`${app.url}${call.path}`, {
          method: call.method,
          headers: { authorization: call.authorization, ...call.headers },
          ...(call.text !== undefined && { body: call.text }),
        });
        const text = await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status < 500 || isByDesign(response.status, text)) continue;
        failures.push({ ...call, status: response.status, answer: text, err: errorOf(text) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    expect(failures.slice(0, 20)).toEqual([]);
    // Mutations that are all rejected would test nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 50);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10);
    await app.audit();
  });
});

/** 501 is correct for the cancellation on rails that do not support it. */
const isByDesign = (status: number, answer: string): boolean => status === 501 && answer.includes('"NOT_IMPLEMENTED"');

/** The cause of a failure, from the log of the service. */
function errorOf(answer: string): unknown {
  const id = /"requestId":"([^"]+)"/.exec(answer)?.[1];
  const line = id && app.logs.find((entry) => entry.includes(id) && entry.includes('"err"'));
  return line ? JSON.parse(line).err : undefined;
}
