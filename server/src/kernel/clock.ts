import { performance } from 'node:perf_hooks';

/** The one source of time. Everything else is handed a `Date`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds that never run backwards, for durations and time-outs; never for wall time. */
export const monotonicMs = (): number => performance.now();

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
