import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HintRelay } from '../../engine/live/relay.ts';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { ReportedFailure } from '../../foundation/runtime/errors.ts';
import { ProcessChannel } from './channel.ts';
import type { PrimaryMethods, WorkerAssignment, WorkerMethods } from './methods.ts';
import { isDoneWithin } from './stopping.ts';

/** A worker that ran for this long was healthy: its end resets the restart delay. */
const HEALTHY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** The access cache of a worker that does not respond within this time has expired. */
const CATCH_UP_MS = 1_000;
/** Time that a drained worker needs to end. */
const END_MS = 5_000;

export type RateServices = Pick<PrimaryMethods, 'draw' | 'takeBack' | 'giveBack'>;
type PrimaryServices = RateServices & Pick<PrimaryMethods, 'damage' | 'showRequest'>;

interface Options {
  size: number;
  assignment: WorkerAssignment;
  services: PrimaryServices;
  relay: HintRelay;
  /** Limit for draining a worker. */
  drainLimitMs: number;
  log: Logger;
}

interface Member {
  worker: Worker;
  channel: ProcessChannel<WorkerMethods, PrimaryMethods>;
  bornAt: number;
  /** Rejects if the worker ends before it is ready. */
  ready: Promise<void>;
  ended: Promise<Ending>;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Keeps the configured number of workers running. */
export class Workforce {
  readonly #options: Options;
  readonly #members = new Set<Member>();
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    const { execArgv, sourceMapsEnabled } = process as NodeJS.Process & { sourceMapsEnabled?: boolean };
    const maps = '--enable-source-maps';
    cluster.setupPrimary({
      execArgv: sourceMapsEnabled && !execArgv.includes(maps) ? [...execArgv, maps] : execArgv,
    });
  }

  /** Resolves when every worker serves requests. If one fails to start, all are stopped. */
  async start(): Promise<void> {
    const members = Array.from({ length: this.#options.size }, () => this.#fork());
    try {
      await Promise.all(members.map(({ ready }) => ready));
    } catch (error) {
      this.#isStopping = true;
      this.kill();
      await Promise.all(members.map(({ ended }) => ended));
      throw error;
    }
    for (const member of members) void this.#keep(member);
  }

  /** Drains every worker; returns false if one failed or had to be killed. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const members = [...this.#members];
    // A worker that has ended cannot respond.
    for (const { channel } of members) channel.call('stop').catch(() => {});
    const ended = Promise.all(members.map((member) => member.ended));
    if (!(await isDoneWithin(this.#options.drainLimitMs + END_MS, ended))) this.kill();
    return (await ended).every(({ code }) => code === 0);
  }

  /** Milliseconds since the last request to any worker. A worker that does not respond counts as busy. */
  async idleMs(): Promise<number> {
    const idle = [...this.#members].map(({ channel }) => channel.call('idleMs').catch(() => 0));
    return Math.min(...(await Promise.all(idle)));
  }

  kill(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }

  /** Replaces a worker that ends: immediately, or after growing pauses while its successors are unhealthy. */
  async #keep(first: Member): Promise<void> {
    const { log } = this.#options;
    let deaths = 0;
    for (let member = first; ; member = this.#fork()) {
      await member.ready.catch((error: Error) => log.error({ reason: error.message }, 'a worker did not start'));
      const ending = await member.ended;
      if (this.#isStopping) return;
      deaths = monotonicMs() - member.bornAt > HEALTHY_MS ? 1 : deaths + 1;
      const pauseMs = deaths === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), LONGEST_PAUSE_MS);
      const level = ending.code === 0 ? 'info' : 'error';
      log[level]({ worker: member.worker.process.pid, ...ending, pauseMs }, 'a worker ended and is replaced');
      await sleep(pauseMs);
      if (this.#isStopping) return;
    }
  }

  #fork(): Member {
    const worker = cluster.fork();
    let onReady = (): void => {};
    let onFailure = (_error: Error): void => {};
    const ready = new Promise<void>((resolve, reject) => {
      onReady = resolve;
      onFailure = reject;
    });
    const channel = new ProcessChannel<WorkerMethods, PrimaryMethods>(
      // The exit event reports a worker that has ended.
      (message) => worker.send(message, () => {}),
      {
        ...this.#options.services,
        join: () => this.#options.assignment,
        ready: () => {
          subscription.refresh();
          onReady();
        },
        watchHints: (platformIds) => subscription.watch(platformIds),
        publishHints: (hints) => subscription.publish(hints),
        failed: (failure) => onFailure(new ReportedFailure(failure)),
        accessChanged: () => this.#notifyOthers(worker),
        metrics: () => this.#metrics(),
      },
    );
    // Ignores lost calls: a worker that is starting or has ended holds no stream.
    const subscription = this.#options.relay.join({
      setWatched: (platformIds) => void channel.call('setWatched', platformIds).catch(() => {}),
      deliver: (delivery) => void channel.call('deliverHints', delivery).catch(() => {}),
    });
    worker.on('message', (message: unknown) => channel.receive(message));
    const ended = endOf(worker).then((ending) => {
      channel.close();
      subscription.leave();
      this.#members.delete(member);
      onFailure(new Error(`a worker ended while it started (${ending.signal ?? `code ${ending.code}`})`));
      return ending;
    });
    const member: Member = { worker, channel, bornAt: monotonicMs(), ready, ended };
    // Prevents an unhandled rejection; callers of start() still receive the error.
    ready.catch(() => {});
    this.#members.add(member);
    return member;
  }

  async #notifyOthers(source: Worker): Promise<void> {
    const others = [...this.#members].filter(({ worker }) => worker !== source);
    await Promise.all(others.map(({ channel }) => isDoneWithin(CATCH_UP_MS, channel.call('catchUp'))));
  }

  /** Excludes workers that end in the meantime. */
  async #metrics(): Promise<object[][]> {
    const outcomes = await Promise.allSettled([...this.#members].map(({ channel }) => channel.call('metrics')));
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }
}

/** A process that was never created emits no exit event. */
const endOf = (worker: Worker): Promise<Ending> =>
  new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal) => resolve({ code, signal: signal as NodeJS.Signals | null }));
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null });
    });
  });
