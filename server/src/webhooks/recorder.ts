import type { Database } from '../db/database.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { type DeliveryOutcome, recordOutcomes } from './outcomes.ts';

const MAX_BATCH = 200;
/** Under load one write serves many deliveries; what a killed process did not write is sent again. */
const PAUSE_MS = 50;

interface Waiting {
  outcome: DeliveryOutcome;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Records outcomes in batches: at once when it is quiet, and else together with those that end meanwhile. */
export class OutcomeRecorder {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #isBusy = false;
  #lastWrite = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  add(outcome: DeliveryOutcome): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ outcome, resolve, reject });
      if (this.#isBusy) return;
      this.#isBusy = true;
      setTimeout(() => void this.#drain(), Math.max(this.#lastWrite + PAUSE_MS - monotonicMs(), 0));
    });
  }

  async #drain(): Promise<void> {
    const batch = this.#waiting.splice(0, MAX_BATCH);
    this.#lastWrite = monotonicMs();
    try {
      await recordOutcomes(
        this.#db,
        batch.map(({ outcome }) => outcome),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#isBusy = this.#waiting.length > 0;
    if (this.#isBusy) setTimeout(() => void this.#drain(), Math.max(this.#lastWrite + PAUSE_MS - monotonicMs(), 0));
  }
}
