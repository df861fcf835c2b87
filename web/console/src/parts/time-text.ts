/** Seconds of each unit, and how many of it make one of the next unit. */
const units: readonly [Intl.RelativeTimeFormatUnit, size: number, most: number][] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_592_000, 12],
];
const YEAR = 31_536_000;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** `3 min. ago`, relative to `now`. */
export function relativeText(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  if (Math.abs(seconds) < 10) return 'now';
  for (const [unit, size, most] of units) {
    const count = Math.round(seconds / size);
    if (Math.abs(count) < most) return relative.format(count, unit);
  }
  return relative.format(Math.round(seconds / YEAR), 'year');
}

/** `2026-11-17 09:30:05 UTC`. */
export const absoluteText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Span between two moments: `2 h`, `3 days`. */
export function spanText(fromMs: number, toMs: number): string {
  const seconds = Math.round(Math.abs(toMs - fromMs) / 1_000);
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(seconds / 3_600);
  if (seconds < 60) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min`;
  return hours < 48 ? `${hours} h` : `${Math.round(seconds / 86_400)} days`;
}
