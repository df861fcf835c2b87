import { setTimeout as sleep } from 'node:timers/promises';

/** How long a stopping server waits for requests and jobs that are running, and then for the database to close. */
export const DRAIN_MS = 15_000;
export const CLOSE_MS = 20_000;

/** One that comes while we start is obeyed once we have: half a start would leave PostgreSQL behind. */
export function firstSignal(onSecond: () => void): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (): void => {
      if (isStopping) onSecond();
      isStopping = true;
      resolve();
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}

/** A second signal means now. */
export const endAtOnce = (): never => process.exit(130);

export function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, sleep(ms, false)]);
}
