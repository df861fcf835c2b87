import { type Duration, secondsOf } from './duration.ts';
import type { Http } from './http.ts';

/** Something that the clock of a platform brings about, such as the expiry of a quote. */
export interface TimedEvent {
  at: string;
  kind: string;
  resourceId: string;
}

/** Time of one platform. It only runs forward. */
export interface SandboxClock {
  now(): Promise<Date>;
  /** Advances the clock; resolves after everything that fell due has happened. */
  advance(duration: Duration): Promise<TimedEvent[]>;
  /** Advances to the next event. Returns an empty list, without advancing, if none is pending. */
  next(): Promise<TimedEvent[]>;
  pending(): Promise<TimedEvent[]>;
}

export function clockOf(http: Http): SandboxClock {
  const read = () => http.get<{ now: string; pending: TimedEvent[] }>('/sandbox/clock');
  const advance = async (duration: Duration) => {
    const body = { seconds: secondsOf(duration) };
    return (await http.post<{ happened: TimedEvent[] }>('/sandbox/clock/advance', body)).happened;
  };
  return {
    now: async () => new Date((await read()).now),
    advance,
    next: async () => {
      const { now, pending } = await read();
      const times = pending.map(({ at }) => Date.parse(at));
      if (times.length === 0) return [];
      return advance(Math.max(1, Math.ceil((Math.min(...times) - Date.parse(now)) / 1_000)));
    },
    pending: async () => (await read()).pending,
  };
}
