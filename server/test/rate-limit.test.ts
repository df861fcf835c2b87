import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RateLimiter } from '../src/engine/http/rate-limit.ts';
import { readConfig } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import type { Answer } from './support/client.ts';

/** Refills too slowly to matter, on a busy machine too. */
const SLOW = { perSecond: 0.01, burst: 5 };

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ config: { rateLimit: SLOW } });
});
afterAll(() => app.stop());

/** Seconds until there is a token again: 100, less the time since the first request. */
const SECONDS = /^(9\d|100)$/;

const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status);

describe('the rate limit', () => {
  it('allows a burst, then returns 429 with the time to wait and the standard headers', async () => {
    const client = await app.newPlatform();
    const burst: Answer[] = [];
    for (let i = 0; i < 5; i++) burst.push(await client.get('/sandbox/magic-values'));
    expect(statuses(burst)).toEqual([200, 200, 200, 200, 200]);
    expect(burst[0]?.headers.get('ratelimit-policy')).toBe('"token";q=5;w=500');
    expect(burst.map(({ headers }) => headers.get('ratelimit'))).toEqual(
      [4, 3, 2, 1, 0].map((remaining) => `"token";r=${remaining};t=1`),
    );
    const { status, body, headers } = await client.get('/sandbox/magic-values');
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
    const wait = headers.get('retry-after') ?? '';
    expect(wait).toMatch(SECONDS);
    expect(headers.get('ratelimit')).toBe(`"token";r=0;t=${wait}`);
    expect(headers.get('ratelimit-policy')).toBe('"token";q=5;w=500');
    expect(body.details).toMatchObject({ retryAfterSeconds: Number(wait), hint: expect.stringContaining(`${wait} s`) });
  });

  it('refills over time: a request after the given wait succeeds', async () => {
    const quick = await TestApp.start({ config: { rateLimit: { perSecond: 1, burst: 1 } } });
    onTestFinished(() => quick.stop());
    const ask = () => quick.client.get('/sandbox/magic-values');
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'));
    await sleep(wait * 1_000);
    expect((await ask()).status).toBe(200);
  });

  it('applies per token: another token of the same platform has its own', async () => {
    const first = await app.newPlatform();
    const second = await app.clientWith(['VIEW'], first);
    for (let i = 0; i < 6; i++) await first.get('/sandbox/magic-values');
    expect((await first.get('/sandbox/magic-values')).status).toBe(429);
    expect((await second.get('/sandbox/magic-values')).headers.get('ratelimit')).toContain('r=4');
  });

  it('is not consumed by requests with a wrong secret', async () => {
    const client = await app.newPlatform();
    const guesser = client.with({ clientId: client.clientId, clientSecret: 'guess' });
    for (let i = 0; i < 10; i++) expect((await guesser.get('/config')).status).toBe(401);
    expect((await client.get('/config')).status).toBe(200);
  });

  it('counts rejected requests too, and a 429 changes nothing', async () => {
    const client = await app.newPlatform();
    for (let i = 0; i < 5; i++) expect((await client.get('/tokens/x')).status).toBe(404);
    expect((await client.post('/tokens', { name: 'too many', permissions: ['VIEW'] })).status).toBe(429);
    const { rows } = await app.database.db.pool.query(`SELECT 1 FROM api_tokens WHERE name = 'too many'`);
    expect(rows).toEqual([]);
  });

  it('is 10,000 requests per second by default', () => {
    expect(readConfig({}).rateLimit).toEqual({ perSecond: 10_000, burst: 20_000 });
    const limiter = new RateLimiter(readConfig({}).rateLimit);
    for (let i = 0; i < 20_000; i++) limiter.take('Token:x');
  });
});
