import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** The heap may grow to this many times of what is in use before it is searched for garbage. */
const GROWTH = 3;

/**
 * While the heap is searched, payments wait: on two cores its threads take both, and a search that stops the process for
 * ten milliseconds makes answers late for eighty. So it is searched more seldom, and by fewer threads than there are cores.
 */
export function tuneGarbageCollection(): void {
  setFlagsFromString(`--heap-growing-percent=${(GROWTH - 1) * 100}`);
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(1, availableParallelism() - 1)}`);
}
