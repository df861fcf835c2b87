import { SECOND_MS } from './clock.ts';
import { ApiError } from './errors.ts';

/** 429 RATE_LIMITED with the seconds until `until`, in the body and in the Retry-After header. */
export function rateLimited(message: string, { until, now, hint }: { until: Date; now: Date; hint: string }): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / SECOND_MS));
  const details = { hint, retryAfterSeconds: seconds };
  return new ApiError('RATE_LIMITED', message, details, { headers: { 'retry-after': `${seconds}` } });
}
