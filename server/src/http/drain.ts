import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../kernel/errors.ts';

/** How long a connection that nobody uses may stay once everything is answered. */
const LINGER_MS = 100;

/** A server that stops refuses what is new and finishes what it has, still listening: /readyz must be heard. */
export class Drain {
  #isDraining = false;
  #running = 0;
  #whenIdle: (() => void) | undefined;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Counts a request until its answer is sent or nobody waits for it any more. */
  admit(reply: FastifyReply): void {
    if (this.#isDraining) throw refusal();
    this.#running += 1;
    reply.raw.on('close', this.#leave);
  }

  readonly #leave = (): void => {
    this.#running -= 1;
    if (this.#running === 0) this.#whenIdle?.();
  };

  async close(http: FastifyInstance): Promise<void> {
    this.#isDraining = true;
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    const closed = http.close();
    const linger = setTimeout(() => http.server.closeAllConnections(), LINGER_MS);
    await closed;
    clearTimeout(linger);
  }
}

function refusal(): ApiError {
  const details = { hint: 'Nothing was changed. Repeat the request in a moment.' };
  const headers = { 'retry-after': '1', connection: 'close' };
  return new ApiError('SERVICE_UNAVAILABLE', 'This server is stopping.', details, { headers });
}
