import { InvalidArgumentError } from 'commander';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';

const unitMs: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Parses a duration such as 10s, 6m, 12h or 90d into seconds. */
export function parseSpan(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const ms = unitMs[unit];
  if (ms !== undefined) return (Number(count) * ms) / SECOND_MS;
  throw new InvalidArgumentError('It must be a number of seconds, minutes, hours or days: 10s, 6m, 12h, 90d.');
}
