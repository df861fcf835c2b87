import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './server-process.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes. */
  body: string;
  event: any;
}

/** Response of the receiver: a status, or a function that writes it. */
type Say = number | ((response: ServerResponse) => void);

export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** Current number of requests without a response, and its maximum so far. */
  inFlight: { now: number; most: number };
  answer(say: (request: Received) => Say | Promise<Say>): void;
  /** Waits for this many events, not counting test events. */
  events(count: number, timeoutMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** A platform's backend: a real HTTP server that stores every request and sends the configured response. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const inFlight = { now: 0, most: 0 };
  let say: (request: Received) => Say | Promise<Say> = () => 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const got = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) };
    received.push(got);
    inFlight.now += 1;
    inFlight.most = Math.max(inFlight.most, inFlight.now);
    response.once('close', () => {
      inFlight.now -= 1;
    });
    const said = await say(got);
    if (typeof said === 'number') response.writeHead(said).end();
    else said(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ordinary = () => received.filter(({ event }) => event.type !== 'TEST');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    inFlight,
    answer: (next) => {
      say = next;
    },
    events: async (count, timeoutMs) => {
      await until(() => ordinary().length >= count, `${count} events`, timeoutMs);
      return ordinary();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
