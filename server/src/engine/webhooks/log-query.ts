import type { Database } from '../../foundation/db/database.ts';
import { DEFAULT_LIMIT } from '../../foundation/db/page.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { placeAfter, placeAt, readLog } from './event-log.ts';
import type { EventWaits } from './event-waits.ts';
import { eventJson } from './history.ts';

interface LogDeps {
  db: Database;
  clock: Clock;
  eventWaits: EventWaits;
}

interface LogRequest {
  after?: string | undefined;
  wait?: number | undefined;
  limit?: number | undefined;
}

/** Events after another event, oldest first. Waits for the next event if there is none. */
export async function readEvents({ db, clock, eventWaits }: LogDeps, platformId: string, request: LogRequest) {
  const { after, wait = 0, limit = DEFAULT_LIMIT } = request;
  const place = after === undefined ? placeAt('') : await placeAfter(db, platformId, after);
  const read = () => readLog(db, { platformId, after: place, now: clock.now(), limit });
  const { events, hasMore } = await eventWaits.read(read, wait);
  return { data: events.map(eventJson), hasMore };
}

/** Filters cannot be combined with after and wait, because the last returned event is the place to continue from. */
export function rejectFilters({ limit: _limit, ...filters }: object & { limit?: number | undefined }): void {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw new InvalidFields(
    given.map(([field]) => ({ field, message: `${field} cannot be combined with after and wait.` })),
    'Leave it out and select among the events that are returned.',
  );
}
