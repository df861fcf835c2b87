import type { Database } from '../../foundation/db/database.ts';
import { monotonicMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { MESSAGES_SIGNAL } from '../providers/messaging/port.ts';
import { EVENTS_SIGNAL } from './events.ts';

/** Maximum delay until events of other processes are found. */
const POLL_MS = 250;
/** Poll interval while a committed event waits for an older transaction, which ends within milliseconds. */
const UNSETTLED_MS = 10;
/** Maximum number of waiting requests per process; further requests return immediately. */
const MAX_WAITING = 500;

export const MAX_WAIT_SECONDS = 60;

interface Awaited {
  events: readonly unknown[];
  isUnsettled: boolean;
}

interface Draining {
  readonly isDraining: boolean;
}

/** Lets requests wait for events or messages. Writes of this process wake them; other writes are found by polling. */
export class EventWaits {
  readonly #drain: Draining;
  readonly #waiting = new Set<() => void>();

  constructor({ signals }: Pick<Database, 'signals'>, drain: Draining) {
    this.#drain = drain;
    for (const signal of [EVENTS_SIGNAL, MESSAGES_SIGNAL]) signals.on(signal, () => this.#wakeAll());
  }

  /** Reads until events are found, the time has passed or the server stops. */
  async read<T extends Awaited>(read: () => Promise<T>, waitSeconds: number): Promise<T> {
    const end = monotonicMs() + waitSeconds * SECOND_MS;
    for (;;) {
      const found = await read();
      const leftMs = end - monotonicMs();
      if (found.events.length > 0 || leftMs <= 0 || this.#isFullOrStopping) return found;
      await this.#pause(Math.min(leftMs, found.isUnsettled ? UNSETTLED_MS : POLL_MS));
    }
  }

  get #isFullOrStopping(): boolean {
    return this.#drain.isDraining || this.#waiting.size >= MAX_WAITING;
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
    });
  }
}
