import { enqueue } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { audit } from '../../engine/ledger/audit.ts';
import { invariants } from '../../engine/ledger/invariants.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { jsonb, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { MINUTE_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { auditKey, type Hint } from '../../foundation/kernel/hints.ts';
import { newId } from '../../foundation/kernel/ids.ts';

const CHECKS_JOB = 'ledger.checks';
/** After this time a run without a result counts as lost, and another run may start. */
const LOST_AFTER_MS = 15 * MINUTE_MS;

/** Subjects of the checks, by the number of the invariant that a check covers (docs/ledger.md). */
export const checkSubjects = ['ENTRIES', 'BALANCES', 'TRANSACTIONS', 'RECORDS'] as const;
type CheckSubject = (typeof checkSubjects)[number];

const subjects: Readonly<Record<number, CheckSubject>> = {
  1: 'ENTRIES',
  2: 'BALANCES',
  3: 'BALANCES',
  4: 'BALANCES',
  9: 'RECORDS',
  10: 'RECORDS',
  11: 'BALANCES',
};

interface CheckResult {
  title: string;
  findings: { subject: string; message: string }[];
  hasMore: boolean;
}

const checkRuns = table('ledger_check_runs', {
  platformId: text(),
  id: text(),
  requestedAt: timestamptz(),
  finishedAt: nullable(timestamptz()),
  results: nullable(jsonb<CheckResult[]>()),
});

type CheckRun = RecordOf<typeof checkRuns>;

/** Every check, with its result in the last run over the books of the platform. */
export async function readChecks(db: Database, platformId: string) {
  const [row] = await db.read<RowOf<typeof checkRuns>>(sql`
    SELECT ${checkRuns.columns} FROM ledger_check_runs WHERE platform_id = ${platformId}`);
  return checksJson(row && checkRuns.fromRow(row));
}

function checksJson(run: CheckRun | undefined) {
  const results = new Map(run?.results?.map((result) => [result.title, result]));
  return {
    isRunning: run !== undefined && run.finishedAt === null,
    ...(run && { requestedAt: run.requestedAt }),
    ...(run?.finishedAt && { finishedAt: run.finishedAt }),
    data: invariants.map(({ invariant, title }) => ({
      invariant,
      title,
      subject: subjects[invariant] ?? 'TRANSACTIONS',
      ...resultJson(results.get(title)),
    })),
  };
}

const resultJson = (result: CheckResult | undefined) => ({
  result: result === undefined ? 'NOT_RUN' : result.findings.length === 0 ? 'PASSED' : 'FAILED',
  findings: result?.findings ?? [],
  hasMore: result?.hasMore ?? false,
});

/** Starts a run in the background, because its duration grows with the history. One run per platform at a time. */
export async function runChecks(db: Database, platform: Platform, now: Date) {
  const id = newId('Job');
  const { id: platformId, clockOffsetMs } = platform;
  const run = { platform_id: platformId, id, requested_at: now };
  const job = { platformId, kind: CHECKS_JOB, resourceId: id, runAt: now, createdAt: now, clockOffsetMs };
  const isStarted = await apply(db, { guard: { kind: startKind, rows: [run] }, effects: [enqueue([job])] });
  if (isStarted) return readChecks(db, platformId);
  throw new ApiError('CONFLICT', 'The checks of this platform are running already.', {
    reason: 'CHECKS_RUNNING',
    hint: 'Read GET /ledger/checks until isRunning is false.',
  });
}

interface RunRow {
  platform_id: string;
  id: string;
}

const hintOf = ({ platform_id: platformId, id }: RunRow, step: 'STARTED' | 'FINISHED'): Hint => ({
  platformId,
  topic: 'audit',
  resourceId: id,
  key: auditKey(id, step),
});

/** Keeps the results of the previous run until the new run ends. */
const startKind: EffectKind = {
  name: 'checks_started',
  hints: (row: RunRow) => [hintOf(row, 'STARTED')],
  statement: (rows) => sql`
    INSERT INTO ledger_check_runs AS c (platform_id, id, requested_at)
    SELECT platform_id, id, requested_at
    FROM ${rows} AS r(item int, platform_id text, id text, requested_at timestamptz)
    ON CONFLICT (platform_id) DO UPDATE SET id = excluded.id, requested_at = excluded.requested_at, finished_at = NULL
      WHERE c.finished_at IS NOT NULL
        OR c.requested_at < excluded.requested_at - make_interval(secs => ${LOST_AFTER_MS / SECOND_MS})
    RETURNING 0 AS item`,
};

export const checkHandlers = ({ db }: { db: Database }): JobHandlers => ({
  [CHECKS_JOB]: {
    atOnce: 1,
    run: async ({ platformId, resourceId }, now) => {
      const { findings, checked } = await audit(db, { platformId });
      const results: CheckResult[] = checked.map(({ title, hasMore }) => ({
        title,
        hasMore,
        findings: findings
          .filter((finding) => finding.title === title)
          .map(({ subject, message }) => ({ subject, message })),
      }));
      const row = { platform_id: platformId, id: resourceId, finished_at: now, results };
      await apply(db, { guard: { kind: finishKind, rows: [row] }, effects: [] });
    },
  },
});

const finishKind: EffectKind = {
  name: 'checks_finished',
  hints: (row: RunRow) => [hintOf(row, 'FINISHED')],
  statement: (rows) => sql`
    UPDATE ledger_check_runs c SET finished_at = r.finished_at, results = r.results
    FROM ${rows} AS r(item int, platform_id text, id text, finished_at timestamptz, results jsonb)
    WHERE c.platform_id = r.platform_id AND c.id = r.id RETURNING r.item`,
};
