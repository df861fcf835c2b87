import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { Buckets, type Limiter, type RateHeaders, type RateLimit, RateLimitResponses } from './rate-limit.ts';

/** Time for which a process may use leased tokens. */
const LEASE_MS = 1_000;
/** Leases that are overdue by then count as used, because their process may have ended. */
const OVERDUE_MS = 2 * LEASE_MS;
/** Size of a lease, as time at the full rate. Low limits have no leases and are counted exactly. */
const LEASE_SIZE_MS = 10;
/** Maximum share of the remaining tokens per lease. */
const LEASE_SHARE = 1 / 16;

export interface LeaseRequest {
  callerId: string;
  /** Number of waiting requests. */
  wanted: number;
  /** Earlier lease, which ends with this request. */
  returned?: LeaseReturn | undefined;
}

export interface LeaseReturn {
  leaseId: number;
  unused: number;
}

export interface Grant {
  /** Number of waiting requests that may proceed. */
  granted: number;
  /** Additional tokens that the process may use without another call. */
  lent: number;
  leaseId: number;
  /** Unused tokens of the bucket and of its leases. */
  remaining: number;
  /** Time until the next token; 0 if all requests were granted. */
  waitMs: number;
}

/** Token buckets shared by all processes. A lease takes tokens out of the bucket, so that the limit holds in total. */
export class Lender {
  readonly #limit: RateLimit;
  readonly #buckets: Buckets;
  /** Leases, oldest first. */
  readonly #leases = new Map<number, { callerId: string; lent: number; overdueAt: number }>();
  #lastId = 0;

  constructor(limit: RateLimit) {
    this.#limit = limit;
    this.#buckets = new Buckets(limit);
  }

  draw({ callerId, wanted, returned }: LeaseRequest): Grant {
    if (returned) this.takeBack(returned);
    this.#writeOffOverdue();
    const bucket = this.#buckets.refilled(callerId);
    const granted = Math.min(wanted, Math.floor(bucket.tokens));
    bucket.tokens -= granted;
    const lent = this.#lendable(bucket.tokens);
    bucket.tokens -= lent;
    bucket.lent += lent;
    const remaining = Math.floor(bucket.tokens + bucket.lent);
    const waitMs = granted < wanted ? this.#buckets.msToNext(bucket) : 0;
    return { granted, lent, leaseId: this.#addLease(callerId, lent), remaining, waitMs };
  }

  takeBack({ leaseId, unused }: LeaseReturn): void {
    const lease = this.#leases.get(leaseId);
    if (!lease) return;
    this.#leases.delete(leaseId);
    const bucket = this.#buckets.refilled(lease.callerId);
    bucket.lent = Math.max(0, bucket.lent - lease.lent);
    this.#buckets.putBack(lease.callerId, unused);
  }

  giveBack(callerId: string): void {
    this.#buckets.putBack(callerId, 1);
  }

  #lendable(tokens: number): number {
    return Math.floor(Math.min((this.#limit.perSecond * LEASE_SIZE_MS) / 1_000, tokens * LEASE_SHARE));
  }

  #addLease(callerId: string, lent: number): number {
    if (lent === 0) return 0;
    this.#lastId += 1;
    this.#leases.set(this.#lastId, { callerId, lent, overdueAt: monotonicMs() + OVERDUE_MS });
    return this.#lastId;
  }

  #writeOffOverdue(): void {
    const now = monotonicMs();
    for (const [leaseId, { overdueAt }] of this.#leases) {
      if (overdueAt > now) return;
      this.takeBack({ leaseId, unused: 0 });
    }
  }
}

export interface LeaseSource {
  draw(request: LeaseRequest): Promise<Grant>;
  takeBack(returned: LeaseReturn[]): void;
  giveBack(callerId: string): void;
}

interface CallerState {
  lease: { id: number; left: number; until: number };
  /** Value of the last grant, minus the tokens used since. */
  remaining: number;
  rejectedUntil: number;
  waiting: { resolve: (headers: RateHeaders) => void; reject: (error: Error) => void }[];
  isDrawing: boolean;
}

/** Limiter of a process with shared limits: decides locally during a lease, then requests the next lease. */
export class LeasedLimiter implements Limiter {
  readonly #source: LeaseSource;
  readonly #responses: RateLimitResponses;
  readonly #callers = new Map<string, CallerState>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(limit: RateLimit, source: LeaseSource, subject?: string) {
    this.#source = source;
    this.#responses = new RateLimitResponses(limit, subject);
  }

  take(callerId: string): RateHeaders | Promise<RateHeaders> {
    const caller = this.#callers.get(callerId) ?? this.#add(callerId);
    const { lease } = caller;
    const now = monotonicMs();
    if (lease.left > 0 && now < lease.until) {
      lease.left -= 1;
      caller.remaining -= 1;
      return this.#responses.headers(caller.remaining);
    }
    if (now < caller.rejectedUntil) throw this.#responses.rejection(caller.rejectedUntil - now);
    return new Promise((resolve, reject) => {
      caller.waiting.push({ resolve, reject });
      if (!caller.isDrawing) void this.#draw(callerId, caller);
    });
  }

  giveBack(callerId: string): void {
    this.#source.giveBack(callerId);
  }

  #add(callerId: string): CallerState {
    const lease = { id: 0, left: 0, until: 0 };
    const caller: CallerState = { lease, remaining: 0, rejectedUntil: 0, waiting: [], isDrawing: false };
    this.#callers.set(callerId, caller);
    this.#sweep ??= setTimeout(() => this.#removeIdle(), LEASE_MS).unref();
    return caller;
  }

  /** Requests leases until no request waits; requests that arrive during a call are part of the next call. */
  async #draw(callerId: string, caller: CallerState): Promise<void> {
    caller.isDrawing = true;
    while (caller.waiting.length > 0) {
      const waiting = caller.waiting.splice(0);
      const drawnAt = monotonicMs();
      try {
        const request = { callerId, wanted: waiting.length, returned: endLease(caller) };
        this.#share(caller, waiting, await this.#source.draw(request), drawnAt);
      } catch (error) {
        for (const { reject } of waiting) reject(error as Error);
      }
    }
    caller.isDrawing = false;
  }

  #share(caller: CallerState, waiting: CallerState['waiting'], grant: Grant, drawnAt: number): void {
    caller.lease = { id: grant.leaseId, left: grant.lent, until: drawnAt + LEASE_MS };
    caller.remaining = grant.remaining;
    if (grant.granted < waiting.length) caller.rejectedUntil = drawnAt + grant.waitMs;
    for (const [i, { resolve, reject }] of waiting.entries()) {
      if (i < grant.granted) resolve(this.#responses.headers(grant.remaining + grant.granted - 1 - i));
      else reject(this.#responses.rejection(grant.waitMs));
    }
  }

  /** Returns unused tokens and removes idle callers. */
  #removeIdle(): void {
    const now = monotonicMs();
    const returned: LeaseReturn[] = [];
    for (const [callerId, caller] of this.#callers) {
      if (caller.isDrawing || now < caller.lease.until || now < caller.rejectedUntil) continue;
      this.#callers.delete(callerId);
      const lease = endLease(caller);
      if (lease) returned.push(lease);
    }
    if (returned.length > 0) this.#source.takeBack(returned);
    this.#sweep = this.#callers.size > 0 ? setTimeout(() => this.#removeIdle(), LEASE_MS / 2).unref() : undefined;
  }
}

/** Clears a lease and returns its unused tokens. */
function endLease({ lease }: CallerState): LeaseReturn | undefined {
  const returned = lease.id > 0 ? { leaseId: lease.id, unused: lease.left } : undefined;
  Object.assign(lease, { id: 0, left: 0 });
  return returned;
}
