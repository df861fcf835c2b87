import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from '../load.ts';

const PER_SECOND = 10;
const INTERVAL_MS = 1_000 / PER_SECOND;

let server: Server;
let arrivals: number[] = [];
beforeAll(async () => {
  server = createServer((_, response) => {
    arrivals.push(performance.now());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

describe('the paced generator', () => {
  const paced = (connections: number) => {
    const { port } = server.address() as AddressInfo;
    const target = { url: `http://127.0.0.1:${port}/`, authorization: '', request: 'get' as const, path: '/' };
    return load({ ...target, connections, seconds: 1, perSecond: PER_SECOND });
  };

  it('sends the requested number, spread over the time', async () => {
    arrivals = [];
    await paced(4);
    expect(arrivals).toHaveLength(PER_SECOND);
    const took = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
    expect(took).toBeGreaterThan(INTERVAL_MS * (PER_SECOND - 2));
  });

  it('sends each request at its time: a fast answer is not reported as an interval', async () => {
    const { p50Ms } = await paced(4);
    expect(p50Ms).toBeLessThan(INTERVAL_MS / 2);
  });
});
