const STOP_SIGNALS = ['SIGINT', 'SIGTERM'];
const ECHO_MS = 300;

/**
 * A terminal or a supervisor signals the whole group, and npm then passes the same signal on to us once more. A server
 * takes a second signal as "now, without finishing": the echo must not reach it. To be called before it listens.
 */
export function mergeEchoedSignals() {
  const emit = process.emit;
  let lastAt = Number.NEGATIVE_INFINITY;
  /** @type {(event: string, ...args: unknown[]) => boolean} */
  const emitOnce = (event, ...args) => {
    if (STOP_SIGNALS.includes(event)) {
      const at = performance.now();
      const isEcho = at - lastAt < ECHO_MS;
      lastAt = at;
      if (isEcho) return true;
    }
    return Reflect.apply(emit, process, [event, ...args]);
  };
  process.emit = /** @type {typeof process.emit} */ (/** @type {unknown} */ (emitOnce));
}
