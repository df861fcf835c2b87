import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../server/src/engine/http/route.ts';
import { TestApp } from '../../../server/test/support/app.ts';
import type { Client as TestClient } from '../../../server/test/support/client.ts';
import { type Call, exampleCall, platformAccount, WALK_MS } from '../../../server/test/support/examples.ts';
import type { Document } from '../../generate/document.ts';
import { type Call as ClientCall, createAgentClient } from '../src/index.ts';
import { LossyProxy } from './lossy-proxy.ts';
import { clientOf } from './support.ts';

let app: TestApp;
let proxy: LossyProxy;
let names: Map<string, string>;
beforeAll(async () => {
  app = await TestApp.shared();
  proxy = await LossyProxy.start(app.url);
  const { paths } = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  names = new Map(operations.map((operation) => [operation.operationId, operation['x-causeway-method']]));
});
afterAll(async () => {
  proxy.close();
  await app.audit();
  await app.stop();
});

const FAST = { retryDelayMs: 1, strict: false };

/** The method of an operation, called with the arguments of an example. */
function callOf({ operationId, path: template }: Route, { path, body, as }: Call): ClientCall<unknown, string> {
  const name = names.get(operationId) ?? '';
  const [, ...ids] = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/?]+)')}(?:\\?|$)`).exec(path) ?? [];
  const [, query] = path.split('?');
  const args = [
    ...ids.map(decodeURIComponent),
    ...(query ? [Object.fromEntries(new URLSearchParams(query))] : []),
    ...(body === undefined ? [] : [body instanceof FormData ? Object.fromEntries(body) : body]),
  ];
  return name
    .replace(/^agent\./, '')
    .split('.')
    .reduce<any>(
      (parent, key) => parent[key],
      clientThrough(as),
    )(...args);
}

const clientThrough = (as: TestClient): unknown =>
  as.accessToken
    ? createAgentClient({ baseUrl: proxy.url, accessToken: as.accessToken, ...FAST })
    : clientOf(as.at(proxy.url), FAST);

describe('a response that is lost', () => {
  it('on any operation with a key leads to one effect and a replay', { timeout: WALK_MS }, async () => {
    const keyed = app.app.routes.filter(({ idempotency = 'NONE' }) => idempotency !== 'NONE');
    expect(keyed.length).toBeGreaterThan(50);
    for (const route of keyed) {
      const call = callOf(route, await exampleCall(route, app.client));
      const { value, isReplayed } = await call.withResponse();
      const [lost, repeated, ...others] = proxy.forwarded.filter(({ key }) => key === call.idempotencyKey);
      expect([route.operationId, isReplayed, lost?.isLost, others]).toEqual([route.operationId, true, true, []]);
      // The same ids and times: the second request has created nothing.
      expect(repeated).toEqual({ ...lost, isLost: false });
      const answer = repeated?.answer ? JSON.parse(repeated.answer) : undefined;
      expect(value).toEqual(route.isSigned && route.responses[202] ? { kind: 'done', value: answer } : answer);
    }
  });

  it('credits an account once', async () => {
    const account = await platformAccount(app.client);
    const cw = clientOf(app.client.at(proxy.url), FAST);
    const before = (await cw.platform.internalAccounts.list({ currency: 'USD' })).data[0]?.balance.amount ?? 0;
    const { value, isReplayed } = await cw.sandbox.internalAccounts.fund(account, { amount: 700 }).withResponse();
    expect([value.balance.amount, isReplayed]).toEqual([before + 700, true]);
    expect((await cw.platform.internalAccounts.list({ currency: 'USD' })).data[0]?.balance.amount).toBe(before + 700);
  });
});
