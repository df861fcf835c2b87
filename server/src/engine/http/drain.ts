import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

interface DrainTimes {
  /** Time to keep serving after /readyz has turned false, because load balancers check it at intervals. */
  delayMs: number;
  /** Time without a new connection after which the accept queue is taken to be empty. */
  quietMs: number;
  /** Maximum time to wait for the first request of a connection. */
  firstRequestMs: number;
  /** Maximum time to listen while connections still arrive. */
  listenMs: number;
  /** Time to keep idle connections open after the last response. */
  lingerMs: number;
}

const TIMES: DrainTimes = { delayMs: 0, quietMs: 100, firstRequestMs: 1_000, listenMs: 8_000, lingerMs: 100 };
const POLL_MS = 10;

/**
 * Stops a server in steps: /readyz turns false, new requests are rejected, running requests finish. The server listens
 * until no connection arrives any more: closing the socket earlier would reset connections in the accept queue.
 */
export class Drain {
  readonly #times: DrainTimes;
  /** Connections that have not sent a request yet. */
  readonly #fresh = new Set<Socket>();
  readonly #onDraining = new Set<() => void>();
  #isReady = true;
  #isDraining = false;
  #running = 0;
  #lastArrivalAt = Number.NEGATIVE_INFINITY;

  constructor(times: Partial<DrainTimes> = {}) {
    this.#times = { ...TIMES, ...times };
  }

  /** False once the stop has begun, while requests are still served for `delayMs`. */
  get isReady(): boolean {
    return this.#isReady;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Registers a listener that ends long-lived responses when the server begins to reject requests. */
  onDraining(listener: () => void): void {
    this.#onDraining.add(listener);
  }

  /** Tracks connections until their first request. A stopping server closes connections after their response. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#lastArrivalAt = monotonicMs();
      this.#fresh.add(socket);
      socket.once('close', () => this.#fresh.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#fresh.delete(request.socket);
      if (!this.#isReady) response.shouldKeepAlive = false;
    });
  }

  /** Counts a request as running until its response is sent or the client disconnects. */
  admit(reply: FastifyReply): void {
    if (this.#isDraining) throw rejection();
    this.#running += 1;
    reply.raw.on('close', this.#leave);
  }

  /** `stopListening` closes additional listeners at the same time as the server. */
  async close(http: FastifyInstance, stopListening: () => void = () => {}): Promise<void> {
    this.#isReady = false;
    await sleep(this.#times.delayMs);
    this.#isDraining = true;
    for (const listener of this.#onDraining) listener();
    const begunAt = monotonicMs();
    let now = begunAt;
    while (!this.#isQuiet(begunAt, now)) {
      await sleep(POLL_MS);
      // The next turn of the event loop accepts every connection that has arrived by now, even if the turn is late.
      now = monotonicMs();
      await nextTurn();
    }
    stopListening();
    const closed = http.close();
    const linger = setTimeout(() => http.server.closeAllConnections(), this.#times.lingerMs);
    await closed;
    clearTimeout(linger);
  }

  readonly #leave = (): void => {
    this.#running -= 1;
  };

  #isQuiet(begunAt: number, now: number): boolean {
    if (this.#running > 0) return false;
    const { quietMs, firstRequestMs, listenMs } = this.#times;
    const silentMs = now - Math.max(begunAt, this.#lastArrivalAt);
    if (now - begunAt >= listenMs) return true;
    return silentMs >= (this.#fresh.size > 0 ? firstRequestMs : quietMs);
  }
}

function rejection(): ApiError {
  const details = { hint: 'Nothing was changed. Repeat the request in a moment.' };
  const headers = { 'retry-after': '1', connection: 'close' };
  return new ApiError('SERVICE_UNAVAILABLE', 'This server is stopping.', details, { headers });
}
