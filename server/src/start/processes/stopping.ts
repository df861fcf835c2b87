import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../foundation/config.ts';

/** Time limits of a stopping server: first for running requests and jobs, then for the database. */
const DRAIN_MS = 15_000;
export const CLOSE_MS = 20_000;

/** Limit for draining, including the time in which the server still serves requests. */
export const drainLimitMs = ({ drainDelayMs }: Config): number => drainDelayMs + DRAIN_MS;

/** A signal during the start takes effect after the start: aborting would leave PostgreSQL running. */
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

export const endAtOnce = (): never => process.exit(130);

/** Returns false if the work failed or took longer. */
export function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, sleep(ms, false)]);
}
