import type { Database } from '../db/database.ts';
import { type Outcome, recordOutcomes } from './delivery-queue.ts';

const MAX_BATCH = 200;

interface Waiting {
  outcome: Outcome;
  done: () => void;
  failed: (error: unknown) => void;
}

/** Gathers what happens while a statement is on its way into the next one: one write for many deliveries. */
export class Recorder {
  readonly #db: Database;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when it is durable. */
  record(outcome: Outcome): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ outcome, done, failed });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await recordOutcomes(
          this.#db,
          batch.map(({ outcome }) => outcome),
        );
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isWriting = false;
  }
}
