import type { Option } from '../../parts/fields.tsx';

const HOUR_MS = 3_600_000;

/** Times to look back, by the value in the URL. */
const periods = new Map([
  ['1h', { label: 'Last hour', ms: HOUR_MS }],
  ['24h', { label: 'Last 24 hours', ms: 24 * HOUR_MS }],
  ['7d', { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS }],
  ['30d', { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS }],
]);

export const periodOptions: readonly Option[] = [...periods].map(([value, { label }]) => ({ value, label }));

/** `last 24 hours`, for sentences. */
export const periodText = (name: string): string => (periods.get(name)?.label ?? 'any time').toLowerCase();

/** Begin of a period, rounded to the minute to keep the cache key of a query; undefined without a period. */
export function sinceOf(name: string | undefined, nowMs = Date.now()): string | undefined {
  const period = periods.get(name ?? '');
  return period && new Date(Math.floor((nowMs - period.ms) / 60_000) * 60_000).toISOString();
}
