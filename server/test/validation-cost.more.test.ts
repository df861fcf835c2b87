import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldErrors } from '../src/engine/http/field-errors.ts';
import type { Route } from '../src/engine/http/route.ts';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { callerOf, exampleCall, unknownPath, WALK_MS } from './support/examples.ts';
import { exchange } from './support/exchange.ts';
import { bodiesBeforeSchemas, schemasIn, worstBodies } from './support/worst-bodies.ts';

const MAX_CPU_MS = 100;
const TRIES = 25;

let app: TestApp;
let operator: Client;
let agent: Client;
beforeAll(async () => {
  app = await TestApp.start();
  operator = await app.newOperator();
  const route = app.app.routes.find(({ access }) => access === 'AGENT') as Route;
  agent = await callerOf(route, app.client);
});
afterAll(() => app.stop());

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

/** Least processor time of a few tries, because other work of this process counts as well. */
async function leastCpu(work: () => unknown, limit = MAX_CPU_MS): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least > limit; i++) {
    const before = process.cpuUsage();
    await work();
    least = Math.min(least, cpuMs(before));
  }
  return least;
}

/** Path of a request. Rules read resources, so operations with rules get a path to existing ones. */
async function targetOf(route: Route): Promise<{ path: string; as: Client }> {
  if (route.access === 'OPERATOR') return { path: unknownPath(route), as: operator };
  if (route.rules) return exampleCall(route, app.client);
  return { path: unknownPath(route), as: route.access === 'AGENT' ? agent : app.client };
}

describe('validation', () => {
  it('costs less than 100 ms of CPU for every operation and every body under the limit', {
    timeout: WALK_MS,
  }, async () => {
    const slow: object[] = [];
    let sent = 0;
    for (const route of app.app.routes.filter(({ body, form }) => body && !form)) {
      const { path, as } = await targetOf(route);
      const send = async (text: string): Promise<number> => {
        const { status } = await exchange(`${as.url}${as.basePath}${path}`, {
          method: route.method,
          headers: {
            authorization: as.authorization,
            'content-type': 'application/json',
            'idempotency-key': uuidv7(),
            ...(sent % 2 ? { prefer: 'handling=strict' } : {}),
          },
          body: text,
        });
        sent += 1;
        return status;
      };
      // Compiles the validators of this operation.
      await send('{}');
      const isFirst = sent === 1;
      for (const { name, text } of [...(isFirst ? bodiesBeforeSchemas() : []), ...worstBodies(route)]) {
        let status = 0;
        const ms = await leastCpu(async () => {
          status = await send(text);
        });
        expect(status, `${route.operationId}, ${name}`).not.toBe(500);
        if (ms > MAX_CPU_MS) slow.push({ operation: route.operationId, body: name, ms, status });
      }
    }
    expect(sent).toBeGreaterThan(1_000);
    expect(slow).toEqual([]);
  });

  it('costs less than 100 ms of CPU for the longest text against every pattern and format', async () => {
    const judged = new Map<string, object>();
    for (const { body, query, params } of app.app.routes) {
      for (const schema of schemasIn([body, query, params])) {
        if (typeof schema.pattern !== 'string' && typeof schema.format !== 'string') continue;
        const { pattern, format, maxLength } = schema;
        judged.set(JSON.stringify({ pattern, format, maxLength }), schema);
      }
    }
    expect(judged.size).toBeGreaterThan(30);
    const pieces = ['a', '0', ' ', 'a.', 'a-', 'a@', '%41', '://', '\u{1f600}'];
    const starts = ['', 'a@', 'https://a', '+1'];
    // Texts of a twentieth of the longest length get a twentieth of the time, which exposes more than linear costs.
    const limit = MAX_CPU_MS / 20;
    const slow: object[] = [];
    for (const schema of judged.values()) {
      for (const start of starts) {
        for (const piece of pieces) {
          // Repeats a matching piece, with an end that does not match: the worst case of backtracking.
          const text = `${start}${piece.repeat(Math.floor(50_000 / piece.length))}\n`;
          const ms = await leastCpu(() => fieldErrors(schema as never, text), limit);
          if (ms > limit) slow.push({ schema, start, piece, ms });
        }
      }
    }
    expect(slow).toEqual([]);
  });

  it('costs less than 100 ms of CPU for a query and a path as long as a head may be', {
    timeout: WALK_MS,
  }, async () => {
    const slow: object[] = [];
    for (const route of app.app.routes.filter(({ method }) => method === 'GET')) {
      const as = route.access === 'OPERATOR' ? operator : route.access === 'AGENT' ? agent : app.client;
      const names = Object.keys(route.query?.properties ?? { x: 1 });
      const queries = [
        Array.from({ length: 1_800 }, (_, i) => `p${i}=1`).join('&'),
        Array.from({ length: 700 }, (_, i) => `${names[i % names.length]}=x`).join('&'),
        names.map((name) => `${name}=${'x,'.repeat(Math.floor(5_000 / names.length))}`).join('&'),
      ];
      const paths = [
        ...queries.map((query) => `${unknownPath(route)}?${query}`),
        route.path.replaceAll(/\{\w+\}/g, '%20a'.repeat(1_000)),
      ];
      for (const path of paths) {
        const ms = await leastCpu(async () => {
          const { status } = await exchange(`${as.url}${as.basePath}${path}`, {
            method: 'GET',
            headers: { authorization: as.authorization },
          });
          expect([path.slice(0, 80), status]).not.toEqual([path.slice(0, 80), 500]);
        });
        if (ms > MAX_CPU_MS) slow.push({ path: path.slice(0, 80), ms });
      }
    }
    expect(slow).toEqual([]);
  });
});
