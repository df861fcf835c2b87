import { Batches } from '../../foundation/db/batches.ts';
import type { Database } from '../../foundation/db/database.ts';
import { addMs, type Clock, MINUTE_MS, monotonicMs } from '../../foundation/kernel/clock.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import type { DeferredJobs } from './deferred.ts';
import type { JobHandoff } from './handoff.ts';
import {
  type CompletedJob,
  claimDue,
  claimNext,
  type FailedTry,
  finish,
  JOBS_SIGNAL,
  type Job,
  LEASE_MS,
  markDead,
  type NewJob,
  nextDue,
  POLL_MS,
  realign,
  renewJobLeases,
  retryLater,
} from './queue.ts';
import type { JobOutcome, JobRun } from './runs.ts';
import { Semaphore } from './semaphore.ts';

const MAX_CONCURRENT = 100;
const CLAIM_BATCH = 50;
/** Pause after a poll when a due job cannot be claimed yet. */
const MIN_PAUSE_MS = 5;
const REALIGN_MS = MINUTE_MS;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30 * 60_000;
const DEFAULT_MAX_ATTEMPTS = 20;
const LAST_ERROR_LENGTH = 500;

export interface JobHandler {
  /**
   * Must be idempotent, because a crash before the job is completed repeats it. `now` is on the clock of the platform.
   * Returned jobs are enqueued by the statement that completes this one.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing
  run(job: Job, now: Date): Promise<readonly NewJob[] | void>;
  /**
   * Called before a job becomes DEAD, to fail the resource that depends on the job. Must be idempotent: after an error
   * the job is retried. An operator may also retry a dead job.
   */
  giveUp?(job: Job, now: Date): Promise<void>;
  maxAttempts?: number;
  /** Maximum concurrency for jobs of this kind, for handlers that call external servers. */
  atOnce?: number;
}

/** Maximum number of concurrent requests to an external gateway or processor. */
export const OUTSIDE_AT_ONCE = 16;

export type JobHandlers = Readonly<Record<string, JobHandler>>;

interface WorkerOptions {
  db: Database;
  clock: Clock;
  handlers: JobHandlers;
  handoff: JobHandoff;
  deferred: DeferredJobs;
  onFailure?: (job: Job, error: unknown, outcome: JobOutcome) => void;
  /** Reports an error of the queue itself; the failed work is retried. */
  onProblem?: (error: unknown) => void;
  onRun?: (job: Job, outcome: JobOutcome, durationMs: number) => void;
}

interface NextRun {
  platformId: string;
  until: Date;
  /** Advances the clock of the platform to the time of the job, unless it is later. Returns the clock. */
  moveClock: (to: Date) => Promise<{ now: Date; clockOffsetMs: number }>;
}

/** Runs due jobs. Workers of any number of processes share the queue. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Map<Job, Promise<unknown>>();
  readonly #semaphores = new Map<string, Semaphore>();
  #isStopping = false;
  #loop: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #wake: (() => void) | undefined;
  #isAwake = false;
  /** Time when deferred jobs were last enqueued. */
  #enqueuedMs = Number.NEGATIVE_INFINITY;
  readonly #onSignal = (): void => this.wake();
  readonly #report = (error: unknown): void => this.#options.onProblem?.(error);
  /** Completed jobs are deleted together by one statement. */
  readonly #completed: Batches<CompletedJob, undefined>;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#completed = new Batches({
      run: async (completed) => {
        await finish(options.db.batched, completed);
        return completed.map(() => undefined);
      },
      kindOf: ({ next }) => next !== undefined,
      isFaultOfOne: () => false,
    });
  }

  start(): void {
    this.#options.db.signals.on(JOBS_SIGNAL, this.#onSignal);
    this.#loop = this.#work();
    this.#options.handoff.open({
      hasCapacity: () => this.#running.size < MAX_CONCURRENT,
      take: (job) => void this.#start(job),
    });
    void this.#realignAll();
    this.#timers = [
      setInterval(() => void this.#renew(), LEASE_MS / 3),
      setInterval(() => void this.#realignAll(), REALIGN_MS),
    ];
  }

  /** Stops claiming jobs and waits for running ones. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#options.handoff.close();
    this.#options.db.signals.off(JOBS_SIGNAL, this.#onSignal);
    this.wake();
    await this.#loop;
    // A failed job has recorded its error already.
    await Promise.allSettled(this.#running.values());
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Polls immediately, because jobs were enqueued. */
  wake(): void {
    this.#isAwake = true;
    this.#wake?.();
  }

  /** Runs the next job of a platform up to a time on its clock. Returns undefined if no job can be claimed. */
  async runNext({ platformId, until, moveClock }: NextRun) {
    await this.#options.deferred.enqueueNext(platformId, until);
    const claimed = await claimNext(this.#options.db, { platformId, now: this.#options.clock.now(), until });
    if (!claimed) return undefined;
    const { now, clockOffsetMs } = await moveClock(claimed.runAt);
    const job = { ...claimed, clockOffsetMs };
    return { job, now, outcome: await this.#track(job, now) };
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      if (this.#running.size > MAX_CONCURRENT - CLAIM_BATCH) {
        await Promise.race(this.#running.values());
        continue;
      }
      this.#isAwake = false;
      const pauseMs = await this.#claim().catch(this.#report);
      if (pauseMs !== 0) await this.#sleep(pauseMs ?? POLL_MS);
    }
  }

  /** Starts due jobs. Returns the time until the next poll. */
  async #claim(): Promise<number> {
    const { db, clock } = this.#options;
    await this.#enqueueDeferred();
    const jobs = await claimDue(db, { now: clock.now(), limit: CLAIM_BATCH });
    for (const job of jobs) void this.#start(job);
    if (jobs.length === CLAIM_BATCH || this.#isAwake) return 0;
    const due = await nextDue(db, clock.now());
    const untilDue = due ? due.getTime() - clock.now().getTime() : POLL_MS;
    return Math.min(Math.max(untilDue, MIN_PAUSE_MS), POLL_MS);
  }

  /** Runs at most once per poll interval, even if the worker is woken more often. */
  async #enqueueDeferred(): Promise<void> {
    const now = monotonicMs();
    if (now - this.#enqueuedMs < POLL_MS) return;
    this.#enqueuedMs = now;
    // A failure must not keep other jobs from running; the next call tries again.
    await this.#options.deferred.enqueueDue(this.#options.clock.now()).catch(this.#report);
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isAwake || this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  #start(job: Job): Promise<JobOutcome> {
    return this.#track(job, addMs(this.#options.clock.now(), job.clockOffsetMs));
  }

  async #track(job: Job, now: Date): Promise<JobOutcome> {
    const run = this.#run(job, now);
    this.#running.set(job, run);
    try {
      return await run;
    } finally {
      this.#running.delete(job);
    }
  }

  async #run(job: Job, now: Date): Promise<JobOutcome> {
    const started = monotonicMs();
    const id = uuidv7();
    const endOf = (outcome: JobOutcome): JobRun => ({ id, at: now, durationMs: monotonicMs() - started, outcome });
    const outcome = await this.#attempt(job, now, endOf);
    this.#options.onRun?.(job, outcome, monotonicMs() - started);
    return outcome;
  }

  async #attempt(job: Job, now: Date, endOf: (outcome: JobOutcome) => JobRun): Promise<JobOutcome> {
    const { handlers, onFailure } = this.#options;
    const handler = handlers[job.kind];
    const maxAttempts = handler?.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      // A try that crashes the process skips the catch clause, so the tries are also checked here.
      if (job.attempts > maxAttempts) throw new Error(`did not end in ${maxAttempts} tries`);
      const next = await this.#semaphoreOf(job.kind, handler).run(() => handler.run(job, now));
      await this.#completed.add({ job, run: endOf('DONE'), ...(next?.length && { next }) });
      if (next?.some(({ runAt }) => runAt.getTime() - now.getTime() < POLL_MS)) this.wake();
      return 'DONE';
    } catch (error) {
      const outcome = job.attempts >= maxAttempts ? 'DEAD' : 'RETRY';
      onFailure?.(job, error, outcome);
      const failed = { job, run: { ...endOf(outcome), error: String(error).slice(0, LAST_ERROR_LENGTH) } };
      const recorded = outcome === 'DEAD' ? this.#giveUp(failed, now) : this.#retryLater(failed);
      // If recording fails as well, the lease expires and the job is claimed again.
      await recorded.catch(this.#report);
      return outcome;
    }
  }

  #semaphoreOf(kind: string, { atOnce = MAX_CONCURRENT }: JobHandler): Semaphore {
    const semaphore = this.#semaphores.get(kind) ?? new Semaphore(atOnce);
    this.#semaphores.set(kind, semaphore);
    return semaphore;
  }

  async #giveUp(failed: FailedTry, now: Date): Promise<void> {
    const { db, handlers } = this.#options;
    await handlers[failed.job.kind]?.giveUp?.(failed.job, now);
    await markDead(db, failed);
  }

  #retryLater(failed: FailedTry): Promise<void> {
    const { db, clock } = this.#options;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (failed.job.attempts - 1), MAX_RETRY_MS);
    return retryLater(db, failed, addMs(clock.now(), delayMs));
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    // After a failure the next renewal comes well before the leases expire.
    await renewJobLeases(this.#options.db, [...this.#running.keys()], this.#options.clock.now()).catch(this.#report);
  }

  /** Recomputes the real due times after the clock of a platform, or of all platforms, was advanced. */
  async realign(platformId?: string): Promise<void> {
    await realign(this.#options.db, platformId);
    await this.#options.deferred.realign(platformId);
  }

  async #realignAll(): Promise<void> {
    // A failure is repaired by the next run, a minute later.
    await this.realign().catch(this.#report);
  }
}
