import { monotonicMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';

const MAX_BUCKETS = 10_000;

export interface RateLimit {
  perSecond: number;
  burst: number;
}

export type RateHeaders = Record<string, string>;

export interface Limiter {
  /** Takes one request's worth. Answers with the standard RateLimit headers, or refuses with 429. */
  take(callerId: string): RateHeaders | Promise<RateHeaders>;
  /** What was taken for nothing. */
  giveBack(callerId: string): void;
}

/** A limiter by its name, under which every process of one server counts together; of tokens, unless told otherwise. */
export type LimiterOf = (name: string, limit: RateLimit, subject?: string) => Limiter;

/** Of a process that is the whole server. */
export const ownLimiter: LimiterOf = (_name, limit, subject) => new RateLimiter(limit, subject);

/** A token bucket per caller: bursts are fine, a steady stream above the rate is not. */
export class RateLimiter implements Limiter {
  readonly #buckets: Buckets;
  readonly #words: RateWords;

  constructor(limit: RateLimit, subject?: string) {
    this.#buckets = new Buckets(limit);
    this.#words = new RateWords(limit, subject);
  }

  take(callerId: string): RateHeaders {
    const bucket = this.#buckets.refilled(callerId);
    if (bucket.tokens < 1) throw this.#words.refusal(this.#buckets.msToNext(bucket));
    bucket.tokens -= 1;
    return this.#words.headers(Math.floor(bucket.tokens));
  }

  giveBack(callerId: string): void {
    this.#buckets.putBack(callerId, 1);
  }
}

interface Bucket {
  tokens: number;
  filledAt: number;
  /** Tokens that were handed out and may still come back: they have their room in the bucket. */
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

/** How a limit speaks to those it is for. */
export class RateWords {
  readonly #subject: string;
  readonly #policy: string;
  #latest: RateHeaders = {};
  #latestRemaining = -1;

  constructor({ perSecond, burst }: RateLimit, subject = 'token') {
    this.#subject = subject;
    this.#policy = `"${subject}";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  }

  /** The same as the last ones, where as much is left: the caller changes nothing in them. */
  headers(remaining: number): RateHeaders {
    if (remaining !== this.#latestRemaining) this.#latest = this.#headers(remaining, 1);
    this.#latestRemaining = remaining;
    return this.#latest;
  }

  #headers(remaining: number, resetSeconds: number): RateHeaders {
    return { 'ratelimit-policy': this.#policy, ratelimit: `"${this.#subject}";r=${remaining};t=${resetSeconds}` };
  }

  refusal(waitMs: number): ApiError {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    const details = { hint: `Wait ${seconds} s before the next request.`, retryAfterSeconds: seconds };
    const headers = { 'retry-after': String(seconds), ...this.#headers(0, seconds) };
    return new ApiError('RATE_LIMITED', `Too many requests with this ${this.#subject}.`, details, { headers });
  }
}
