import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { countJobsByKind, listDeadJobs, MAX_COUNTED_JOBS } from '../../engine/jobs/oversight.ts';
import type { Worker } from '../../engine/jobs/worker.ts';
import type { Database } from '../../foundation/db/database.ts';
import { DeadJob, DeadJobList, DeadJobQuery, JobGroup, JobKindList, RetriedJobs } from './job-schemas.ts';
import { MAX_RETRIED, retryJob, retryJobs } from './jobs.ts';

interface Deps {
  db: Database;
  worker: Pick<Worker, 'wake'>;
}

const tag = 'Operator';

export const jobRoutes = ({ db, worker }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/operator/jobs',
    operationId: 'operatorCountJobs',
    tag,
    summary: 'Count the jobs by kind and state',
    description:
      'Jobs of all platforms. A finished job is deleted, so that every job here is waiting, running or dead.',
    access: 'OPERATOR',
    responses: { 200: JobKindList },
    errors: [],
    handle: async ({ now }) => ok({ data: await countJobsByKind(db, now), countedJobs: MAX_COUNTED_JOBS }),
  }),
  route({
    method: 'GET',
    path: '/operator/jobs/dead',
    operationId: 'operatorListDeadJobs',
    tag,
    summary: 'List jobs that have failed for good',
    access: 'OPERATOR',
    query: Type.Object({ ...DeadJobQuery, ...PageQuery }),
    responses: { 200: DeadJobList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listDeadJobs(db, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/jobs/dead/retry',
    operationId: 'operatorRetryJobs',
    tag,
    summary: 'Retry the dead jobs of a kind',
    description: `They run at once, oldest first, at most ${MAX_RETRIED} for each request. Each of them is recorded in the log of actions.`,
    access: 'OPERATOR',
    body: JobGroup,
    responses: { 200: RetriedJobs },
    errors: ['INVALID_INPUT'],
    handle: async ({ operator, body, now }) => {
      const result = await retryJobs(db, body, { ...operator, now });
      worker.wake();
      return ok(result);
    },
  }),
  route({
    method: 'POST',
    path: '/operator/jobs/{jobId}/retry',
    operationId: 'operatorRetryJob',
    tag,
    summary: 'Retry a dead job',
    description: 'It runs at once.',
    access: 'OPERATOR',
    params: Type.Object({ jobId: IdOf('TimedJob') }),
    responses: { 200: DeadJob },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      const job = await retryJob(db, params.jobId, { ...operator, now });
      worker.wake();
      return ok(job);
    },
  }),
];
