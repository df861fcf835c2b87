import type { Database } from '../../foundation/db/database.ts';
import { monotonicMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { type Holder, type Leased, listWork, renewLeases, returnLeases, takeLeases } from './delivery-queue.ts';
import { EndpointQueue, type EndpointQueueDeps } from './endpoint-queue.ts';
import { EVENTS_SIGNAL } from './events.ts';

/** Maximum delay until events of other processes and due retries are found. */
const POLL_MS = 250;
/** Minimum pause between polls, so that under load one poll serves many platforms. */
const PAUSE_MS = 25;
/** Lease on an endpoint. After its expiry another process takes over. */
const LEASE_MS = 3 * SECOND_MS;
const RENEW_MS = SECOND_MS;
/** Time for requests in flight to finish when the process stops. */
const GRACE_MS = 2 * SECOND_MS;

/**
 * Delivers events with one queue per endpoint, so that a slow endpoint delays no other. Processes share the endpoints
 * by leases. Uses real time, also for platforms with an advanced clock, because endpoints are real machines.
 */
export class DeliveryWorker {
  readonly #deps: EndpointQueueDeps;
  readonly #id = uuidv7();
  readonly #queues = new Map<string, EndpointQueue>();
  #isStopping = false;
  #loop: Promise<void> | undefined;
  #renewed = 0;
  #isAwake = false;
  #rouse: (() => void) | undefined;
  /** Wakes the queue of the platform. Polls only if the platform has no queue in this process. */
  readonly #onSignal = (events: readonly { platform_id: string }[]): void => {
    for (const platformId of new Set(events.map((event) => event.platform_id))) {
      const queue = this.#queues.get(platformId);
      if (queue) queue.wake();
      else this.wake();
    }
  };

  constructor(deps: EndpointQueueDeps) {
    this.#deps = deps;
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
    await Promise.all([...this.#queues.values()].map((queue) => queue.close(GRACE_MS)));
    // Leases that cannot be returned will expire.
    await returnLeases(this.#db, [...this.#queues.keys()], this.#id).catch(() => {});
    this.#queues.clear();
  }

  /** Polls soon, because events may be ready. */
  wake(): void {
    this.#isAwake = true;
    this.#rouse?.();
  }

  get #db(): Database {
    return this.#deps.db;
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      this.#isAwake = false;
      const looked = monotonicMs();
      const pauseMs = await this.#tend(looked).catch((error: unknown) => this.#deps.onProblem?.(error));
      await this.#sleep(pauseMs ?? POLL_MS);
      const restMs = looked + PAUSE_MS - monotonicMs();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }

  /** Serves all queues. Returns the time until the next event is due. */
  async #tend(at: number): Promise<number> {
    const work = await listWork(this.#db, this.#id);
    const now = this.#deps.clock.now();
    await this.#look(work.filter(({ dueAt }) => dueAt === null || dueAt <= now).map(({ platformId }) => platformId));
    if (at - this.#renewed >= RENEW_MS) {
      this.#renewed = at;
      await this.#renew();
    }
    const next = work.flatMap(({ dueAt }) => (dueAt && dueAt > now ? [dueAt.getTime() - now.getTime()] : []));
    return Math.min(POLL_MS, ...next);
  }

  async #look(platformIds: readonly string[]): Promise<void> {
    const free = platformIds.filter((id) => !this.#queues.has(id));
    for (const id of platformIds) this.#queues.get(id)?.wake();
    if (free.length === 0) return;
    const leaseUntil = monotonicMs() + LEASE_MS;
    for (const endpoint of await takeLeases(this.#db, free, this.#holder())) this.#open(endpoint, leaseUntil);
  }

  #open(endpoint: Leased, leaseUntil: number): void {
    const queue = new EndpointQueue(this.#deps, endpoint, leaseUntil);
    this.#queues.set(endpoint.platformId, queue);
    queue.wake();
  }

  #holder(): Holder {
    return { id: this.#id, now: this.#deps.clock.now(), leaseMs: LEASE_MS };
  }

  /** Renews leases of endpoints in use, returns leases of idle endpoints, and drops queues without a lease. */
  async #renew(): Promise<void> {
    const idle = [...this.#queues].filter(([, queue]) => queue.isIdle).map(([id]) => id);
    for (const id of idle) this.#queues.delete(id);
    if (idle.length > 0) await returnLeases(this.#db, idle, this.#id);
    const used = [...this.#queues.keys()];
    if (used.length === 0) return;
    const leaseUntil = monotonicMs() + LEASE_MS;
    const kept = new Map(
      (await renewLeases(this.#db, used, this.#holder())).map((endpoint) => [endpoint.platformId, endpoint]),
    );
    for (const id of used) {
      const endpoint = kept.get(id);
      if (endpoint) this.#queues.get(id)?.renewed(endpoint, leaseUntil);
      else this.#lose(id);
    }
  }

  #lose(platformId: string): void {
    const queue = this.#queues.get(platformId);
    this.#queues.delete(platformId);
    void queue?.close();
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
