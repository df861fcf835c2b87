import { performance } from 'node:perf_hooks';

/** The one source of time. Everything else is handed a `Date`. */
export interface Clock {
  now(): Date;
}

/** Its text is made once: one moment is told by many rows. */
class Moment extends Date {
  #text: string | undefined;

  override toJSON(): string {
    this.#text ??= super.toJSON();
    return this.#text;
  }
}

let latest = new Moment();

/** One moment for all that happens in a millisecond. */
export const systemClock: Clock = {
  now: () => {
    const ms = Date.now();
    if (latest.getTime() !== ms) latest = new Moment(ms);
    return latest;
  },
};

/** The same, where a number is enough. */
export const wallMs = (): number => Date.now();

/** Milliseconds that never run backwards, for durations and time-outs; never for wall time. */
export const monotonicMs = (): number => performance.now();

export const addMs = (at: Date, ms: number): Date => (ms === 0 ? at : new Moment(at.getTime() + ms));

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
