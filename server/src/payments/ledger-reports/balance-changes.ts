import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type PageRequest } from '../../foundation/db/page.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { changeOf, pageOfAccountEntries } from './account-entries.ts';
import { balancesAt, requireLedgerAccount } from './accounts.ts';
import { entryJson } from './entries.ts';
import { readFinalPeriod } from './period.ts';

interface Account {
  platformId: string;
  accountId: string;
}

/** Changes of the available balance in a closed period, newest first, and the balances at its ends. */
export async function listBalanceChanges(
  db: Database,
  { platformId, accountId }: Account,
  { from, to, now, ...request }: PageRequest & { from: string; to: string; now: Date },
) {
  const { currency: code } = await requireLedgerAccount(db, platformId, accountId);
  const period = readFinalPeriod({ from, to }, now);
  const balanceBefore = async (to: Date): Promise<bigint> =>
    (await balancesAt(db, platformId, { ids: [accountId], period: { to } }))[0]?.posted ?? 0n;
  const [found, opening, closing] = await Promise.all([
    pageOfAccountEntries(db, { platformId, accountId }, { ...request, period }),
    balanceBefore(period.from),
    balanceBefore(period.to),
  ]);
  const currency = currencyJson(code);
  const amountJson = (amount: bigint) => ({ amount: toJsonAmount(amount), currency });
  return {
    accountId,
    ...period,
    openingBalance: amountJson(opening),
    closingBalance: amountJson(closing),
    ...mapPage(found, (row) => {
      const { id, transactionId, code: reason, createdAt } = entryJson(row);
      const change = amountJson(changeOf(row, accountId));
      return {
        id,
        transactionId,
        code: reason,
        amount: change,
        balanceAfter: amountJson(row.balance_after),
        createdAt,
      };
    }),
  };
}
