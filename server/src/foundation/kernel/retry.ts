import { ApiError } from './errors.ts';

/** Under contention at least one attempt succeeds per round: this many concurrent changes of one resource all get through. */
const TRIES = 50;

/**
 * Optimistic concurrency: reads and writes again until the guard of the write holds. `attempt` gets the number of
 * conflicts before it, and returns undefined when its guard did not hold. Throws CONFLICT, or the error of `exhausted`,
 * after the last try.
 */
export async function retryOnConflict<T>(
  resource: string,
  attempt: (conflicts: number) => Promise<T | undefined>,
  exhausted: () => Error = () =>
    new ApiError('CONFLICT', `The ${resource} is being changed by many requests at once.`, {
      reason: 'CHANGED_MEANWHILE',
    }),
): Promise<T> {
  for (let conflicts = 0; conflicts < TRIES; conflicts++) {
    const result = await attempt(conflicts);
    if (result !== undefined) return result;
  }
  throw exhausted();
}
