import { isOfPlatform } from '../../engine/ledger/entry-keys.ts';
import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type PageRequest } from '../../foundation/db/page.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import { ledgerKind } from './account-kinds.ts';
import { flowDays } from './closed-segments.ts';
import { type EntryRow, entryColumns, entryJson, newestFirst, pageOfEntries, withDetails, within } from './entries.ts';
import type { Period } from './period.ts';

interface JournalFilter extends PageRequest {
  period: Period;
  currency?: string | undefined;
  debitKind?: string | undefined;
  creditKind?: string | undefined;
}

/** Lists the entries between two kinds of accounts that a flow adds up, newest first. */
export async function listJournal(db: Database, platformId: string, filter: JournalFilter) {
  const { period, currency, debitKind, creditKind, ...request } = filter;
  const kinds = {
    debitKind: debitKind && ledgerKind(debitKind),
    creditKind: creditKind && ledgerKind(creditKind),
  };
  const conditions = sql`
    ${currency ? sql`AND e.currency = ${currency}` : emptySql}
    ${kinds.debitKind ? hasKind(sql`e.debit_account_id`, kinds.debitKind) : emptySql}
    ${kinds.creditKind ? hasKind(sql`e.credit_account_id`, kinds.creditKind) : emptySql}`;
  const found = await pageOfEntries<EntryRow>(
    db,
    {
      closedDays: (before, limit) =>
        flowDays(db, { platformId, currency, ...kinds })({ from: period.from, before, limit, order: 'DESC' }),
      read: (segment, { after, limit }) =>
        db.read<EntryRow>(sql`
          WITH newest AS (
            SELECT ${entryColumns} FROM ledger_entries e
            WHERE ${isOfPlatform(platformId)} AND ${within(segment)} ${after} ${conditions}
              ${period.from ? sql`AND e.created_at >= ${period.from}` : emptySql}
            ORDER BY ${newestFirst} LIMIT ${limit}
          )
          SELECT shown.* FROM (${withDetails(sql`SELECT * FROM newest`)}) shown ORDER BY ${newestFirst}`),
    },
    { ...request, period },
  );
  return mapPage(found, entryJson);
}

/** Finds the kind of accounts with owners in their row, because their ids have one type, and of others in the id. */
const hasKind = (id: Sql, kind: string): Sql =>
  kind === 'customer' || kind === 'platform'
    ? sql`AND EXISTS (SELECT FROM accounts a WHERE a.platform_id = e.platform_id AND a.id = ${id} AND a.kind = ${kind})`
    : sql`AND ${id} = ${kind} || ':' || e.currency`;
