import type { Effect } from '../db/effects.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { type Job, jobKind, LEASE_MS, type NewJobRow } from './queue.ts';

interface Taker {
  hasRoom(): boolean;
  take(job: Job): void;
}

interface HandedOver {
  effects: readonly Effect[];
  /** Called once they are written. */
  begin: () => void;
}

/**
 * A job that is due at once need not be looked for: it is written as claimed, and then given to the worker of this
 * process. Where the process ends in between, the claim runs out like that of any worker.
 */
export class Handover {
  #taker: Taker | undefined;

  open(taker: Taker): void {
    this.#taker = taker;
  }

  close(): void {
    this.#taker = undefined;
  }

  /** Claims what these effects enqueue, unless the worker has its hands full. */
  claim(effects: readonly Effect[], mode: PlatformMode): HandedOver {
    if (!this.#taker?.hasRoom()) return { effects, begin: () => {} };
    const jobs: Job[] = [];
    const claimed = (row: NewJobRow): NewJobRow => {
      if (row.run_at > row.created_at) return row;
      jobs.push(jobOf(row, mode));
      return { ...row, lease_until: addMs(row.due_at, LEASE_MS), attempts: 1 };
    };
    return {
      effects: effects.map((effect) =>
        effect.kind === jobKind ? { ...effect, rows: (effect.rows as NewJobRow[]).map(claimed) } : effect,
      ),
      // Whoever waits for the answer comes first.
      begin: () =>
        setImmediate(() => {
          for (const job of jobs) this.#taker?.take(job);
        }),
    };
  }
}

const jobOf = (row: NewJobRow, mode: PlatformMode): Job => ({
  platformId: row.platform_id,
  id: row.id,
  kind: row.kind,
  resourceId: row.resource_id,
  payload: row.payload as Job['payload'],
  runAt: row.run_at,
  attempts: 1,
  clockOffsetMs: row.run_at.getTime() - row.due_at.getTime(),
  mode,
});
