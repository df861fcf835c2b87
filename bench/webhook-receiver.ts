import { createServer } from 'node:http';
import { monotonicMs } from '../server/src/foundation/kernel/clock.ts';

export interface ReceiverOptions {
  port: number;
}

export interface Arrivals {
  count: number;
  /** Time from the first arrival to the last. */
  ms: number;
}

/** A receiver that only counts: POST adds one, GET /arrivals returns the arrivals since the last call. */
export async function receiveWebhooks({ port }: ReceiverOptions): Promise<void> {
  let count = 0;
  let firstAt = 0;
  let lastAt = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      lastAt = monotonicMs();
      if (count++ === 0) firstAt = lastAt;
      request.resume();
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ count, ms: lastAt - firstAt } satisfies Arrivals));
    if (request.url === '/arrivals?reset') count = 0;
  });
  // Ends when the process that started it ends, in any way.
  process.stdin.resume().once('close', () => process.exit(0));
  server.listen(port, '127.0.0.1');
}
