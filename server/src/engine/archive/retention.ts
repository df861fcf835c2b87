import type { Logger } from 'pino';
import type { Database } from '../../foundation/db/database.ts';
import {
  createPeriods,
  detachPeriod,
  dropPeriod,
  listPeriods,
  periodName,
  type StoredPeriod,
} from '../../foundation/db/periods.ts';
import { addMs, type Clock, DAY_MS } from '../../foundation/kernel/clock.ts';
import { sweepJobRunsOf } from '../jobs/runs.ts';
import { countOpenEvents, keepOpenEvents, sweepEventsOf } from '../webhooks/retention.ts';
import type { KeyStore } from './keys.ts';
import { writePeriod } from './write-period.ts';

/** Maximum number of open events to copy, because payments wait. Larger periods are emptied in portions. */
const MAX_COPIED = 10_000;

interface Retention extends KeyStore {
  clock: Clock;
  log: Logger;
  keepEventsDays: number;
  /** Directory for the archives of removed periods; without a directory the rows are dropped. */
  archiveDirectory: string | undefined;
}

/** Creates upcoming periods and removes periods older than the retention time. */
export async function sweepPeriods({
  db,
  vault,
  clock,
  log,
  keepEventsDays,
  archiveDirectory,
}: Retention): Promise<void> {
  const now = clock.now();
  await createPeriods(db, now, keepEventsDays);
  const until = addMs(now, -keepEventsDays * DAY_MS);
  for (const period of await listPeriods(db)) {
    const isRemoved = !period.isAttached || (isOver(period, until, now) && (await removeFromTables(db, period)));
    if (!isRemoved) continue;
    // A restored period was archived before, and the database may hold only a part of its rows.
    if (archiveDirectory && period.keptUntil === null) {
      const files = await writePeriod({ db, vault }, { period, directory: archiveDirectory, now });
      if (!files) continue;
      log.info({ period: periodName(period), files }, 'a period of events was archived');
    }
    await dropPeriod(db, period);
  }
}

const isOver = ({ to, keptUntil }: StoredPeriod, until: Date, now: Date): boolean =>
  to <= until && (keptUntil === null || keptUntil <= now);

/** Returns false if the period cannot be removed in this run. */
async function removeFromTables(db: Database, period: StoredPeriod): Promise<boolean> {
  if ((await countOpenEvents(db, period, MAX_COPIED + 1)) <= MAX_COPIED) {
    return detachPeriod(db, period, (query) => keepOpenEvents(query, period));
  }
  await sweepEventsOf(db, period, period.to);
  await sweepJobRunsOf(db, period, period.to);
  return false;
}
