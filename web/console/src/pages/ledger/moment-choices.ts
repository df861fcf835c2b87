const DAY_MS = 86_400_000;

/** One millisecond later: `until` is exclusive, while balances at a moment include its millisecond. */
export const afterMoment = (asOf: string): string => new Date(Date.parse(asOf) + 1).toISOString();

const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;
const iso = (ms: number): string => new Date(ms).toISOString();

const endOfMonthBefore = (at: Date): string => iso(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) - 1);

type Shortcut = readonly [label: string, at: string | undefined];

/** Common moments of a report; undefined is the current moment. */
export const momentShortcuts = (now: Date): readonly Shortcut[] => [
  ['Now', undefined],
  ['End of yesterday', iso(startOfDay(now) - 1)],
  ['End of last month', endOfMonthBefore(now)],
];

/** Begins of common periods; undefined is the first entry. */
export const periodShortcuts = (now: Date): readonly Shortcut[] => [
  ['Today', iso(startOfDay(now))],
  ['7 days', iso(startOfDay(now) - 6 * DAY_MS)],
  ['30 days', iso(startOfDay(now) - 29 * DAY_MS)],
  ['All', undefined],
];
