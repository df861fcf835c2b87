import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LeasedLimiter, type LeaseSource, Lender } from '../src/engine/http/rate-leases.ts';
import type { RateLimit } from '../src/engine/http/rate-limit.ts';
import { poolSizeFor } from '../src/start/processes/connections.ts';

/** Several processes with one shared limiter, as the primary and its workers. */
function processes(limit: RateLimit, count: number) {
  const lender = new Lender(limit);
  const asked = { draws: 0 };
  const bank: LeaseSource = {
    draw: async (request) => {
      asked.draws += 1;
      return lender.draw(request);
    },
    takeBack: (returned) => {
      for (const lease of returned) lender.takeBack(lease);
    },
    giveBack: (callerId) => lender.giveBack(callerId),
  };
  return { asked, limiters: Array.from({ length: count }, () => new LeasedLimiter(limit, bank)) };
}

const isAllowed = async (limiter: LeasedLimiter | undefined): Promise<boolean> =>
  Promise.resolve()
    .then(() => limiter?.take('Token:x'))
    .then(
      () => true,
      () => false,
    );

const remainingOf = async (limiter: LeasedLimiter | undefined): Promise<number> =>
  Number(/r=(\d+)/.exec((await limiter?.take('Token:x'))?.['ratelimit'] ?? '')?.[1]);

describe('a limit shared by several processes', () => {
  test('is counted exactly if it is small, with the headers of a single process', async () => {
    const { limiters } = processes({ perSecond: 0.01, burst: 6 }, 3);
    const remaining: number[] = [];
    for (let i = 0; i < 6; i++) remaining.push(await remainingOf(limiters[i % 3]));
    expect(remaining).toEqual([5, 4, 3, 2, 1, 0]);
    await expect(limiters[0]?.take('Token:x')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      headers: { 'retry-after': '100', ratelimit: '"token";r=0;t=100' },
    });
    expect(() => limiters[0]?.take('Token:x')).toThrow('Too many requests');
  });

  test('is never exceeded, and mostly counted locally', async () => {
    const limit = { perSecond: 10_000, burst: 20_000 };
    const { asked, limiters } = processes(limit, 4);
    const begunAt = performance.now();
    let allowed = 0;
    for (let i = 0; i < 10_000; i++) if (await isAllowed(limiters[i % 4])) allowed += 1;
    expect(asked.draws).toBeLessThan(300);
    for (let i = 0; i < 20_000; i++) if (await isAllowed(limiters[i % 4])) allowed += 1;
    const seconds = (performance.now() - begunAt) / 1_000;
    expect(allowed).toBeLessThanOrEqual(limit.burst + Math.ceil(seconds * limit.perSecond));
    expect(allowed).toBeGreaterThan(limit.burst * 0.95);
  });

  test('draws once for all waiting requests', async () => {
    const { asked, limiters } = processes({ perSecond: 0.01, burst: 50 }, 1);
    const answers = await Promise.all(Array.from({ length: 60 }, () => isAllowed(limiters[0])));
    expect(answers.filter(Boolean)).toHaveLength(50);
    expect(asked.draws).toBeLessThanOrEqual(3);
  });

  test('gets back the unused share of a process', async () => {
    const { limiters } = processes({ perSecond: 100, burst: 32 }, 2);
    expect(await isAllowed(limiters[0])).toBe(true);
    await sleep(1_600);
    const answers: boolean[] = [];
    for (let i = 0; i < 32; i++) answers.push(await isAllowed(limiters[1]));
    expect(answers).toEqual(answers.map(() => true));
  });
});

describe('a returned rate-limit token', () => {
  test('is available to all processes, and never exceeds the burst', async () => {
    const { limiters } = processes({ perSecond: 0.01, burst: 3 }, 2);
    const [one, other] = limiters;
    for (let i = 0; i < 3; i++) expect(await isAllowed(one)).toBe(true);
    one?.giveBack('Token:x');
    expect(await isAllowed(other)).toBe(true);
    for (let i = 0; i < 9; i++) other?.giveBack('Token:x');
    expect(await remainingOf(one)).toBe(2);
  });
});

describe('the connections of several processes', () => {
  test.each([
    { processes: 2, allowed: 100, poolSize: 10 },
    { processes: 8, allowed: 100, poolSize: 8 },
    { processes: 16, allowed: 100, poolSize: 3 },
  ])('$processes of them share $allowed', ({ processes: count, allowed, poolSize }) => {
    expect(poolSizeFor(count, allowed)).toBe(poolSize);
  });

  test('are rejected if they exceed the limit of the database', () => {
    expect(() => poolSizeFor(17, 100)).toThrow('PROCESSES=17 requires 105 connections and the database allows 100.');
  });
});
