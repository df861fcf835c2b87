import type { Database } from '../../foundation/db/database.ts';
import { addMs, type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { applyItems } from './apply-items.ts';
import type { Decimals } from './money.ts';
import type { ReportHandlers } from './port.ts';
import type { ReportItem } from './report.ts';
import { type ResolvedItem, resolveItem } from './resolve.ts';
import type { BankFilesSettings } from './settings.ts';

export const LEASE_MS = MINUTE_MS;
/** Number of items that are applied concurrently and share statements. */
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
  /** Number of items applied before a crash. */
  handled: number;
}

/** Applies the items of a report and returns their number. After a crash it skips the first `handled` items. */
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
 * Takes items up to the first one whose payment is already in the group: the meaning of a report depends on the state
 * that earlier reports of the same payment set.
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
