import type { Client, TimedEvent } from '../../client/src/index.ts';
import { type Duration, secondsOf } from './duration.ts';

/** Time of one platform. It only runs forward. */
export interface PlatformClock {
  now(): Promise<Date>;
  /** Advances the clock; resolves after everything that fell due has happened. */
  advance(duration: Duration): Promise<TimedEvent[]>;
  /** Advances to the next event. Returns an empty list, without advancing, if none is pending. */
  next(): Promise<TimedEvent[]>;
  pending(): Promise<TimedEvent[]>;
}

export function clockOf({ sandbox: { clock } }: Client): PlatformClock {
  const advance = async (duration: Duration) => (await clock.advance({ seconds: secondsOf(duration) })).happened;
  return {
    now: async () => new Date((await clock.get()).now),
    advance,
    next: async () => {
      const { now, pending } = await clock.get();
      const times = pending.map(({ at }) => Date.parse(at));
      if (times.length === 0) return [];
      return advance(Math.max(1, Math.ceil((Math.min(...times) - Date.parse(now)) / 1_000)));
    },
    pending: async () => (await clock.get()).pending,
  };
}
