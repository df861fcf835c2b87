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

/** Open events that are copied while payments wait. Of a period with more, rows are deleted. */
const MAX_COPIED = 10_000;

interface Retention extends KeyStore {
  clock: Clock;
  log: Logger;
  keepEventsDays: number;
  /** Directory for the files of removed periods; without it their rows are dropped. */
  archiveDirectory: string | undefined;
}

/** Creates the periods to come, and removes those that are older than the retention time. */
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
    // A restored period is in its files already, and perhaps only a part of it is here.
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

/** False if the period stays for now. */
async function removeFromTables(db: Database, period: StoredPeriod): Promise<boolean> {
  if ((await countOpenEvents(db, period, MAX_COPIED + 1)) <= MAX_COPIED) {
    return detachPeriod(db, period, (query) => keepOpenEvents(query, period));
  }
  await sweepEventsOf(db, period, period.to);
  await sweepJobRunsOf(db, period, period.to);
  return false;
}
