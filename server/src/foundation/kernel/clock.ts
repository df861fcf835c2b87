import { performance } from 'node:perf_hooks';

/** The only source of time. Other code receives a `Date`. */
export interface Clock {
  now(): Date;
}

/** Caches its ISO text, because many rows contain the same time. */
class Moment extends Date {
  #text: string | undefined;

  override toJSON(): string {
    this.#text ??= super.toJSON();
    return this.#text;
  }
}

let latest = new Moment();

/** Returns the same object within a millisecond, so that its text is formatted once. */
export const systemClock: Clock = {
  now: () => {
    const ms = Date.now();
    if (latest.getTime() !== ms) latest = new Moment(ms);
    return latest;
  },
};

/** Current time as a number. */
export const wallMs = (): number => Date.now();

/** Milliseconds of a monotonic clock, for durations and timeouts only. */
export const monotonicMs = (): number => performance.now();

export const addMs = (at: Date, ms: number): Date => (ms === 0 ? at : new Moment(at.getTime() + ms));

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
