import type { Database } from '../../foundation/db/database.ts';
import { type Clock, DAY_MS, monotonicMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { Backlog } from './backlog.ts';
import { type Delivery, hold, type Leased, readOpen, release, releaseOrphans, skip } from './delivery-queue.ts';
import { type DisabledReason, type Endpoint, noteHealth } from './endpoints.ts';
import type { OutcomeRecorder } from './recorder.ts';
import { hasArrived, isGone, type NextState, nextStateOf } from './retry-schedule.ts';
import type { Attempt } from './sender.ts';
import type { Webhooks } from './service.ts';
import { payloadOf } from './stored-event.ts';

const MAX_IN_FLIGHT = 4;
const DELIVERY_TIMEOUT_MS = 10 * SECOND_MS;
/** Time without a successful delivery after which an endpoint is disabled. */
const DISABLED_AFTER_MS = 5 * DAY_MS;
/** Number of events read ahead: small at first and for failing endpoints, growing while the endpoint keeps up. */
const SMALLEST_WINDOW = 16;
const LARGEST_WINDOW = 512;
const WIDEST_SEARCH = 4_096;
/** Minimum pause between reads, so that under load one read serves many events. */
const PAUSE_MS = 25;

export interface EndpointQueueDeps {
  db: Database;
  clock: Clock;
  webhooks: Webhooks;
  recorder: OutcomeRecorder;
  firstRetryMs: number;
  onAttempt: (attempt: Attempt, hasArrived: boolean) => void;
  /** Reports an error of the queue itself; the failed work is retried. */
  onProblem?: (error: unknown) => void;
}

/**
 * Delivers to an endpoint while this process holds its lease: four requests at once, and one at a time per resource. A
 * failing event delays later events of its resource. All state is in the database, so a dropped queue loses nothing.
 */
export class EndpointQueue {
  readonly #deps: EndpointQueueDeps;
  readonly #backlog = new Backlog();
  /** Events that were read and have no recorded outcome yet. */
  readonly #known = new Set<string>();
  /** Events recorded since the current read began, which may return stale rows for them. */
  readonly #settled = new Set<string>();
  /** Failing event by resource, while its failure is being recorded and reads do not see the failure yet. */
  readonly #failing = new Map<string, string>();
  /** Resources that have delayed events in the database. */
  readonly #holding = new Set<string>();
  readonly #stop = new AbortController();
  #endpoint: Endpoint;
  #leaseUntil: number;
  #inFlight = 0;
  #window = SMALLEST_WINDOW;
  #hasMore = true;
  #isTakenOver: boolean;
  #reading: Promise<void> | undefined;
  #lastRead = 0;
  #nextRead: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(deps: EndpointQueueDeps, { leftBy, ...endpoint }: Leased, leaseUntil: number) {
    this.#deps = deps;
    this.#endpoint = endpoint;
    this.#isTakenOver = leftBy !== null;
    this.#leaseUntil = leaseUntil;
  }

  get isIdle(): boolean {
    return this.#known.size === 0 && !this.#reading && !this.#nextRead;
  }

  /** Reads and sends soon, because events may be ready. */
  wake(): void {
    this.#hasMore = true;
    this.#pump();
  }

  /** `leaseUntil` is the end of the lease on the monotonic clock. */
  renewed(endpoint: Endpoint, leaseUntil: number): void {
    this.#endpoint = endpoint;
    this.#leaseUntil = leaseUntil;
    this.#pump();
  }

  /** Stops deliveries and waits `graceMs` for requests in flight. Another process repeats aborted requests. */
  async close(graceMs = 0): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextRead);
    this.#nextRead = undefined;
    this.#dropBacklog();
    const timer = setTimeout(() => this.#stop.abort(), graceMs);
    while (!this.isIdle) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    clearTimeout(timer);
  }

  #pump(): void {
    while (this.#inFlight < MAX_IN_FLIGHT && !this.#isClosed && monotonicMs() < this.#leaseUntil) {
      const delivery = this.#backlog.take();
      if (!delivery) break;
      void this.#deliver(delivery);
    }
    // Reads when the backlog is almost empty, because each read returns the queued events again.
    const isLow = this.#backlog.size < this.#window / 8;
    if (this.#hasMore && isLow && !this.#reading && !this.#isClosed) this.#readSoon();
    if (this.isIdle) this.#onIdle?.();
  }

  #readSoon(): void {
    if (this.#nextRead) return;
    const restMs = this.#lastRead + PAUSE_MS - monotonicMs();
    if (restMs <= 0) {
      this.#reading = this.#read();
      return;
    }
    this.#nextRead = setTimeout(() => {
      this.#nextRead = undefined;
      this.#pump();
    }, restMs);
  }

  async #read(): Promise<void> {
    this.#hasMore = false;
    this.#lastRead = monotonicMs();
    this.#settled.clear();
    try {
      if (this.#isTakenOver) await this.#pickUp();
      await this.#admit(await this.#readWindow());
    } catch (error) {
      // The next read returns the same events again.
      this.#deps.onProblem?.(error);
    }
    this.#reading = undefined;
    this.#pump();
  }

  /** Releases events that the previous holder of the lease delayed and did not release. */
  async #pickUp(): Promise<void> {
    const { db } = this.#deps;
    for (const resourceId of await releaseOrphans(db, this.#endpoint.platformId)) this.#holding.add(resourceId);
    this.#isTakenOver = false;
  }

  async #readWindow(): Promise<Delivery[]> {
    const { db, clock } = this.#deps;
    const { platformId } = this.#endpoint;
    const limit = this.#window + this.#known.size;
    const { endpoint, found } = await readOpen(db, platformId, { now: clock.now(), limit });
    // Read together with the events, so that no event is sent to an older endpoint than its own.
    if (endpoint) this.#endpoint = endpoint;
    if (found.length >= limit) {
      this.#hasMore = true;
      this.#window = Math.min(this.#window * 2, LARGEST_WINDOW);
    }
    return found.filter(({ id }) => !this.#known.has(id) && !this.#settled.has(id));
  }

  /** Splits events into those to send now, those to delay, and those to leave for a later read. */
  async #admit(found: readonly Delivery[]): Promise<void> {
    const { db, clock } = this.#deps;
    const { platformId, state } = this.#endpoint;
    const ids = found.map(({ id }) => id);
    if (state === 'DISABLED') return ids.length > 0 ? skip(db, platformId, ids) : undefined;
    const held = heldAmong(found, clock.now());
    const inTurn = this.#inTurn(found);
    for (const delivery of found) {
      if (held.has(delivery.id) || this.#isOutdated(delivery)) continue;
      if (inTurn.has(delivery.id)) this.#accept(delivery);
      else this.#readFurther();
    }
    if (held.size === 0) return;
    for (const { id, resourceId } of found) if (held.has(id)) this.#holding.add(resourceId);
    await hold(
      db,
      platformId,
      [...held].map(([id, until]) => ({ id, until })),
    );
  }

  #accept(delivery: Delivery): void {
    this.#known.add(delivery.id);
    this.#backlog.add(delivery);
  }

  #isOutdated({ resourceId }: Delivery): boolean {
    return this.#isClosed || this.#failing.has(resourceId) || this.#settled.has(resourceId);
  }

  /**
   * Ids of events whose predecessor was read too or is finished. An event whose predecessor was not read yet is left
   * for a later read, because events may be written out of sequence.
   */
  #inTurn(found: readonly Delivery[]): Set<string> {
    const inTurn = new Set<string>();
    const isAhead = (id: string): boolean => inTurn.has(id) || this.#known.has(id) || this.#settled.has(id);
    for (const { id, beforeId } of inSequence(found)) {
      if (beforeId === undefined || isAhead(beforeId)) inTurn.add(id);
    }
    return inTurn;
  }

  #readFurther(): void {
    this.#hasMore = this.#window < WIDEST_SEARCH;
    this.#window = Math.min(this.#window * 2, WIDEST_SEARCH);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { clock, webhooks, recorder, firstRetryMs, onAttempt } = this.#deps;
    const { id, resourceId, sequence } = delivery;
    const { platformId, url, mode } = this.#endpoint;
    this.#inFlight += 1;
    const sending = { url, mode, timeoutMs: DELIVERY_TIMEOUT_MS, signal: this.#stop.signal };
    const attempt = await webhooks.sender.send({ platformId, id, payload: payloadOf(delivery.event) }, sending);
    this.#inFlight -= 1;
    if (this.#stop.signal.aborted && !hasArrived(attempt)) return this.#dropEvent(delivery);
    onAttempt(attempt, hasArrived(attempt));
    const next = nextStateOf(delivery, attempt, { now: clock.now(), firstRetryMs });
    if (next.status === 'DELIVERED') this.#backlog.free(resourceId);
    else this.#setAside(delivery);
    this.#pump();
    try {
      await recorder.add({ platformId, id, resourceId, sequence, ...next, attempt });
      await this.#follow(delivery, next, attempt);
    } catch (error) {
      this.#deps.onProblem?.(error);
      // The outcome is not recorded, so the event will be sent again, but only after the lease is renewed.
      this.#leaseUntil = 0;
    }
    this.#dropEvent(delivery);
  }

  /** Drops later events of the resource. They are read again, and delayed, once this failure is recorded. */
  #setAside({ id, resourceId }: Delivery): void {
    this.#window = SMALLEST_WINDOW;
    this.#failing.set(resourceId, id);
    this.#dropBacklog(resourceId);
  }

  #dropBacklog(resourceId?: string): void {
    for (const { id } of this.#backlog.drop(resourceId)) this.#known.delete(id);
    this.#hasMore = true;
  }

  #dropEvent({ id, resourceId }: Delivery): void {
    this.#known.delete(id);
    this.#settled.add(id);
    if (this.#failing.get(resourceId) === id) {
      this.#failing.delete(resourceId);
      this.#settled.add(resourceId);
      this.#backlog.free(resourceId);
      this.#hasMore = true;
    }
    this.#pump();
  }

  async #follow({ resourceId, status }: Delivery, next: NextState, attempt: Attempt): Promise<void> {
    if (status === 'WAITING') this.#holding.add(resourceId);
    const isOver = next.status === 'DELIVERED' || next.status === 'FAILED';
    if (isOver && this.#holding.has(resourceId) && !this.#backlog.has(resourceId)) await this.#release(resourceId);
    await this.#judge(attempt);
  }

  /** Releases the events that were delayed behind a finished event. */
  async #release(resourceId: string): Promise<void> {
    // A read in progress may still delay further events.
    await this.#reading;
    if (await release(this.#deps.db, this.#endpoint.platformId, resourceId)) this.#hasMore = true;
    else this.#holding.delete(resourceId);
  }

  /** Tracks the health of the endpoint, and disables it if it is gone or has failed too long. */
  async #judge(attempt: Attempt): Promise<void> {
    const { failingSince, url } = this.#endpoint;
    if (attempt.url !== url) return;
    if (isGone(attempt)) return this.#disable(attempt, 'GONE');
    if (hasArrived(attempt)) return failingSince ? this.#noteHealth(null) : undefined;
    if (!failingSince) return this.#noteHealth(attempt.at);
    if (attempt.at.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS) await this.#disable(attempt, 'FAILING');
  }

  #noteHealth(failingSince: Date | null): Promise<void> {
    this.#endpoint = { ...this.#endpoint, failingSince };
    return noteHealth(this.#deps.db, this.#endpoint, failingSince);
  }

  async #disable(attempt: Attempt, reason: DisabledReason): Promise<void> {
    const endpoint = this.#endpoint;
    if (endpoint.state === 'DISABLED') return;
    this.#endpoint = { ...endpoint, state: 'DISABLED' };
    this.#dropBacklog();
    await this.#deps.webhooks.switchOff(endpoint, reason, attempt);
  }
}

/** Events to delay, with the end of each delay. Later events of a resource wait as long as the first delayed one. */
function heldAmong(found: readonly Delivery[], now: Date): Map<string, Date> {
  const held = new Map<string, Date>();
  const ofResource = new Map<string, Date>();
  for (const { id, resourceId, status, tries, behindUntil } of inSequence(found)) {
    if (status === 'REDELIVERING' || tries > 0) continue;
    const before = ofResource.get(resourceId);
    const until = before && (!behindUntil || behindUntil < before) ? before : behindUntil;
    // A new event also waits for an earlier event that is due but unsent.
    if (!until || (until <= now && status === 'WAITING')) continue;
    held.set(id, until);
    ofResource.set(resourceId, until);
  }
  return held;
}

const inSequence = (found: readonly Delivery[]): Delivery[] =>
  [...found].sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
