import { setFlagsFromString } from 'node:v8';

/** The heap may grow to this many times of what is in use before it is searched for garbage. */
const GROWTH = 3;

/**
 * While the heap is searched, its threads and the process share the cores with the database: a search that stops the
 * process for ten milliseconds makes answers late for eighty. A server that is not busy would do so every few seconds,
 * for little: by default its heap grows by a third only.
 *
 * And V8 takes requests for objects that live long. Node makes them by the same code as sockets; when many connections
 * come at once, V8 sees that nearly all of what this code makes lives on, and from then on keeps it where it is searched
 * for seldom: every answer, with its texts, is copied twice and waits for a search of the whole heap, ten times as often.
 */
export function tuneGarbageCollection(): void {
  setFlagsFromString(`--heap-growing-percent=${(GROWTH - 1) * 100}`);
  setFlagsFromString('--no-allocation-site-pretenuring');
}
