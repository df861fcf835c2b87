import type { Logger } from 'pino';
import type { Database } from '../../foundation/db/database.ts';
import { type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { RequestLog } from '../request-log/log.ts';
import { purgeExpired } from './idempotency.ts';

interface Options {
  db: Database;
  clock: Clock;
  requestLog: RequestLog;
  log: Logger;
  /** Cleanup work of other modules. */
  sweeps?: readonly (() => Promise<void>)[];
}

/**
 * Runs cleanup every minute: expired responses, old request log lines, orphaned files. Any process may run it.
 */
export class Housekeeping {
  readonly #options: Options;
  readonly #sweeps: readonly (() => Promise<void>)[];
  readonly #running = new Set<() => Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { db, clock, requestLog, sweeps = [] } = options;
    this.#sweeps = [() => purgeExpired(db, clock.now()), () => requestLog.prune(), ...sweeps];
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

  /** Skips work that is still running, because writing an archive may take hours. */
  async run(): Promise<void> {
    for (const sweep of this.#sweeps) {
      if (this.#running.has(sweep)) continue;
      this.#running.add(sweep);
      try {
        await sweep();
      } finally {
        this.#running.delete(sweep);
      }
    }
  }
}
