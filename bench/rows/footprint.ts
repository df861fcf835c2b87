import { type Footprint, measureFootprint, type TableFootprint } from '../footprint.ts';
import { figureOf, type Pace } from '../measure.ts';
import { end, freePort, type Place, ready } from '../place.ts';
import type { Row, Section } from '../report.ts';
import { startReceiver } from '../roles.ts';

/** Bytes and processor time of one complete payment, which hardly depend on other work of the machine. */
export async function footprintSection(place: Place, { payments }: Pace): Promise<Section> {
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}`);
  const receiver = startReceiver({ port });
  try {
    await ready(receiver, url);
    const alone = await measureFootprint(place, { payments });
    const delivered = await measureFootprint(place, { payments, webhookEndpoint: `${url}hooks` });
    // Measured last, because these quotes expire minutes later.
    const quoteOnly = await measureFootprint(place, { payments, isQuoteOnly: true });
    return {
      title: 'Footprint of a payment',
      about: `One complete sandbox payment, as the mean of ${payments.toLocaleString('en-US')} at 32 connections, after as many that are not counted: quote, execution, settlement, five events, their deliveries to a receiver that answers at once, and the request log. Bytes of WAL without images of whole pages; disk after a full vacuum, indexes included; processor time of server and PostgreSQL together.`,
      rows: rowsOf({ alone, quoteOnly, delivered }),
      says: partsOf(delivered),
    };
  } finally {
    await end(receiver);
  }
}

const one = (value: number) => figureOf([value]);
const cpuMs = ({ serverCpuMs, databaseCpuMs }: Footprint): number => serverCpuMs + databaseCpuMs;

interface Footprints {
  alone: Footprint;
  /** A quote that is never executed. */
  quoteOnly: Footprint;
  delivered: Footprint;
}

const rowsOf = ({ alone, quoteOnly, delivered }: Footprints): Row[] => [
  { what: 'WAL, nothing delivered', unit: 'kB', ours: one(alone.walBytes / 1_000) },
  { what: 'WAL of a quote alone', unit: 'kB', ours: one(quoteOnly.walBytes / 1_000) },
  { what: 'disk of a quote alone', unit: 'kB', ours: one(quoteOnly.diskBytes / 1_000) },
  { what: 'WAL, five events delivered', unit: 'kB', ours: one(delivered.walBytes / 1_000), goal: { below: 18 } },
  { what: 'disk, five events delivered', unit: 'kB', ours: one(delivered.diskBytes / 1_000), goal: { below: 14 } },
  { what: 'processor time, nothing delivered', unit: 'ms', ours: one(cpuMs(alone)), goal: { below: 3 } },
  { what: 'processor time, five events delivered', unit: 'ms', ours: one(cpuMs(delivered)), goal: { below: 5 } },
  hotRow('transactions', delivered, ['transactions']),
  hotRow('delivery state', delivered, DELIVERY_STATE),
];

const DELIVERY_STATE = ['pending_deliveries', 'delivery_states'];

function hotRow(what: string, footprint: Footprint, tables: readonly string[]): Row {
  const share = hotShare(footprint, tables);
  return {
    what: `updates of ${what} that stay on their page (HOT)`,
    unit: '%',
    ours: one(100 * (share ?? 1)),
    goal: { notBelow: 90 },
    note: share === undefined ? 'no update at all' : undefined,
  };
}

/** Undefined if no row of these tables is updated. */
export function hotShare({ tables }: Pick<Footprint, 'tables'>, names: readonly string[]): number | undefined {
  const found = tables.filter(({ table }) => names.includes(table));
  const sum = (name: 'updates' | 'hotUpdates'): number => found.reduce((total, part) => total + part[name], 0);
  return sum('updates') > 0 ? sum('hotUpdates') / sum('updates') : undefined;
}

const partsOf = ({ tables }: Footprint): string[] =>
  tables.map(
    (part: TableFootprint) =>
      `${part.table || 'commits and others'}: ${bytes(part.walBytes)} of WAL, ${bytes(part.heapBytes)} of rows, ${bytes(part.indexBytes)} of indexes`,
  );

const bytes = (count: number): string => `${Math.round(Math.max(count, 0)).toLocaleString('en-US')} bytes`;
