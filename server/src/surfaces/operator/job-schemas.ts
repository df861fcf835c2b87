import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { CreatedAt, IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { MAX_COUNTED_JOBS } from '../../engine/jobs/oversight.ts';
import { MAX_RETRIED } from './jobs.ts';

const Kind = Type.String({ minLength: 1, maxLength: 100, description: 'Kind of the jobs.' });

export const DeadJob = Type.Object(
  {
    id: IdOf('TimedJob'),
    platformId: IdOf('Platform', { description: 'Platform to which the job belongs.' }),
    kind: Type.String({ description: 'Kind of the job.' }),
    resourceId: Type.String({ description: 'Resource that the job changes.' }),
    runAt: Described(Timestamp, 'Time at which the job was due.'),
    attempts: Type.Integer({ description: 'Attempts so far.' }),
    lastError: Type.Union([Type.String(), Type.Null()], {
      description: 'Error of the last attempt; null where there is none.',
    }),
    createdAt: CreatedAt,
  },
  { $id: 'OperatorJob', description: 'A background job that has failed for good.' },
);

export const DeadJobList = PageOf(DeadJob, 'OperatorDeadJobListResponse');

const JobKind = Type.Object(
  {
    kind: Kind,
    scheduled: Type.Integer({ description: 'Jobs that are due later.' }),
    overdue: Type.Integer({ description: 'Jobs that are due and that no worker has taken.' }),
    running: Type.Integer({ description: 'Jobs that a worker has taken.' }),
    dead: Type.Integer({ description: 'Jobs that have failed for good and wait for an operator.' }),
    nextDueAt: Type.Union([Timestamp, Type.Null()], {
      description: 'Time at which the first job that is not dead is due; null where there is none.',
    }),
    lastError: Type.Union([Type.String(), Type.Null()], {
      description: 'Error of the newest dead job; null where there is none.',
    }),
  },
  { $id: 'OperatorJobKind', description: 'Jobs of one kind, by state.' },
);

export const JobKindList = Type.Object(
  {
    data: Type.Array(JobKind, { description: 'Kinds that have jobs; those with the most dead ones first.' }),
    countedJobs: Type.Integer({
      description: `Most jobs of each state that are counted, which is ${MAX_COUNTED_JOBS}; of a longer queue those that are due first.`,
    }),
  },
  { $id: 'OperatorJobKindListResponse', description: 'Background jobs by kind and state.' },
);

export const DeadJobQuery = {
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only jobs of this kind.' })),
  platformId: Type.Optional(IdOf('Platform', { description: 'Only jobs of this platform.' })),
};

export const JobGroup = Type.Object(
  {
    kind: Kind,
    platformId: Type.Optional(IdOf('Platform', { description: 'Only jobs of this platform; by default of all.' })),
  },
  { $id: 'OperatorJobGroup', description: 'Dead jobs to be retried together.' },
);

export const RetriedJobs = Type.Object(
  {
    retried: Type.Integer({ description: `Jobs that run again, at most ${MAX_RETRIED} for each request.` }),
    hasMore: Type.Boolean({ description: 'Whether dead jobs of the group are left; repeat the request for them.' }),
  },
  { $id: 'OperatorRetriedJobs', description: 'Result of the retry of a group of jobs.' },
);
