import { Batches } from '../db/batches.ts';
import type { Database } from '../db/database.ts';
import { addMs, type Clock, MINUTE_MS, monotonicMs } from '../kernel/clock.ts';
import { Gate } from './gate.ts';
import type { Handover } from './handover.ts';
import {
  bury,
  claimDue,
  claimNext,
  type Ended,
  finish,
  JOBS_SIGNAL,
  type Job,
  LEASE_MS,
  type NewJob,
  nextDue,
  POLL_MS,
  realign,
  renewLeases,
  retryLater,
} from './queue.ts';

const MAX_CONCURRENT = 100;
/** Those that are enqueued by one statement are mostly taken by one, too. */
const CLAIMED_AT_ONCE = 50;
/** A due job that cannot be taken at the moment is asked for again after this long. */
const SHORTEST_PAUSE_MS = 5;
const REALIGN_MS = MINUTE_MS;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30 * 60_000;
const DEFAULT_MAX_ATTEMPTS = 20;
const LAST_ERROR_LENGTH = 500;

export interface JobHandler {
  /**
   * Must be safe to run again: a crash between its effect and its end repeats it. `now` is the platform's time. What it
   * gives back is enqueued in the statement that crosses it off.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most of them have nothing to give back
  run(job: Job, now: Date): Promise<readonly NewJob[] | void>;
  /**
   * Tells those who wait for it that no further try comes, before the job is set aside. Safe to run again, too: where it
   * fails, the job comes back for it. What is set aside may still be run again by an operator.
   */
  giveUp?(job: Job, now: Date): Promise<void>;
  maxAttempts?: number;
  /** How many of its kind may run at a time, where somebody else's server is asked. */
  atOnce?: number;
}

/** As many as a gateway or a processor outside takes from one customer without complaint. */
export const OUTSIDE_AT_ONCE = 16;

export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type Outcome = 'DONE' | 'RETRY' | 'DEAD';

interface WorkerOptions {
  db: Database;
  clock: Clock;
  handlers: JobHandlers;
  handover: Handover;
  onFailure?: (job: Job, error: unknown, outcome: Outcome) => void;
  onRun?: (job: Job, outcome: Outcome, durationMs: number) => void;
}

interface NextRun {
  platformId: string;
  until: Date;
  /** Moves the platform's clock to the job's moment, if it is not there yet; answers with where it is. */
  moveClock: (to: Date) => Promise<{ now: Date; clockOffsetMs: number }>;
}

/** Runs durable timers and retries; several workers in several processes share the work. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Map<Job, Promise<unknown>>();
  readonly #gates = new Map<string, Gate>();
  #isStopping = false;
  #loop: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #wake: (() => void) | undefined;
  #isAwake = false;
  readonly #onSignal = (): void => this.wake();
  /** Those that end together are crossed off together. */
  readonly #finished: Batches<Ended, undefined>;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#finished = new Batches({
      run: async (ended) => {
        await finish(options.db.batched, ended);
        return ended.map(() => undefined);
      },
      kindOf: ({ next }) => next !== undefined,
      isFaultOfOne: () => false,
    });
  }

  start(): void {
    this.#options.db.signals.on(JOBS_SIGNAL, this.#onSignal);
    this.#loop = this.#work();
    this.#options.handover.open({
      hasRoom: () => this.#running.size < MAX_CONCURRENT,
      take: (job) => void this.#start(job),
    });
    void this.#realign();
    this.#timers = [
      setInterval(() => void this.#renew(), LEASE_MS / 3),
      setInterval(() => void this.#realign(), REALIGN_MS),
    ];
  }

  /** Takes no new work and waits for what is running. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#options.handover.close();
    this.#options.db.signals.off(JOBS_SIGNAL, this.#onSignal);
    this.wake();
    await this.#loop;
    await Promise.allSettled(this.#running.values());
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Called after a statement that enqueued: the job starts at once instead of at the next poll. */
  wake(): void {
    this.#isAwake = true;
    this.#wake?.();
  }

  /** Runs the next job of one platform up to a moment of its clock; undefined when there is none to take. */
  async runNext({ platformId, until, moveClock }: NextRun) {
    const claimed = await claimNext(this.#options.db, { platformId, now: this.#options.clock.now(), until });
    if (!claimed) return undefined;
    const { now, clockOffsetMs } = await moveClock(claimed.runAt);
    const job = { ...claimed, clockOffsetMs };
    return { job, now, outcome: await this.#track(job, now) };
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      if (this.#running.size > MAX_CONCURRENT - CLAIMED_AT_ONCE) {
        await Promise.race(this.#running.values());
        continue;
      }
      this.#isAwake = false;
      // A database that refuses is asked again at the next poll, and not at once.
      const pauseMs = await this.#claim().catch(() => POLL_MS);
      if (pauseMs > 0) await this.#sleep(pauseMs);
    }
  }

  /** Starts what is due, and tells how long nothing else will be. */
  async #claim(): Promise<number> {
    const { db, clock } = this.#options;
    const jobs = await claimDue(db, { now: clock.now(), limit: CLAIMED_AT_ONCE });
    for (const job of jobs) void this.#start(job);
    if (jobs.length === CLAIMED_AT_ONCE || this.#isAwake) return 0;
    const due = await nextDue(db, clock.now());
    const untilDue = due ? due.getTime() - clock.now().getTime() : POLL_MS;
    return Math.min(Math.max(untilDue, SHORTEST_PAUSE_MS), POLL_MS);
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

  #start(job: Job): Promise<Outcome> {
    return this.#track(job, addMs(this.#options.clock.now(), job.clockOffsetMs));
  }

  async #track(job: Job, now: Date): Promise<Outcome> {
    const run = this.#run(job, now);
    this.#running.set(job, run);
    try {
      return await run;
    } finally {
      this.#running.delete(job);
    }
  }

  async #run(job: Job, now: Date): Promise<Outcome> {
    const started = monotonicMs();
    const outcome = await this.#attempt(job, now);
    this.#options.onRun?.(job, outcome, monotonicMs() - started);
    return outcome;
  }

  async #attempt(job: Job, now: Date): Promise<Outcome> {
    const { handlers, onFailure } = this.#options;
    const handler = handlers[job.kind];
    const maxAttempts = handler?.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      // A try that ended the process never came to its end below: a job must not do that for ever.
      if (job.attempts > maxAttempts) throw new Error(`did not end in ${maxAttempts} tries`);
      const next = await this.#gateOf(job.kind, handler).pass(() => handler.run(job, now));
      await this.#finished.add(next?.length ? { job, next } : { job });
      if (next?.some(({ runAt }) => runAt.getTime() - now.getTime() < POLL_MS)) this.wake();
      return 'DONE';
    } catch (error) {
      const outcome = job.attempts >= maxAttempts ? 'DEAD' : 'RETRY';
      onFailure?.(job, error, outcome);
      const lastError = String(error).slice(0, LAST_ERROR_LENGTH);
      const putBack = outcome === 'DEAD' ? this.#bury(job, { now, lastError }) : this.#retryLater(job, lastError);
      // Where even this cannot be written, the lease runs out and the job returns by itself.
      await putBack.catch(() => {});
      return outcome;
    }
  }

  #gateOf(kind: string, { atOnce = MAX_CONCURRENT }: JobHandler): Gate {
    const gate = this.#gates.get(kind) ?? new Gate(atOnce);
    this.#gates.set(kind, gate);
    return gate;
  }

  async #bury(job: Job, { now, lastError }: { now: Date; lastError: string }): Promise<void> {
    const { db, handlers } = this.#options;
    await handlers[job.kind]?.giveUp?.(job, now);
    await bury(db, job, lastError);
  }

  #retryLater(job: Job, error: string): Promise<void> {
    const { db, clock } = this.#options;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (job.attempts - 1), MAX_RETRY_MS);
    return retryLater(db, job, { now: clock.now(), delayMs, error });
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    await renewLeases(this.#options.db, [...this.#running.keys()], this.#options.clock.now()).catch(() => {});
  }

  async #realign(): Promise<void> {
    await realign(this.#options.db).catch(() => {});
  }
}
