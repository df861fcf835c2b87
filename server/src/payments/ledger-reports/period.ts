import { finalFrom, finalUntil } from '../../engine/ledger/closed-days.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';

/** Half-open: includes `from`, excludes `to`. */
export interface Period {
  from?: Date | undefined;
  to: Date;
}

/** A period with both ends. */
export interface BoundedPeriod extends Period {
  from: Date;
}

export const earlier = (a: Date, b: Date): Date => new Date(Math.min(a.getTime(), b.getTime()));
export const later = (a: Date, b: Date): Date => new Date(Math.max(a.getTime(), b.getTime()));

interface PeriodQuery {
  since?: string | undefined;
  until?: string | undefined;
}

const HINT = 'Times are on the clock of the platform, in RFC 3339 form, such as 2026-11-17T00:00:00Z.';

/** Period that includes the entries at `asOf`: the end is exclusive, and entries have times in milliseconds. */
export const untilMoment = (asOf: Date): Period => ({ to: addMs(asOf, 1) });

/** Moment of `asOf`; without it, the current time of the platform. */
export function readAsOf(asOf: string | undefined, now: Date): Date {
  const at = asOf === undefined ? now : new Date(asOf);
  if (at <= now) return at;
  throw new InvalidFields(
    [{ field: 'asOf', message: `asOf must not be after the current time of the platform, ${now.toISOString()}.` }],
    HINT,
  );
}

export function readPeriod({ since, until }: PeriodQuery, now: Date): Period {
  const from = since === undefined ? undefined : new Date(since);
  const to = until === undefined ? addMs(now, 1) : new Date(until);
  if (from === undefined || from < to) return { from, to };
  throw new InvalidFields([{ field: 'since', message: 'since must be before until.' }], HINT);
}

/** Parses a period that has passed: no entry is added to it, whatever is still in progress. */
export function readFinalPeriod(query: { from: string; to: string }, now: Date): BoundedPeriod {
  const [from, to] = [new Date(query.from), new Date(query.to)];
  if (from >= to) throw new InvalidFields([{ field: 'from', message: 'from must be before to.' }], HINT);
  if (to <= finalUntil(now)) return { from, to };
  throw new ApiError('CONFLICT', 'Entries may still be added to this window.', {
    reason: 'WINDOW_NOT_FINAL',
    finalFrom: finalFrom(to),
    hint: "Send the request again when the platform's clock shows finalFrom, or end the window earlier.",
  });
}

const MAX_DAYS = 366;

/** Parses the period of an export, which has both ends and spans at most a year. */
export function readBoundedPeriod(query: { since: string; until: string }, now: Date): BoundedPeriod {
  const { from = new Date(0), to } = readPeriod(query, now);
  if (to.getTime() - from.getTime() <= MAX_DAYS * DAY_MS) return { from, to };
  const message = `until must be at most ${MAX_DAYS} days after since.`;
  throw new InvalidFields([{ field: 'until', message }], 'Export a longer period in several files.');
}
