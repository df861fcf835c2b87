import { ApiError } from './errors.ts';

/** In each round at least one attempt succeeds, so up to this many concurrent changes of one resource all succeed. */
const TRIES = 50;

/**
 * Optimistic concurrency: repeats read and write until the guard of the write holds. `attempt` gets the number of
 * conflicts so far and returns undefined if its guard did not hold. After the last try throws CONFLICT, or the error of
 * `exhausted`.
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
