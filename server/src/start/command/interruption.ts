/** Aborts when the user or the system ends the command. A second signal ends the process immediately. */
export function untilSignalled(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
