import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client, ReceivedWebhook as WebhookEvent } from '../../client/src/index.ts';

const WAIT_MS = 10_000;

type EventOf<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>;

/** Response to an event. Some events expect a decision in it. */
export interface WebhookResponse {
  status?: number;
  body?: unknown;
}

/** Receiver of the events of one platform. */
export interface PlatformWebhooks {
  /** Address that the platform sends to. */
  readonly url: string;
  /** Events with a valid signature, in the order of their arrival. */
  readonly events: readonly WebhookEvent[];
  /** The first event of the type for which the predicate holds, whether it has arrived already or is yet to come. */
  waitFor<T extends WebhookEvent['type']>(
    type: T,
    predicate?: (event: EventOf<T>) => boolean,
    options?: { timeoutMs?: number },
  ): Promise<EventOf<T>>;
  /** Replaces the response to events, which is 200 without a body. */
  respond(response: (event: WebhookEvent) => WebhookResponse | Promise<WebhookResponse>): void;
}

interface Waiter {
  offer(event: WebhookEvent): void;
}

/** One listener on the loopback address for all platforms of a process; each platform has a separate path. */
export class Receivers {
  readonly #byPath = new Map<string, PlatformReceiver>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });
  #url: Promise<string> | undefined;

  async open(): Promise<PlatformReceiver> {
    this.#url ??= this.#listen();
    const path = `/${this.#byPath.size + 1}`;
    const receiver = new PlatformReceiver(`${await this.#url}${path}`);
    this.#byPath.set(path, receiver);
    return receiver;
  }

  async close(): Promise<void> {
    if (!this.#url) return;
    await this.#url;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1').unref();
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const receiver = this.#byPath.get(request.url ?? '');
    const { status = 200, body } = (await receiver?.receive(Buffer.concat(chunks), request.headers)) ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }
}

export class PlatformReceiver implements PlatformWebhooks {
  readonly url: string;
  readonly events: WebhookEvent[] = [];
  /** Reasons why requests were not accepted. */
  readonly #rejected: string[] = [];
  readonly #waiters = new Set<Waiter>();
  #response: (event: WebhookEvent) => WebhookResponse | Promise<WebhookResponse> = () => ({});
  #announce: (api: Client) => void = () => {};
  readonly #api = new Promise<Client>((resolve) => {
    this.#announce = resolve;
  });

  constructor(url: string) {
    this.url = url;
  }

  /** Events may arrive before the platform is known here: they wait for its keys. */
  verifyWith(api: Client): void {
    this.#announce(api);
  }

  async receive(body: Buffer, headers: IncomingHttpHeaders): Promise<WebhookResponse> {
    try {
      const event = await (await this.#api).webhooks.unwrap(body, headers);
      this.#accept(event);
      return await this.#response(event);
    } catch (error) {
      this.#rejected.push((error as Error).message);
      return { status: 400, body: { message: (error as Error).message } };
    }
  }

  #accept(event: WebhookEvent): void {
    if (this.events.some(({ id }) => id === event.id)) return;
    this.events.push(event);
    for (const waiter of this.#waiters) waiter.offer(event);
  }

  respond(response: (event: WebhookEvent) => WebhookResponse | Promise<WebhookResponse>): void {
    this.#response = response;
  }

  waitFor<T extends WebhookEvent['type']>(
    type: T,
    predicate: (event: EventOf<T>) => boolean = () => true,
    { timeoutMs = WAIT_MS }: { timeoutMs?: number } = {},
  ): Promise<EventOf<T>> {
    const fits = (event: WebhookEvent): event is EventOf<T> => event.type === type && predicate(event as EventOf<T>);
    const arrived = this.events.find(fits);
    if (arrived) return Promise.resolve(arrived);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        act();
      };
      const waiter: Waiter = {
        offer: (event) => {
          try {
            if (fits(event)) settle(() => resolve(event));
          } catch (error) {
            settle(() => reject(error));
          }
        },
      };
      const timer = setTimeout(() => settle(() => reject(new Error(this.#missing(type, timeoutMs)))), timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  #missing(type: string, timeoutMs: number): string {
    const arrived = this.events.map((event) => `  ${event.type} ${subjectOf(event)}`);
    const lines = [
      `No ${type} that fits arrived within ${timeoutMs} ms.`,
      arrived.length > 0 ? 'Arrived in this order:' : 'No event arrived.',
      ...arrived,
      ...this.#rejected.map((reason) => `  rejected: ${reason}`),
    ];
    return lines.join('\n');
  }
}

/** Id and status of the resource of an event, which identify it in a list. */
function subjectOf({ data }: WebhookEvent): string {
  const { id = '', status = '' } = data as { id?: string; status?: string };
  return [id, status].filter(Boolean).join(' ');
}
