import type { Database } from '../db/database.ts';
import { type Clock, DAY_MS, monotonicMs, SECOND_MS } from '../kernel/clock.ts';
import { Backlog } from './backlog.ts';
import type { Attempt, Courier } from './courier.ts';
import { type Delivery, hold, type Leased, readOpen, release, releaseOrphans, skip } from './delivery-queue.ts';
import { type DisabledReason, type Endpoint, noteHealth, readEndpoint, type SwitchOff } from './endpoints.ts';
import type { Recorder } from './recorder.ts';
import { hasArrived, isGone, type Verdict, verdictOf } from './schedule.ts';

const MAX_IN_FLIGHT = 4;
const DELIVERY_TIMEOUT_MS = 10 * SECOND_MS;
/** After so long without anything that arrived an endpoint is switched off. */
const DISABLED_AFTER_MS = 5 * DAY_MS;
/** How much is read ahead: little at first and for endpoints that fail, much for those that keep up. */
const SMALLEST_WINDOW = 16;
const LARGEST_WINDOW = 512;
const WIDEST_SEARCH = 4_096;

export interface LaneNeeds {
  db: Database;
  clock: Clock;
  courier: Courier;
  recorder: Recorder;
  firstRetryMs: number;
  onAttempt: (attempt: Attempt, hasArrived: boolean) => void;
  switchOff: SwitchOff;
}

/**
 * Delivers to one endpoint for as long as this process holds its lease: at most four at once, those of one resource one
 * after the other. An event that fails takes the later ones of its resource out of the way until it has arrived or they
 * have waited long enough. Everything is in the database: a lane that is dropped at any moment loses nothing.
 */
export class Lane {
  readonly #needs: LaneNeeds;
  readonly #backlog = new Backlog();
  /** Read, and not yet written back. */
  readonly #known = new Set<string>();
  /** Written back since the reading that is under way began: what it says of them is old. */
  readonly #settled = new Set<string>();
  /** Resources and the event of each whose failure is being written down: what is read meanwhile does not know of it. */
  readonly #failing = new Map<string, string>();
  /** Resources of which later events wait in the database. */
  readonly #holding = new Set<string>();
  readonly #stop = new AbortController();
  #endpoint: Endpoint;
  #leaseUntil: number;
  #inFlight = 0;
  #window = SMALLEST_WINDOW;
  #hasMore = true;
  #isTakenOver: boolean;
  #reading: Promise<void> | undefined;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(needs: LaneNeeds, { leftBy, ...endpoint }: Leased, leaseUntil: number) {
    this.#needs = needs;
    this.#endpoint = endpoint;
    this.#isTakenOver = leftBy !== null;
    this.#leaseUntil = leaseUntil;
  }

  get isIdle(): boolean {
    return this.#known.size === 0 && !this.#reading;
  }

  /** There may be something new. */
  wake(): void {
    this.#hasMore = true;
    this.#pump();
  }

  /** The lease goes on until this moment of the monotonic clock. */
  renewed(endpoint: Endpoint, leaseUntil: number): void {
    this.#endpoint = endpoint;
    this.#leaseUntil = leaseUntil;
    this.#pump();
  }

  /** Begins nothing more. Waits for what is under way, for so long; what is cut off then is sent again by another. */
  async close(graceMs = 0): Promise<void> {
    this.#isClosed = true;
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
    const isLow = this.#backlog.size < this.#window / 2;
    if (this.#hasMore && isLow && !this.#reading && !this.#isClosed) this.#reading = this.#read();
    if (this.isIdle) this.#onIdle?.();
  }

  async #read(): Promise<void> {
    this.#hasMore = false;
    this.#settled.clear();
    try {
      if (this.#isTakenOver) await this.#pickUp();
      await this.#admit(await this.#readWindow());
    } catch {
      // The next look finds the same again.
    }
    this.#reading = undefined;
    this.#pump();
  }

  /** Those that the process before us held back, and did not live to release. */
  async #pickUp(): Promise<void> {
    const { db } = this.#needs;
    for (const resourceId of await releaseOrphans(db, this.#endpoint.platformId)) this.#holding.add(resourceId);
    this.#isTakenOver = false;
  }

  async #readWindow(): Promise<Delivery[]> {
    const { db, clock } = this.#needs;
    const { platformId } = this.#endpoint;
    const limit = this.#window + this.#known.size;
    const found = await readOpen(db, platformId, { now: clock.now(), limit });
    // After the events: what was written for an endpoint is sent to it, or to one that is newer.
    if (found.length > 0) this.#endpoint = (await readEndpoint(db, platformId)) ?? this.#endpoint;
    if (found.length >= limit) {
      this.#hasMore = true;
      this.#window = Math.min(this.#window * 2, LARGEST_WINDOW);
    }
    return found.filter(({ id }) => !this.#known.has(id) && !this.#settled.has(id));
  }

  /** Sorts what was read: to be sent, to be held behind others, or to be left for the next reading. */
  async #admit(found: readonly Delivery[]): Promise<void> {
    const { db, clock } = this.#needs;
    const { platformId, state } = this.#endpoint;
    const ids = found.map(({ id }) => id);
    if (state === 'DISABLED') return ids.length > 0 ? skip(db, platformId, ids) : undefined;
    const isHeld = ({ isBehind, dueAt }: Delivery): boolean => isBehind && (dueAt === null || dueAt > clock.now());
    const held = found.filter((delivery) => delivery.status === 'PENDING' && isHeld(delivery));
    const heldIds = new Set(held.map(({ id }) => id));
    const inTurn = this.#inTurn(found);
    for (const delivery of found) {
      if (heldIds.has(delivery.id) || this.#isOutdated(delivery)) continue;
      if (inTurn.has(delivery.id)) this.#accept(delivery);
      else this.#readFurther();
    }
    if (held.length === 0) return;
    for (const { resourceId } of held) this.#holding.add(resourceId);
    await hold(db, platformId, [...heldIds], clock.now());
  }

  #accept(delivery: Delivery): void {
    this.#known.add(delivery.id);
    this.#backlog.add(delivery);
  }

  #isOutdated({ resourceId }: Delivery): boolean {
    return this.#isClosed || this.#failing.has(resourceId) || this.#settled.has(resourceId);
  }

  /**
   * Those whose predecessor is read as well, or done. They may be written in another order than they are numbered: one
   * whose predecessor is further back waits until that one is read.
   */
  #inTurn(found: readonly Delivery[]): Set<string> {
    const inTurn = new Set<string>();
    const isAhead = (id: string): boolean => inTurn.has(id) || this.#known.has(id) || this.#settled.has(id);
    for (const { id, beforeId } of [...found].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))) {
      if (beforeId === null || isAhead(beforeId)) inTurn.add(id);
    }
    return inTurn;
  }

  #readFurther(): void {
    this.#hasMore = this.#window < WIDEST_SEARCH;
    this.#window = Math.min(this.#window * 2, WIDEST_SEARCH);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { clock, courier, recorder, firstRetryMs, onAttempt } = this.#needs;
    const { id, resourceId, payload } = delivery;
    const { platformId, url, mode } = this.#endpoint;
    this.#inFlight += 1;
    const sending = { url, mode, timeoutMs: DELIVERY_TIMEOUT_MS, signal: this.#stop.signal };
    const attempt = await courier.send({ platformId, id, payload }, sending);
    this.#inFlight -= 1;
    if (this.#stop.signal.aborted && !hasArrived(attempt)) return this.#forget(delivery);
    onAttempt(attempt, hasArrived(attempt));
    const verdict = verdictOf(delivery, attempt, { now: clock.now(), firstRetryMs });
    if (verdict.status === 'DELIVERED') this.#backlog.free(resourceId);
    else this.#setAside(delivery);
    this.#pump();
    try {
      await recorder.record({ platformId, id, ...verdict, attempt });
      await this.#follow(delivery, verdict, attempt);
    } catch {
      // Not written down: it will be read and sent again, but not at once.
      this.#leaseUntil = 0;
    }
    this.#forget(delivery);
  }

  /** The later ones of its resource are read again when this one is written down as failed, and held then. */
  #setAside({ id, resourceId }: Delivery): void {
    this.#window = SMALLEST_WINDOW;
    this.#failing.set(resourceId, id);
    this.#dropBacklog(resourceId);
  }

  #dropBacklog(resourceId?: string): void {
    for (const { id } of this.#backlog.drop(resourceId)) this.#known.delete(id);
    this.#hasMore = true;
  }

  #forget({ id, resourceId }: Delivery): void {
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

  async #follow({ resourceId, status }: Delivery, verdict: Verdict, attempt: Attempt): Promise<void> {
    if (status === 'WAITING') this.#holding.add(resourceId);
    const isOver = verdict.status === 'DELIVERED' || verdict.status === 'FAILED';
    if (isOver && this.#holding.has(resourceId) && !this.#backlog.has(resourceId)) await this.#release(resourceId);
    await this.#judge(attempt);
  }

  /** Lets go of those that have waited for what is over now. */
  async #release(resourceId: string): Promise<void> {
    // What is being read at this moment may just be held behind it.
    await this.#reading;
    if (await release(this.#needs.db, this.#endpoint.platformId, resourceId)) this.#hasMore = true;
    else this.#holding.delete(resourceId);
  }

  /** Whether the endpoint as a whole is well. */
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
    return noteHealth(this.#needs.db, this.#endpoint, failingSince);
  }

  async #disable(attempt: Attempt, reason: DisabledReason): Promise<void> {
    const endpoint = this.#endpoint;
    if (endpoint.state === 'DISABLED') return;
    this.#endpoint = { ...endpoint, state: 'DISABLED' };
    this.#dropBacklog();
    await this.#needs.switchOff(endpoint, reason, attempt);
  }
}
