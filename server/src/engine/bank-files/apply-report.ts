import type { Database } from '../../foundation/db/database.ts';
import { addMs, type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { applyItems } from './apply-items.ts';
import type { Decimals } from './money.ts';
import type { ReportHandlers } from './port.ts';
import type { ReportItem } from './report.ts';
import { type ResolvedItem, resolveItem } from './resolve.ts';
import type { BankFilesSettings } from './settings.ts';

export const LEASE_MS = MINUTE_MS;
/** Items that take effect at the same time, in statements that they share. */
const TOGETHER = 128;

interface Deps {
  db: Database;
  clock: Clock;
  settings: BankFilesSettings;
  decimals: Decimals;
  reports: ReportHandlers;
}

interface Report {
  items: readonly ReportItem[];
  sha256: string;
  /** Number of items that took effect before a crash. */
  handled: number;
}

/** Applies the items of a report and returns their number. After a crash it continues behind those that were handled. */
export async function applyReport(deps: Deps, { items, sha256, handled }: Report): Promise<number> {
  const { clock } = deps;
  let place = 0;
  for (let next = 0; next < items.length; ) {
    const { group, count } = await nextGroup(deps, items.slice(next, next + TOGETHER));
    next += count;
    for (let from = 0; from < group.length; from += TOGETHER) {
      const part = group.slice(from, from + TOGETHER);
      const open = part.slice(Math.max(0, handled - place));
      const first = place + part.length - open.length;
      const lease = { at: clock.now(), until: addMs(clock.now(), LEASE_MS) };
      if (open.length > 0) await applyItems(deps, open, { source: sha256, place: first, ...lease });
      place += part.length;
    }
  }
  return place;
}

/**
 * The first of these items, without any that is about the payment of an earlier one: what a report means depends on the
 * state that the reports before it have left behind.
 */
async function nextGroup(deps: Deps, items: readonly ReportItem[]): Promise<{ group: ResolvedItem[]; count: number }> {
  const resolved = await Promise.all(items.map((item) => resolveItem(deps, item)));
  const payments = new Set<string>();
  const group: ResolvedItem[] = [];
  let count = 0;
  for (const parts of resolved) {
    const ids = parts.flatMap(({ payment }) => (payment ? [`${payment.platformId} ${payment.id}`] : []));
    if (ids.some((id) => payments.has(id))) break;
    for (const id of ids) payments.add(id);
    for (const part of parts) group.push(part);
    count += 1;
  }
  return { group, count };
}
