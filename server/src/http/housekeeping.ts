import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { type Clock, MINUTE_MS } from '../kernel/clock.ts';
import { purgeExpired } from './idempotency.ts';
import type { RequestLog } from './request-log.ts';

interface Options {
  db: Database;
  clock: Clock;
  requestLog: RequestLog;
  log: Logger;
  /** What slices have to tidy. */
  sweeps?: readonly (() => Promise<void>)[];
}

/** What nobody waits for: old answers, old log lines, files without an owner. Safe to run anywhere, any time, in every process. */
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
    for (const sweep of this.#options.sweeps ?? []) await sweep();
  }
}
