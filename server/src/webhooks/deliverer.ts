import type { Database } from '../db/database.ts';
import { monotonicMs, SECOND_MS } from '../kernel/clock.ts';
import { uuidv7 } from '../kernel/ids.ts';
import { findWork, type Holder, type Leased, renewLeases, returnLeases, takeLeases } from './delivery-queue.ts';
import { EVENTS_SIGNAL } from './events.ts';
import { Lane, type LaneNeeds } from './lane.ts';

/** How soon is noticed what other processes write, and what falls due. */
const POLL_MS = 250;
/** Under load one look serves many events; most of them are nobody's to get while no endpoint has got any. */
const SHORTEST_PAUSE_MS = 5;
const QUIET_PAUSE_MS = 25;
/** A process that dies keeps its endpoints for this long. */
const LEASE_MS = 3 * SECOND_MS;
const RENEW_MS = SECOND_MS;
/** What is under way when the process ends has this long to arrive. */
const GRACE_MS = 2 * SECOND_MS;

/**
 * Sends events to endpoints: a lane for each endpoint that has something to get, so that one that is slow or gone delays
 * nobody else. Processes share the endpoints by leases. All times are wall time, also for platforms whose clock was
 * advanced: what answers, recovers or gives up is a real machine.
 */
export class Deliverer {
  readonly #needs: LaneNeeds;
  readonly #id = uuidv7();
  readonly #lanes = new Map<string, Lane>();
  #isStopping = false;
  #loop: Promise<void> | undefined;
  #renewed = 0;
  #isAwake = false;
  #rouse: (() => void) | undefined;
  readonly #onSignal = (): void => this.wake();

  constructor(needs: LaneNeeds) {
    this.#needs = needs;
  }

  start(): void {
    this.#db.signals.on(EVENTS_SIGNAL, this.#onSignal);
    this.#loop = this.#work();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#db.signals.off(EVENTS_SIGNAL, this.#onSignal);
    this.#rouse?.();
    await this.#loop;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close(GRACE_MS)));
    await returnLeases(this.#db, [...this.#lanes.keys()], this.#id).catch(() => {});
    this.#lanes.clear();
  }

  /** There may be something to send. */
  wake(): void {
    this.#isAwake = true;
    this.#rouse?.();
  }

  get #db(): Database {
    return this.#needs.db;
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      this.#isAwake = false;
      const looked = monotonicMs();
      // A database that refuses is asked again at the next poll.
      const pauseMs = await this.#tend(looked).catch(() => POLL_MS);
      await this.#sleep(pauseMs);
      const restMs = looked + (this.#lanes.size > 0 ? SHORTEST_PAUSE_MS : QUIET_PAUSE_MS) - monotonicMs();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }

  /** Sees to all lanes, and tells for how long nothing will be due. */
  async #tend(at: number): Promise<number> {
    const work = await findWork(this.#db, this.#id);
    const now = this.#needs.clock.now();
    await this.#look(work.filter(({ dueAt }) => dueAt === null || dueAt <= now).map(({ platformId }) => platformId));
    if (at - this.#renewed >= RENEW_MS) {
      this.#renewed = at;
      await this.#renew();
    }
    const next = work.flatMap(({ dueAt }) => (dueAt && dueAt > now ? [dueAt.getTime() - now.getTime()] : []));
    return Math.min(POLL_MS, ...next);
  }

  async #look(platformIds: readonly string[]): Promise<void> {
    const free = platformIds.filter((id) => !this.#lanes.has(id));
    for (const id of platformIds) this.#lanes.get(id)?.wake();
    if (free.length === 0) return;
    const leaseUntil = monotonicMs() + LEASE_MS;
    for (const endpoint of await takeLeases(this.#db, free, this.#holder())) this.#open(endpoint, leaseUntil);
  }

  #open(endpoint: Leased, leaseUntil: number): void {
    const lane = new Lane(this.#needs, endpoint, leaseUntil);
    this.#lanes.set(endpoint.platformId, lane);
    lane.wake();
  }

  #holder(): Holder {
    return { id: this.#id, now: this.#needs.clock.now(), leaseMs: LEASE_MS };
  }

  /** Keeps the endpoints that are in use, gives back those that are not, and leaves those that were lost. */
  async #renew(): Promise<void> {
    const idle = [...this.#lanes].filter(([, lane]) => lane.isIdle).map(([id]) => id);
    for (const id of idle) this.#lanes.delete(id);
    if (idle.length > 0) await returnLeases(this.#db, idle, this.#id);
    const used = [...this.#lanes.keys()];
    if (used.length === 0) return;
    const leaseUntil = monotonicMs() + LEASE_MS;
    const kept = new Map(
      (await renewLeases(this.#db, used, this.#holder())).map((endpoint) => [endpoint.platformId, endpoint]),
    );
    for (const id of used) {
      const endpoint = kept.get(id);
      if (endpoint) this.#lanes.get(id)?.renewed(endpoint, leaseUntil);
      else this.#lose(id);
    }
  }

  #lose(platformId: string): void {
    const lane = this.#lanes.get(platformId);
    this.#lanes.delete(platformId);
    void lane?.close();
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isAwake || this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#rouse = undefined;
  }
}
