import type { TimelineEntry } from '../../api/client.ts';
import { spanText } from '../../parts/time-text.ts';

/** A line of the timeline: an entry, a group of entries, or a pause. */
export type TimelineItem =
  | { type: 'ENTRY'; key: string; entry: TimelineEntry }
  | { type: 'GROUP'; key: string; entries: readonly TimelineEntry[] }
  | { type: 'GAP'; key: string; text: string };

/** Shorter pauses are not shown. */
const GAP_MS = 30_000;

/** Events and deliveries form groups; failures stay single. */
const canCollapse = ({ kind, isFailure }: TimelineEntry): boolean =>
  !isFailure && (kind === 'EVENT' || kind === 'ATTEMPT');

export const keyOf = ({ kind, id }: TimelineEntry): string => `${kind} ${id}`;

/** Lines of a timeline. Pauses are measured on the clock of the platform. */
export function itemsOf(entries: readonly TimelineEntry[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  let group: TimelineEntry[] = [];
  let lastAt: number | undefined;
  const flush = (): void => {
    const [first] = group;
    if (first && group.length > 1) items.push({ type: 'GROUP', key: keyOf(first), entries: group });
    else if (first) items.push({ type: 'ENTRY', key: keyOf(first), entry: first });
    group = [];
  };
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    if (lastAt !== undefined && at - lastAt >= GAP_MS) {
      flush();
      items.push({ type: 'GAP', key: `gap ${keyOf(entry)}`, text: `${spanText(lastAt, at)} later` });
    }
    lastAt = Math.max(at, lastAt ?? at);
    if (canCollapse(entry)) group.push(entry);
    else {
      flush();
      items.push({ type: 'ENTRY', key: keyOf(entry), entry });
    }
  }
  flush();
  return items;
}

/** `3 events, 2 deliveries`. */
export function groupTitle(entries: readonly TimelineEntry[]): string {
  const events = entries.filter(({ kind }) => kind === 'EVENT').length;
  const deliveries = entries.reduce((sum, entry) => sum + (entry.kind === 'ATTEMPT' ? entry.detail.count : 0), 0);
  return [counted(events, 'event', 'events'), counted(deliveries, 'delivery', 'deliveries')].filter(Boolean).join(', ');
}

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** `COMPLETED, REFUND_PENDING`: the last words of the types of the events. */
export const lastWords = (entries: readonly TimelineEntry[]): string =>
  entries.flatMap((entry) => (entry.kind === 'EVENT' ? [entry.detail.type.split('.').at(-1)] : [])).join(', ');

/** The line below the title of an entry without amounts, if there is more to say. */
export function summaryOf(entry: TimelineEntry): string | undefined {
  switch (entry.kind) {
    case 'REQUEST':
      return entry.detail.code;
    case 'JOB': {
      const { error, job, durationMs, try: tried } = entry.detail;
      const result = error ?? `${job} in ${Math.max(1, Math.round(durationMs))} ms`;
      return tried > 1 ? `${result}, try ${tried}` : result;
    }
    case 'ATTEMPT': {
      const { error, responseStatus, number, count } = entry.detail;
      if (entry.isFailure) return `${error ?? `HTTP ${responseStatus}`}, attempt ${number}`;
      return count > 1 ? `${count} times` : undefined;
    }
    case 'MESSAGE':
      return `to ${entry.detail.to}`;
    default:
      return undefined;
  }
}

export type Balance = Extract<TimelineEntry, { kind: 'ENTRIES' }>['detail']['balances'][number];

const isInternal = ({ accountId }: Balance): boolean => accountId.startsWith('InternalAccount:');

/** Sorts accounts of customers and of the platform before system accounts. */
export const ownFirst = (balances: readonly Balance[]): Balance[] =>
  balances.toSorted((a, b) => Number(isInternal(b)) - Number(isInternal(a)));
