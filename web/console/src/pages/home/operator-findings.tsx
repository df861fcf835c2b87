import { type OperatorSystemStatus, operatorApi } from '../../api/client.ts';
import { wordsOf } from '../../parts/status.tsx';
import { spanText } from '../../parts/time.tsx';
import { COUNTED, type Finding, type FindingState, stateOf, titleOf, WEEK_MS } from './findings.tsx';

const first = { limit: COUNTED } as const;
/** Deliveries and jobs that wait longer than this are late. */
const LATE_SECONDS = 60;

/** Work that waits for operators over all platforms, worst first. */
export const operatorFindings: readonly Finding[] = [
  {
    key: 'suspended',
    tone: 'bad',
    title: titleOf('suspended payment', 'suspended payments', 'to refund'),
    href: '/operations/suspense',
    load: async (signal) => {
      const { data, hasMore } = await operatorApi.transactions.listSuspended(first, { signal });
      const transactions = data.map(({ transaction }) => transaction);
      return stateOf({ data: transactions, hasMore }, ({ failureReason }) => wordsOf(failureReason ?? 'FAILED'));
    },
  },
  {
    key: 'dead-jobs',
    tone: 'bad',
    title: titleOf('dead job', 'dead jobs', 'to retry'),
    href: '/operations/jobs',
    load: async (signal) => stateOf(await operatorApi.jobs.listDead(first, { signal }), ({ kind }) => kind),
  },
  {
    key: 'deliveries',
    tone: 'bad',
    title: titleOf('event waits', 'events wait', 'for an endpoint that does not answer'),
    href: '/operations/system',
    load: async (signal) => lateState(await operatorApi.status.get({ signal }), 'deliveries'),
  },
  {
    key: 'overdue-jobs',
    tone: 'bad',
    title: titleOf('overdue job', 'overdue jobs', 'that no worker has taken'),
    href: '/operations/jobs',
    load: async (signal) => lateState(await operatorApi.status.get({ signal }), 'jobs'),
  },
  {
    key: 'findings',
    tone: 'warn',
    title: titleOf('finding', 'findings', 'in bank files of the last 7 days'),
    href: '/operations/findings',
    load: async (signal) => {
      const { data, hasMore } = await operatorApi.bankFiles.findings.list(first, { signal });
      const recent = data.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < WEEK_MS);
      return stateOf({ data: recent, hasMore: hasMore && recent.length === data.length }, ({ code }) => wordsOf(code));
    },
  },
  {
    key: 'credits',
    tone: 'warn',
    title: titleOf('unmatched credit', 'unmatched credits', 'to assign or return'),
    href: '/operations/suspense',
    load: async (signal) => {
      const { data, hasMore } = await operatorApi.unmatchedCredits.list(first, { signal });
      const credits = data.map(({ reason, receivedAt }) => ({ reason, createdAt: receivedAt }));
      return stateOf({ data: credits, hasMore }, ({ reason }) => wordsOf(reason ?? 'UNMATCHED'));
    },
  },
  {
    key: 'reviews',
    tone: 'warn',
    title: titleOf('review waits', 'reviews wait', 'for a decision'),
    href: '/operations/reviews',
    isOldestFirst: true,
    load: async (signal) => {
      const { data, hasMore } = await operatorApi.reviews.list(first, { signal });
      const waiting = data.map(({ customerType, submittedAt }) => ({ customerType, createdAt: submittedAt }));
      return stateOf({ data: waiting, hasMore }, ({ customerType }) =>
        customerType === 'BUSINESS' ? 'Business' : 'Person',
      );
    },
  },
];

/** Backlogs of a few seconds are usual. */
function lateState({ deliveries, jobs }: OperatorSystemStatus, queue: 'deliveries' | 'jobs'): FindingState {
  const { lagSeconds } = queue === 'jobs' ? jobs : deliveries;
  const count = queue === 'jobs' ? jobs.overdue : deliveries.pending;
  const oldest = `the oldest for ${spanText(0, lagSeconds * 1_000)}`;
  return { count: lagSeconds > LATE_SECONDS ? count : 0, hasMore: false, latest: oldest, at: undefined };
}
