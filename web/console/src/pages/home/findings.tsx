import type { ReactNode } from 'react';
import { api, type TransactionOneOf } from '../../api/client.ts';
import { wordsOf } from '../../parts/status.tsx';

export const COUNTED = 20;
export const WEEK_MS = 7 * 86_400_000;

export interface FindingState {
  count: number;
  hasMore: boolean;
  latest: ReactNode;
  at: string | undefined;
}

/** A list of the API whose rows need the attention of a person. */
export interface Finding {
  key: string;
  tone: 'bad' | 'warn';
  /** `more` stands before the number if the list has further pages. */
  title: (count: number, more: string) => string;
  href: string;
  /** Set if the list begins with the oldest row. The finding shows its first row. */
  isOldestFirst?: boolean;
  load: (signal: AbortSignal) => Promise<FindingState>;
}

interface Page<Row> {
  data: readonly Row[];
  hasMore: boolean;
}

export function stateOf<Row extends { createdAt?: string | undefined }>(
  page: Page<Row>,
  latestOf: (row: Row) => ReactNode,
): FindingState {
  const [latest] = page.data;
  return {
    count: page.data.length,
    hasMore: page.hasMore,
    latest: latest && latestOf(latest),
    at: latest?.createdAt,
  };
}

/** Title with a number, before the singular `one` or the plural `many`. */
export const titleOf =
  (one: string, many: string, rest = '') =>
  (count: number, more: string): string =>
    capital(`${more}${counted(count, one, many)}${rest && ` ${rest}`}`);

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const reasonOf = (transaction: TransactionOneOf): string =>
  'failureReason' in transaction && transaction.failureReason
    ? wordsOf(transaction.failureReason)
    : `${wordsOf(transaction.type)} payment`;

/** Worst first. Failed payments are limited to a week: older ones no longer need attention. */
export const findings: readonly Finding[] = [
  {
    key: 'failed-payments',
    tone: 'bad',
    title: titleOf('failed payment', 'failed payments', 'in the last 7 days'),
    href: '/payments?status=FAILED',
    load: async (signal) => {
      const startDate = new Date(Date.now() - WEEK_MS).toISOString();
      const page = await api.transactions.list({ status: 'FAILED', startDate, limit: COUNTED }, { signal });
      return stateOf(page, reasonOf);
    },
  },
  {
    key: 'failed-events',
    tone: 'bad',
    title: titleOf('event was', 'events were', 'not delivered to your webhook endpoint'),
    href: '/developers/webhooks?status=FAILED',
    load: async (signal) =>
      stateOf(await api.webhooks.events.list({ status: 'FAILED', limit: COUNTED }, { signal }), ({ type }) => type),
  },
  {
    key: 'queue',
    tone: 'warn',
    title: titleOf('event waits', 'events wait', 'for another attempt of delivery'),
    href: '/developers/webhooks?status=PENDING',
    load: async (signal) => {
      const { data, hasMore } = await api.webhooks.events.list({ status: 'PENDING', limit: COUNTED }, { signal });
      // Events without an attempt are being delivered for the first time.
      const retried = data.filter(({ attemptCount }) => attemptCount > 0);
      return stateOf({ data: retried, hasMore: hasMore && retried.length > 0 }, ({ type }) => type);
    },
  },
  {
    key: 'approvals',
    tone: 'warn',
    title: titleOf('action', 'actions', 'of agents to approve'),
    href: '/approvals',
    load: async (signal) =>
      stateOf(await api.agents.approvals.list({ limit: COUNTED }, { signal }), ({ type }) => wordsOf(type)),
  },
];
