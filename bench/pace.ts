import type { Past } from './history.ts';
import type { Pace } from './measure.ts';

/** Extent of the measurements of a run. */
export interface Extent {
  pace: Pace;
  /** Duration of the stillness check before each section. */
  stillMs: number;
  /** Numbers of clients that pgbench tries. */
  clients: readonly number[];
  /** Number of starts that are timed, and the idle time after each. */
  starts: { count: number; idleSeconds: number };
  /** Numbers of ledger entries that are audited. */
  audited: readonly number[];
  /** Length of a long list. */
  listed: Past;
  /** Sections that run only on request. */
  leftOut: readonly string[];
}

const FULL: Extent = {
  pace: {
    rounds: 5,
    seconds: 2,
    warmUpSeconds: 8,
    tailSeconds: 10,
    leadSeconds: 2,
    customers: 1_024,
    payments: 2_000,
  },
  stillMs: 3_000,
  clients: [2, 4, 8, 16],
  starts: { count: 3, idleSeconds: 10 },
  audited: [50_000, 5_000_000],
  listed: { customers: 1_000_000, transactions: 10_000_000, events: 1_000_000, requests: 1_000_000 },
  leftOut: [],
};

/** A run of a few minutes, without the sections that take long to fill or to warm up. */
const QUICK: Extent = {
  pace: {
    rounds: 1,
    seconds: 1,
    warmUpSeconds: 3,
    tailSeconds: 3,
    leadSeconds: 2,
    customers: 128,
    payments: 2_000,
  },
  stillMs: 200,
  clients: [8],
  starts: { count: 1, idleSeconds: 2 },
  audited: [50_000],
  listed: { customers: 10_000, transactions: 10_000, events: 10_000, requests: 10_000 },
  leftOut: ['ledger', 'prism', 'processes', 'wallets', 'webhooks', 'retention', 'lists', 'growth'],
};

/** Numbers of the command line, which override the pace. */
export interface Numbers {
  /** Rounds of each measurement. */
  rounds?: number | undefined;
  /** Seconds of each round, warm-up, half load and idle time. */
  seconds?: number | undefined;
  /** Customers and payments that a section creates. */
  count?: number | undefined;
  /** Length of every long list. */
  rows?: number | undefined;
}

export function extentOf(isQuick: boolean, { rounds, seconds, count, rows }: Numbers): Extent {
  const { pace, starts, audited, listed, ...others } = isQuick ? QUICK : FULL;
  return {
    ...others,
    pace: {
      ...pace,
      ...(rounds !== undefined && { rounds }),
      ...(seconds !== undefined && { seconds, warmUpSeconds: seconds, tailSeconds: seconds, leadSeconds: seconds }),
      ...(count !== undefined && { customers: count, payments: count }),
    },
    audited: count === undefined ? audited : [count],
    starts: { ...starts, ...(seconds !== undefined && { idleSeconds: seconds }) },
    listed: rows === undefined ? listed : { customers: rows, transactions: rows, events: rows, requests: rows },
  };
}
