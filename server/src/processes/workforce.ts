import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ToldFailure } from '../command/errors.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { Channel } from './channel.ts';
import type { Handover, PrimaryMethods, WorkerMethods } from './methods.ts';
import { DRAIN_MS, isDoneWithin } from './stopping.ts';

/** A worker that lives this long was well: what ended it then does not end the next one at once. */
const WELL_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A worker that does not answer for this long no longer trusts what it knows, either. */
const CATCH_UP_MS = 1_000;
/** What a worker needs to end beyond the time that its own work gets. */
const END_MS = 5_000;

export type RateServices = Pick<PrimaryMethods, 'draw' | 'settle' | 'giveBack'>;

interface Options {
  size: number;
  handover: Handover;
  services: RateServices;
  log: Logger;
}

interface Member {
  worker: Worker;
  channel: Channel<WorkerMethods, PrimaryMethods>;
  bornAt: number;
  /** Fails where the worker ends before. */
  ready: Promise<void>;
  ended: Promise<Ending>;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The workers of one server: as many as were asked for, whatever happens to each. */
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

  /** All of them can be sent requests; where one cannot start, none stays. */
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

  /** Lets every worker finish its work; false where one had to be cut short. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const members = [...this.#members];
    for (const { channel } of members) channel.ask('stop').catch(() => {});
    const ended = Promise.all(members.map((member) => member.ended));
    if (!(await isDoneWithin(DRAIN_MS + END_MS, ended))) this.kill();
    return (await ended).every(({ code }) => code === 0);
  }

  kill(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }

  /** Whenever one ends, another takes its place: at once, or later and later where none gets far. */
  async #keep(first: Member): Promise<void> {
    const { log } = this.#options;
    let deaths = 0;
    for (let member = first; ; member = this.#fork()) {
      await member.ready.catch((error: Error) => log.error({ reason: error.message }, 'a worker did not start'));
      const ending = await member.ended;
      if (this.#isStopping) return;
      deaths = monotonicMs() - member.bornAt > WELL_MS ? 1 : deaths + 1;
      const pauseMs = deaths === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), LONGEST_PAUSE_MS);
      const level = ending.code === 0 ? 'info' : 'error';
      log[level]({ worker: member.worker.process.pid, ...ending, pauseMs }, 'a worker ended, another takes its place');
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
    const channel = new Channel<WorkerMethods, PrimaryMethods>(
      // One that has ended meanwhile is told of by its own event.
      (message) => worker.send(message, () => {}),
      {
        ...this.#options.services,
        join: () => this.#options.handover,
        ready: () => onReady(),
        failed: (failure) => onFailure(new ToldFailure(failure)),
        accessChanged: () => this.#tellOthers(worker),
        metrics: () => this.#metrics(),
      },
    );
    worker.on('message', (message: unknown) => channel.receive(message));
    const ended = endOf(worker).then((ending) => {
      channel.close();
      this.#members.delete(member);
      onFailure(new Error(`a worker ended while it started (${ending.signal ?? `code ${ending.code}`})`));
      return ending;
    });
    const member: Member = { worker, channel, bornAt: monotonicMs(), ready, ended };
    // Whoever waits for it hears of a failure; it may also come when nobody does.
    ready.catch(() => {});
    this.#members.add(member);
    return member;
  }

  async #tellOthers(source: Worker): Promise<void> {
    const others = [...this.#members].filter(({ worker }) => worker !== source);
    await Promise.all(others.map(({ channel }) => isDoneWithin(CATCH_UP_MS, channel.ask('catchUp'))));
  }

  /** One that ends meanwhile is left out. */
  async #metrics(): Promise<object[][]> {
    const told = await Promise.allSettled([...this.#members].map(({ channel }) => channel.ask('metrics')));
    return told.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }
}

/** A process that could not even be made never exits. */
const endOf = (worker: Worker): Promise<Ending> =>
  new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal) => resolve({ code, signal: signal as NodeJS.Signals | null }));
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null });
    });
  });
