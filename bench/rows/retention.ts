import { figureOf } from '../measure.ts';
import type { Place } from '../place.ts';
import type { Row, Section } from '../report.ts';
import { measureRetention, type RetentionTimes } from '../retention.ts';

/** The housekeeping runs every minute: one run removes what a minute of payments has left. */
const GOAL_PER_SECOND = 1_000;
const PAYMENTS = 60 * GOAL_PER_SECOND;

/** Removal of rows that are older than their retention. */
export async function retentionSection(place: Place): Promise<Section> {
  const { dropped, archived } = await measureRetention(place, PAYMENTS);
  const total = (times: RetentionTimes): number => Object.values(times).reduce((sum, ms) => sum + ms);
  const row = (what: string, times: RetentionTimes): Row => ({
    what,
    unit: '/s',
    ours: figureOf([(1_000 * PAYMENTS) / total(times)]),
    yardstick: { what: '1,000 payments per second', figure: figureOf([GOAL_PER_SECOND]) },
    goal: { atLeast: 1 },
  });
  return {
    title: 'Retention',
    about:
      'Payments whose rows one run of the housekeeping removes, per second of its time: 60,000 payments, each with five events and their deliveries, two runs of jobs, two stored responses and three lines of the request log, all older than their retention. Events, deliveries and runs are dropped with their period; stored responses and lines are deleted in portions.',
    rows: [row('housekeeping that drops the period', dropped), row('the same, archived to files first', archived)],
    says: Object.entries(archived).map(
      ([part, ms]) => `${part}: ${seconds(dropped[part] ?? 0)}, with an archive ${seconds(ms)}`,
    ),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
