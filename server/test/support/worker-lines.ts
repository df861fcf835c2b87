import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Connection } from 'undici';
import { BASE_PATH } from '../../src/foundation/config.ts';
import type { Client } from './client.ts';
import { type ServerProcess, until } from './server-process.ts';

/** Each attempted connection uses one request of its token's rate limit. */
const PAUSE_MS = 100;

interface Asked {
  body?: object;
  headers?: Record<string, string>;
}

/** One connection to a server of several processes, and so to one of its workers. */
export class WorkerLine {
  readonly #connection: Connection;
  pid = 0;

  constructor(url: string) {
    this.#connection = new Connection(url);
  }

  get = (client: Client, path: string) => this.#ask(client, 'GET', path);
  post = (client: Client, path: string, asked: Asked = {}) => this.#ask(client, 'POST', path, asked);
  delete = (client: Client, path: string) => this.#ask(client, 'DELETE', path);

  async page(path: string): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await this.#connection.request({ method: 'GET', path });
    return { status: statusCode, text: await body.text() };
  }

  close(): Promise<void> {
    return this.#connection.destroy();
  }

  async #ask(
    { authorization }: Client,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { body, headers }: Asked = {},
  ) {
    const answer = await this.#connection.request({
      method,
      path: `${BASE_PATH}${path}`,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
  }
}

/** Opens a connection to each worker. Reads the answering worker from the log, which must be at debug level. */
export async function linesTo(server: ServerProcess, workers: number): Promise<WorkerLine[]> {
  const found = new Map<number, WorkerLine>();
  const { client } = server;
  await until(async () => {
    const line = new WorkerLine(server.url);
    const { headers } = await line.get(client, '/sandbox/clock');
    line.pid = await answererOf(server, String(headers['x-request-id']));
    if (found.has(line.pid)) await line.close();
    else found.set(line.pid, line);
    if (found.size < workers) await sleep(PAUSE_MS);
    return found.size === workers;
  }, `${workers} workers to answer`);
  return [...found.values()];
}

async function answererOf(server: ServerProcess, requestId: string): Promise<number> {
  const pattern = new RegExp(`"pid":(\\d+),"requestId":"${requestId}"`);
  await until(() => pattern.test(server.stderr), 'the log to name the answering worker');
  return Number(pattern.exec(server.stderr)?.[1]);
}
