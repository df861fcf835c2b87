import { setFlagsFromString } from 'node:v8';

/** The old generation may grow to this multiple of the live heap before a full collection. */
const GROWTH = 3;

/**
 * A full collection competes with the database for the cores: a pause of 10 ms delays responses for 80 ms. By default
 * V8 collects an idle server every few seconds, because its heap may grow by a third only. Pretenuring is off because
 * Node allocates requests and sockets at the same site: after a burst of connections, V8 would put every request into
 * the old generation and need ten times as many full collections.
 */
export function tuneGarbageCollection(): void {
  setFlagsFromString(`--heap-growing-percent=${(GROWTH - 1) * 100}`);
  setFlagsFromString('--no-allocation-site-pretenuring');
}
