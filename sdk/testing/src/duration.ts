const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds, or text such as `90s`, `6m`, `2h30m` or `1d`. */
export type Duration = number | string;

export function secondsOf(duration: Duration): number {
  const seconds = typeof duration === 'number' ? duration : parse(duration);
  if (Number.isInteger(seconds) && seconds > 0) return seconds;
  throw new TypeError(`A duration must be whole seconds or text like "90s", "6m", "2h30m" or "1d", not "${duration}".`);
}

function parse(text: string): number {
  if (!/^(\d+[smhd])+$/.test(text)) return Number.NaN;
  const parts = [...text.matchAll(/(\d+)([smhd])/g)];
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? Number.NaN), 0);
}
