import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

const MAX_BUCKETS = 10_000;

export interface RateLimit {
  perSecond: number;
  burst: number;
}

export type RateHeaders = Record<string, string>;

export interface Limiter {
  /** Takes one token and returns the standard RateLimit headers. Throws 429 if no token is left. */
  take(callerId: string): RateHeaders | Promise<RateHeaders>;
  /** Returns one token to the bucket. */
  giveBack(callerId: string): void;
}

/** Creates a limiter whose count is shared by all processes, by name. `subject` defaults to API tokens. */
export type LimiterOf = (name: string, limit: RateLimit, subject?: string) => Limiter;

/** Limiter for a server with a single process. */
export const ownLimiter: LimiterOf = (_name, limit, subject) => new RateLimiter(limit, subject);

/** Bucket key shared by all callers. */
const SHARED = 'everybody';

/** Limits each caller, and the whole service against guessing from many addresses. */
export class SharedBudget implements Limiter {
  readonly #perCaller: Limiter;
  readonly #overall: Limiter;

  constructor(perCaller: Limiter, overall: Limiter) {
    this.#perCaller = perCaller;
    this.#overall = overall;
  }

  async take(callerId: string): Promise<RateHeaders> {
    const headers = await this.#perCaller.take(callerId);
    try {
      await this.#overall.take(SHARED);
    } catch (error) {
      this.#perCaller.giveBack(callerId);
      throw error;
    }
    return headers;
  }

  giveBack(callerId: string): void {
    this.#perCaller.giveBack(callerId);
    this.#overall.giveBack(SHARED);
  }
}

/** Limiter with a token bucket per caller. */
export class RateLimiter implements Limiter {
  readonly #buckets: Buckets;
  readonly #responses: RateLimitResponses;

  constructor(limit: RateLimit, subject?: string) {
    this.#buckets = new Buckets(limit);
    this.#responses = new RateLimitResponses(limit, subject);
  }

  take(callerId: string): RateHeaders {
    const bucket = this.#buckets.refilled(callerId);
    if (bucket.tokens < 1) throw this.#responses.rejection(this.#buckets.msToNext(bucket));
    bucket.tokens -= 1;
    return this.#responses.headers(Math.floor(bucket.tokens));
  }

  giveBack(callerId: string): void {
    this.#buckets.putBack(callerId, 1);
  }
}

interface Bucket {
  tokens: number;
  filledAt: number;
  /** Leased tokens that may be returned, for which the bucket keeps capacity. */
  lent: number;
}

export class Buckets {
  readonly #limit: RateLimit;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  refilled(callerId: string): Bucket {
    const now = monotonicMs();
    const { perSecond, burst } = this.#limit;
    const bucket = this.#buckets.get(callerId) ?? { tokens: burst, filledAt: now, lent: 0 };
    bucket.tokens = Math.min(burst - bucket.lent, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
    bucket.filledAt = now;
    if (this.#buckets.size >= MAX_BUCKETS && !this.#buckets.has(callerId)) this.#buckets.clear();
    this.#buckets.set(callerId, bucket);
    return bucket;
  }

  putBack(callerId: string, tokens: number): void {
    const bucket = this.refilled(callerId);
    bucket.tokens = Math.min(this.#limit.burst - bucket.lent, bucket.tokens + tokens);
  }

  msToNext({ tokens }: Bucket): number {
    return ((1 - tokens) / this.#limit.perSecond) * 1_000;
  }
}

const scopes: Readonly<Record<string, string>> = {
  service: 'of this kind on the whole service',
  operator: 'with wrong credentials of this operator',
};

/** Creates the headers and rejections of a rate limit. */
export class RateLimitResponses {
  readonly #subject: string;
  readonly #policy: string;
  #latest: RateHeaders = {};
  #latestRemaining = -1;

  constructor({ perSecond, burst }: RateLimit, subject = 'token') {
    this.#subject = subject;
    this.#policy = `"${subject}";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  }

  /** Reuses the last object for an equal value. Callers must not change the object. */
  headers(remaining: number): RateHeaders {
    if (remaining !== this.#latestRemaining) this.#latest = this.#headers(remaining, 1);
    this.#latestRemaining = remaining;
    return this.#latest;
  }

  #headers(remaining: number, resetSeconds: number): RateHeaders {
    return { 'ratelimit-policy': this.#policy, ratelimit: `"${this.#subject}";r=${remaining};t=${resetSeconds}` };
  }

  rejection(waitMs: number): ApiError {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    const details = { hint: `Wait ${seconds} s before the next request.`, retryAfterSeconds: seconds };
    const headers = { 'retry-after': String(seconds), ...this.#headers(0, seconds) };
    const message = `Too many requests ${scopes[this.#subject] ?? `with this ${this.#subject}`}.`;
    return new ApiError('RATE_LIMITED', message, details, { headers });
  }
}
