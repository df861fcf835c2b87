import {
  type DeadJob,
  type DeadJobFilter,
  deadJobNotFound,
  findDeadJobs,
  getDeadJob,
  retryDeadJob,
} from '../../engine/jobs/oversight.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, applyTogether, type Change } from '../../foundation/db/effects.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { getClockOffset } from '../../parties/platforms/platforms.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

/** Maximum number of jobs that one request retries. */
export const MAX_RETRIED = 200;

/** Under concurrency exactly one retry succeeds. */
export async function retryJob(db: Database, jobId: string, context: OperatorContext) {
  const job = await getDeadJob(db, jobId);
  if (!(await apply(db, retryOf(job, context)))) throw deadJobNotFound();
  return { ...job, attempts: 0, runAt: addMs(context.now, await getClockOffset(db, job.platformId)) };
}

/** Retries the oldest jobs of a group. Records each retry, and skips jobs that another operator retries. */
export async function retryJobs(db: Database, group: DeadJobFilter, context: OperatorContext) {
  const found = await findDeadJobs(db, group, MAX_RETRIED + 1);
  const changes = found.slice(0, MAX_RETRIED).map((job) => retryOf(job, context));
  const retried = changes.length === 0 ? 0 : await applyTogether(db, changes);
  return { retried, hasMore: found.length > MAX_RETRIED };
}

function retryOf(job: DeadJob, { operatorId, now }: OperatorContext): Change {
  const { platformId, id, kind, attempts, lastError } = job;
  const details = { kind, attempts, lastError };
  const action = recordAction({ operatorId, action: 'JOB_RETRIED', platformId, resourceId: id, details, at: now });
  return { guard: retryDeadJob(job, now), effects: [action] };
}
