import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import type { BankFilesSettings } from './settings.ts';

/** YYYY-MM-DD. */
export type Day = string;

type Calendar = 'US' | 'TARGET' | 'WEEKDAYS' | 'EVERY_DAY';

interface CalendarRequest {
  at: Date;
  calendar: Calendar;
  settings: Pick<BankFilesSettings, 'timeZone' | 'cutOff' | 'holidays'>;
}

/** First day on which the bank can execute a file. Files after the cut-off count as received on the next day. */
export function executionDay({ at, calendar, settings }: CalendarRequest): Day {
  const { day, time } = localTime(at, settings.timeZone);
  if (calendar === 'EVERY_DAY') return day;
  return bankingDay(time < settings.cutOff ? day : nextDay(day), calendar, settings.holidays);
}

/** ACH settles on the banking day after the day on which the bank receives the file. */
export const achEffectiveDay = ({ at, settings }: Omit<CalendarRequest, 'calendar'>): Day =>
  bankingDay(nextDay(executionDay({ at, calendar: 'US', settings })), 'US', settings.holidays);

/** Processing windows of the Federal Reserve for same-day files, in New York time. */
const sameDayWindows = [
  { until: '10:30', settlement: '1300' },
  { until: '14:45', settlement: '1700' },
  { until: '16:45', settlement: '1800' },
];

/** Settlement day and marker of a same-day file; undefined after the last cut-off and on non-banking days. */
export function sameDaySettlement(
  cutOff: string,
  { at, settings }: Omit<CalendarRequest, 'calendar'>,
): { day: Day; marker: string } | undefined {
  const { day, time } = localTime(at, settings.timeZone);
  if (time >= cutOff || bankingDay(day, 'US', settings.holidays) !== day) return undefined;
  const inNewYork = localTime(at, 'America/New_York');
  const window = inNewYork.day === day ? sameDayWindows.find(({ until }) => inNewYork.time < until) : undefined;
  return window && { day, marker: `SD${window.settlement}` };
}

/** True if today's cut-off is at most this time away. */
export function closesWithin(ms: number, { at, settings }: Omit<CalendarRequest, 'calendar'>): boolean {
  const now = localTime(at, settings.timeZone);
  const then = localTime(addMs(at, ms), settings.timeZone);
  return now.time < settings.cutOff && (then.day !== now.day || then.time >= settings.cutOff);
}

/** Date and time in the time zone of the bank. */
export function localTime(at: Date, timeZone: string): { day: Day; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}

/** Returns the day itself if it is a banking day, otherwise the next banking day. */
function bankingDay(from: Day, calendar: Exclude<Calendar, 'EVERY_DAY'>, holidays: readonly Day[]): Day {
  let day = from;
  while (isWeekend(day) || holidays.includes(day) || holidaysOf[calendar](Number(day.slice(0, 4))).includes(day)) {
    day = nextDay(day);
  }
  return day;
}

const holidaysOf: Record<Exclude<Calendar, 'EVERY_DAY'>, (year: number) => Day[]> = {
  WEEKDAYS: () => [],
  TARGET: (year) => [
    dayOf(year, 1, 1),
    shifted(easter(year), -2),
    shifted(easter(year), 1),
    dayOf(year, 5, 1),
    dayOf(year, 12, 25),
    dayOf(year, 12, 26),
  ],
  // Federal Reserve: holidays on a Sunday move to Monday, holidays on a Saturday are not observed.
  US: (year) => [
    ...[dayOf(year, 1, 1), dayOf(year, 6, 19), dayOf(year, 7, 4), dayOf(year, 11, 11), dayOf(year, 12, 25)].map(
      (day) => (weekday(day) === 0 ? nextDay(day) : day),
    ),
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    // Last Monday of May
    shifted(nth(1, MONDAY, year, 6), -7),
    nth(1, MONDAY, year, 9),
    nth(2, MONDAY, year, 10),
    nth(4, THURSDAY, year, 11),
  ],
};

const MONDAY = 1;
const THURSDAY = 4;

const dayOf = (year: number, month: number, date: number): Day =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

const shifted = (day: Day, days: number): Day =>
  addMs(new Date(day), days * DAY_MS)
    .toISOString()
    .slice(0, 10);

const nextDay = (day: Day): Day => shifted(day, 1);

const weekday = (day: Day): number => new Date(day).getUTCDay();

const isWeekend = (day: Day): boolean => weekday(day) % 6 === 0;

function nth(count: number, day: number, year: number, month: number): Day {
  const first = dayOf(year, month, 1);
  return shifted(first, ((day - weekday(first) + 7) % 7) + 7 * (count - 1));
}

/** Date of Easter, by the Gregorian algorithm of Meeus, Jones and Butcher. */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dayOf(year, Math.floor(f / 31), (f % 31) + 1);
}
