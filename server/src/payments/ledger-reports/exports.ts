import type { Database } from '../../foundation/db/database.ts';
import { accountSideJson, streamAccountEntries } from './account-entries.ts';
import { csvLine } from './csv.ts';
import type { BoundedPeriod } from './period.ts';
import type { TrialBalance } from './trial-balance.ts';

const BALANCE_COLUMNS = ['asOf', 'currency', 'decimals', 'kind', 'title', 'debit', 'credit'];

/** Writes amounts as integers in the smallest unit, beside the number of decimals. Each currency ends with its sum. */
export async function* trialBalanceCsv({ asOf, data }: TrialBalance): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(BALANCE_COLUMNS));
  for (const { currency, rows, debit, credit } of data) {
    const line = (kind: string, title: string, sides: { debit: bigint; credit: bigint }) =>
      csvLine([asOf, currency.code, currency.decimals, kind, title, sides.debit, sides.credit]);
    const lines = rows.map((row) => line(row.kind, row.title, row));
    yield Buffer.from([...lines, line('TOTAL', 'Total', { debit, credit })].join(''));
  }
}

const ENTRY_COLUMNS = [
  'createdAt',
  'transactionId',
  'phase',
  'number',
  'code',
  'accountId',
  'counterAccountId',
  'counterKind',
  'currency',
  'decimals',
  'debit',
  'credit',
  'balanceAfter',
  'reverses',
];

/** Writes the entries of an account, oldest first. The same entries always give the same text. */
export async function* accountEntriesCsv(
  db: Database,
  account: { platformId: string; accountId: string },
  period: BoundedPeriod,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(ENTRY_COLUMNS));
  for await (const rows of streamAccountEntries(db, account, period)) {
    const lines = rows.map((row) => {
      const entry = accountSideJson(row, account.accountId);
      const isDebit = entry.direction === 'DEBIT';
      const { amount, currency } = entry.amount;
      const counter = isDebit ? entry.creditAccount : entry.debitAccount;
      return csvLine([
        entry.createdAt,
        entry.transactionId,
        entry.phase,
        row.n,
        entry.code,
        account.accountId,
        counter.id,
        counter.kind,
        currency.code,
        currency.decimals,
        isDebit ? amount : undefined,
        isDebit ? undefined : amount,
        row.balance_after,
        entry.reverses,
      ]);
    });
    if (lines.length > 0) yield Buffer.from(lines.join(''));
  }
}
