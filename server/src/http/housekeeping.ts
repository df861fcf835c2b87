import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { type Clock, MINUTE_MS } from '../kernel/clock.ts';
import type { RequestLog } from '../request-log/log.ts';
import { purgeExpired } from './idempotency.ts';

interface Options {
  db: Database;
  clock: Clock;
  requestLog: RequestLog;
  log: Logger;
  /** Cleanup work of the slices. */
  sweeps?: readonly (() => Promise<void>)[];
}

/**
 * Deletes expired responses, old log lines and orphaned files every minute, and compacts the request log. Safe to run in
 * every process at once.
 */
export class Housekeeping {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.run().catch((err: unknown) => this.#options.log.warn({ err }, 'housekeeping failed'));
    }, MINUTE_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async run(): Promise<void> {
    await purgeExpired(this.#options.db, this.#options.clock.now());
    await this.#options.requestLog.prune();
    await this.#options.requestLog.compact();
    for (const sweep of this.#options.sweeps ?? []) await sweep();
  }
}
