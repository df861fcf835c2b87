import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, systemClock } from '../server/src/foundation/kernel/clock.ts';
import { uuidv7 } from '../server/src/foundation/kernel/ids.ts';
import { at } from './measure.ts';

const TICK_MS = 1;

export interface LoadOptions {
  url: string;
  authorization: string;
  request: keyof typeof requests;
  /** Accounts to fund, in turn. */
  accounts?: readonly string[];
  /** Path to read. */
  path?: string;
  /** Bodies to post to `path`, in turn. */
  bodies?: readonly string[];
  /** Processor references of the cards to use, in turn, and the secret that signs the requests. */
  processor?: { refs: readonly string[]; secret: string };
  /** Quotes to execute, each once. Their ids are the prefix and nine digits, from 1 to `count`. */
  quotes?: { prefix: string; count: number };
  /** Alternative to `quotes`: a file with the ids, one per line. */
  quotesFile?: string;
  connections: number;
  seconds: number;
  /** Sends this many per second; otherwise each connection sends as soon as it has its response. */
  perSecond?: number;
  /** Requests in this time are not counted, because a generator that has just started is late itself. */
  leadSeconds?: number;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

type Head = Pick<
  LoadOptions,
  'authorization' | 'accounts' | 'path' | 'bodies' | 'quotes' | 'quotesFile' | 'processor'
> & {
  host: string;
};

export const BASE = '/api/2025-10-13';

/** Requests by kind, rendered beforehand, so that the generator uses less processor time than the server. */
const requests = {
  get: ({ host, authorization, path }: Head) => {
    const text = `GET ${BASE}${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`;
    return () => text;
  },
  fund: ({ accounts = [], ...head }: Head) => {
    const path = (n: number) => `/sandbox/internal-accounts/${accounts[n % accounts.length]}/fund`;
    return (n: number) => post(head, path(n), '{"amount":100}');
  },
  post: ({ path = '', bodies = [], ...head }: Head) => {
    return (n: number) => post(head, path, bodies[n % bodies.length] ?? '');
  },
  pay: ({ host, processor: { refs, secret } = { refs: [], secret: '' } }: Head) => {
    return (n: number) => signed(host, refs[n % refs.length], secret);
  },
  execute: ({ quotes = { prefix: '', count: 0 }, quotesFile, ...head }: Head) => {
    const numbered = (n: number) => `${quotes.prefix}${String(n + 1).padStart(9, '0')}`;
    const ids = quotesFile ? readFileSync(quotesFile, 'utf8').split('\n') : undefined;
    return (n: number) => {
      if (n >= (ids?.length ?? quotes.count)) throw new Error('the quotes ran out');
      return post(head, `/quotes/${ids?.[n] ?? numbered(n)}/execute`, '{}');
    };
  },
};

/** An authorization of the card processor, with new ids and signed. */
export function signed(host: string, processorRef: string | undefined, secret: string): string {
  const merchant = { descriptor: 'BLUE BOTTLE', mcc: '5814', country: 'US' };
  const asked = { processorRef, kind: 'AUTHORIZATION', amount: 100, currency: 'USD', merchant };
  const body = JSON.stringify({ messageId: uuidv7(), transactionToken: uuidv7(), ...asked });
  const timestamp = Math.floor(systemClock.now().getTime() / 1_000);
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const head = `Host: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const signature = `X-Processor-Timestamp: ${timestamp}\r\nX-Processor-Signature: ${mac}`;
  return `POST /processor/authorizations HTTP/1.1\r\n${head}\r\n${signature}\r\n\r\n${body}`;
}

function post({ host, authorization }: Head, path: string, body: string): string {
  const head = `Host: ${host}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST ${BASE}${path} HTTP/1.1\r\n${head}\r\nIdempotency-Key: ${uuidv7()}\r\n\r\n${body}`;
}

/** Loads a server over kept-alive connections, one request at a time on each. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.url);
  const text = requests[options.request]({ ...options, host: url.host });
  const lines = await Promise.all(Array.from({ length: options.connections }, () => Line.open(url)));
  const startedAt = monotonicMs();
  const countedFrom = startedAt + (options.leadSeconds ?? 0) * 1_000;
  const until = countedFrom + options.seconds * 1_000;
  const latencies: number[] = [];
  let asked = 0;
  const send = async (line: Line, dueAt: number): Promise<void> => {
    await line.ask(text(asked++));
    if (dueAt >= countedFrom) latencies.push(monotonicMs() - dueAt);
  };
  await (options.perSecond
    ? paced(lines, { perSecond: options.perSecond, startedAt, until, send })
    : flatOut(lines, until, send));
  const seconds = (monotonicMs() - countedFrom) / 1_000;
  for (const line of lines) line.close();
  const sorted = latencies.sort((a, b) => a - b);
  return { perSecond: sorted.length / seconds, p50Ms: at(sorted, 0.5), p99Ms: at(sorted, 0.99) };
}

/** Bodies of the responses to `count` requests, in the order of arrival. */
export async function sendAll(options: Omit<LoadOptions, 'seconds'>, count: number): Promise<string[]> {
  const url = new URL(options.url);
  const text = requests[options.request]({ ...options, host: url.host });
  const lines = await Promise.all(Array.from({ length: options.connections }, () => Line.open(url)));
  const answers: string[] = [];
  let asked = 0;
  const work = async (line: Line): Promise<void> => {
    while (asked < count) answers.push(await line.ask(text(asked++)));
    line.close();
  };
  await Promise.all(lines.map(work));
  return answers;
}

type Send = (line: Line, dueAt: number) => Promise<void>;

async function flatOut(lines: readonly Line[], until: number, send: Send): Promise<void> {
  const work = async (line: Line): Promise<void> => {
    for (let now = monotonicMs(); now < until; now = monotonicMs()) await send(line, now);
  };
  await Promise.all(lines.map(work));
}

interface Paced {
  perSecond: number;
  startedAt: number;
  until: number;
  send: Send;
}

/** Sends each request at its scheduled time. The wait for a free connection counts as latency. */
async function paced(lines: readonly Line[], { perSecond, startedAt, until, send }: Paced): Promise<void> {
  const free = [...lines];
  const running = new Set<Promise<void>>();
  const momentOf = (n: number): number => startedAt + (n / perSecond) * 1_000;
  for (let sent = 0; momentOf(sent) < until; await sleep(TICK_MS)) {
    while (momentOf(sent) <= monotonicMs()) {
      const line = free.pop();
      if (!line) break;
      const asked: Promise<void> = send(line, momentOf(sent)).then(() => {
        free.push(line);
        running.delete(asked);
      });
      running.add(asked);
      sent += 1;
    }
  }
  await Promise.all(running);
}

/** One connection. Supports only the HTTP of the service's responses: a status line and a Content-Length. */
class Line {
  readonly #socket: Socket;
  #received = '';
  #done: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', (error) => this.#done?.reject(error));
    socket.on('close', () => this.#done?.reject(new Error('the server closed a connection')));
  }

  static async open({ hostname, port }: URL): Promise<Line> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Line(socket);
  }

  ask(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
      this.#socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1]);
    if (this.#received.length < head + 4 + length) return;
    const answer = this.#received;
    this.#received = '';
    if (answer.startsWith('HTTP/1.1 2')) this.#done?.resolve(answer);
    else this.#done?.reject(new Error(`not what was expected: ${answer}`));
  }
}
