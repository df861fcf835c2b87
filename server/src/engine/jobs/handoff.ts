import type { Effect } from '../../foundation/db/effects.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { type Job, jobKind, LEASE_MS, type NewJobRow } from './queue.ts';

interface JobTaker {
  hasCapacity(): boolean;
  take(job: Job): void;
}

interface ClaimedEffects {
  effects: readonly Effect[];
  /** Starts the claimed jobs; to be called once the effects are committed. */
  begin: () => void;
}

/**
 * Writes due jobs as already claimed and passes them to the worker of this process, which saves a poll. If the process
 * ends in between, the claim expires like that of any worker.
 */
export class JobHandoff {
  #taker: JobTaker | undefined;

  open(taker: JobTaker): void {
    this.#taker = taker;
  }

  close(): void {
    this.#taker = undefined;
  }

  /** Claims the due jobs of these effects, unless the worker has no capacity. */
  claim(effects: readonly Effect[], mode: PlatformMode): ClaimedEffects {
    if (!this.#taker?.hasCapacity()) return { effects, begin: () => {} };
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
      // Deferred until the response has been sent.
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
