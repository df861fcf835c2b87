import { SECOND_MS } from './clock.ts';
import { ApiError } from './errors.ts';

/** Creates a 429 RATE_LIMITED. Its body and its Retry-After header contain the seconds from `now` to `until`. */
export function rateLimited(message: string, { until, now, hint }: { until: Date; now: Date; hint: string }): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / SECOND_MS));
  const details = { hint, retryAfterSeconds: seconds };
  return new ApiError('RATE_LIMITED', message, details, { headers: { 'retry-after': `${seconds}` } });
}
