import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { defaultPartition, type Period, partitionName } from '../../foundation/db/periods.ts';
import { deleteInPortions } from '../../foundation/db/portions.ts';
import { rawSql, sql } from '../../foundation/db/sql.ts';
import { nullable, real, smallint, table, text, timestamptz, uuid } from '../../foundation/db/table.ts';
import { addMs, type Clock, DAY_MS } from '../../foundation/kernel/clock.ts';
import { earliestUuid, type IdType } from '../../foundation/kernel/ids.ts';

export const jobOutcomes = ['DONE', 'RETRY', 'DEAD'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** One finished try of a job. */
export interface JobRun {
  /** UUID of version 7 with the start in real time. */
  id: string;
  /** Start time on the clock of the platform. */
  at: Date;
  durationMs: number;
  outcome: JobOutcome;
  error?: string;
}

interface TriedJob {
  platformId: string;
  kind: string;
  resourceId: string;
  attempts: number;
}

const runs = table('job_runs', {
  id: uuid(),
  at: timestamptz(),
  durationMs: real(),
  try: smallint(),
  platformId: text(),
  resourceId: text(),
  kind: text(),
  outcome: text<JobOutcome>(),
  error: nullable(text()),
});

const runKind = runs.insertKind('job_run_recorded');

/** Types of resources whose runs are recorded: payments, whose timeline shows the runs. */
const recordedTypes = ['Transaction', 'CardTransaction', 'Quote'] as const satisfies readonly IdType[];
const isRecorded = (resourceId: string): boolean => recordedTypes.some((type) => resourceId.startsWith(`${type}:`));

/** Effects that record a run in the statement that ends the try; none for jobs of other resources. */
export function recordRun(job: TriedJob, run: JobRun): Effect[] {
  const { platformId, kind, resourceId, attempts } = job;
  if (!isRecorded(resourceId)) return [];
  const { id, at, outcome, error = null } = run;
  const durationMs = Math.round(run.durationMs * 100) / 100;
  const record = { id, at, durationMs, try: attempts, platformId, resourceId, kind, outcome, error };
  return [{ kind: runKind, rows: [runs.toRow(record)] }];
}

interface Retention {
  db: Database;
  clock: Clock;
  keepEventsDays: number;
}

/** Deletes old runs that lie outside of all periods. The retention time of events applies. */
export const sweepJobRuns = ({ db, clock, keepEventsDays }: Retention): Promise<void> =>
  deleteRuns(db, defaultPartition('job_runs'), addMs(clock.now(), -keepEventsDays * DAY_MS));

/** Deletes runs within a period that cannot be removed as a whole. */
export const sweepJobRunsOf = (db: Database, period: Period, before: Date): Promise<void> =>
  deleteRuns(db, partitionName('job_runs', period), before);

async function deleteRuns(db: Database, partition: string, before: Date): Promise<void> {
  const oldest = earliestUuid(before);
  await deleteInPortions(
    db,
    rawSql(partition),
    (portion) => sql`
      SELECT o.ctid FROM platforms p CROSS JOIN LATERAL (
        SELECT ctid FROM ${rawSql(partition)}
        WHERE uuid_of(platform_id) = uuid_of(p.id) AND uuid_of(resource_id) < ${oldest} AND id < ${oldest}
        LIMIT ${portion}
      ) o`,
  );
}
