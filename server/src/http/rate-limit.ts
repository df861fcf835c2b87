import { monotonicMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';

const MAX_BUCKETS = 10_000;

export interface RateLimit {
  perSecond: number;
  burst: number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** A token bucket per caller: bursts are fine, a steady stream above the rate is not. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #subject: string;
  readonly #policy: string;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, subject = 'token') {
    this.#limit = limit;
    this.#subject = subject;
    this.#policy = `"${subject}";q=${limit.burst};w=${Math.ceil(limit.burst / limit.perSecond)}`;
  }

  /** Takes one request's worth. Answers with the standard RateLimit headers, or refuses with 429. */
  take(callerId: string): Record<string, string> {
    const bucket = this.#refilled(callerId);
    const secondsToNext = Math.ceil((1 - bucket.tokens) / this.#limit.perSecond);
    if (bucket.tokens < 1) throw this.#refusal(secondsToNext);
    bucket.tokens -= 1;
    return this.#headers(Math.floor(bucket.tokens), 1);
  }

  /** What was taken for nothing. */
  giveBack(callerId: string): void {
    this.#refilled(callerId).tokens += 1;
  }

  #refilled(callerId: string): Bucket {
    const now = monotonicMs();
    const { perSecond, burst } = this.#limit;
    const bucket = this.#buckets.get(callerId) ?? { tokens: burst, filledAt: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
    bucket.filledAt = now;
    if (this.#buckets.size >= MAX_BUCKETS && !this.#buckets.has(callerId)) this.#buckets.clear();
    this.#buckets.set(callerId, bucket);
    return bucket;
  }

  #headers(remaining: number, resetSeconds: number): Record<string, string> {
    return { 'ratelimit-policy': this.#policy, ratelimit: `"${this.#subject}";r=${remaining};t=${resetSeconds}` };
  }

  #refusal(seconds: number): ApiError {
    const details = { hint: `Wait ${seconds} s before the next request.`, retryAfterSeconds: seconds };
    const headers = { 'retry-after': String(seconds), ...this.#headers(0, seconds) };
    return new ApiError('RATE_LIMITED', `Too many requests with this ${this.#subject}.`, details, { headers });
  }
}
