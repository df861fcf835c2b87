import { ListTree } from 'lucide-react';
import { api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { Amount } from '../../parts/money.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { EntryReason, EntryTime, SideLink, TransactionLink } from './entry-table.tsx';
import { kindFrom, kindOptions } from './kinds.ts';
import { PeriodBar } from './moments.tsx';

type Entry = Awaited<ReturnType<typeof api.ledger.entries.list>>['data'][number];

const columns: readonly Column<Entry>[] = [
  { name: 'Time, UTC', look: 'narrow', cell: ({ createdAt }) => <EntryTime at={createdAt} /> },
  { name: 'Transaction', look: 'narrow', cell: ({ transactionId }) => <TransactionLink id={transactionId} /> },
  { name: 'Entry', cell: (entry) => <EntryReason {...entry} /> },
  { name: 'Debited', look: 'wide', isNamed: true, cell: ({ debitAccount }) => <SideLink {...debitAccount} /> },
  { name: 'Credited', look: 'wide', isNamed: true, cell: ({ creditAccount }) => <SideLink {...creditAccount} /> },
  { name: 'Amount', look: 'right', cell: ({ amount }) => <Amount value={amount} /> },
];

const CURRENCY = /^[A-Z]{3,5}$/;

/** Entries between kinds of accounts in a period, whose sum is the amount of a flow or a balance. */
export default function EntriesPage() {
  const { values, set, clear, hasAny } = useFilters(['since', 'until', 'currency', 'debitKind', 'creditKind']);
  const { since, until, currency } = values;
  const pages = usePages(['ledger', 'entries', values], ({ cursor, signal }) => {
    const [debitKind, creditKind] = [kindFrom(values.debitKind), kindFrom(values.creditKind)];
    return api.ledger.entries.list(
      {
        ...(since && { since }),
        ...(until && { until }),
        ...(currency && CURRENCY.test(currency) && { currency }),
        ...(debitKind && { debitKind }),
        ...(creditKind && { creditKind }),
        ...(cursor && { cursor }),
        limit: 100,
      },
      { signal },
    );
  });
  useLive(until ? [] : ['transaction'], pages.refetch);
  return (
    <Page title="Ledger entries" subtitle="Every entry debits one account and credits another. Entries never change.">
      <FilterBar>
        <Select
          label="Debited kind"
          value={values.debitKind ?? ''}
          onChange={(value) => set({ debitKind: value || undefined })}
          options={kindOptions}
          none="All kinds"
        />
        <Select
          label="Credited kind"
          value={values.creditKind ?? ''}
          onChange={(value) => set({ creditKind: value || undefined })}
          options={kindOptions}
          none="All kinds"
        />
        <TextField
          label="Currency"
          value={currency ?? ''}
          placeholder="All"
          onChange={(value) => set({ currency: value.trim().toUpperCase() || undefined })}
          isFilter
        />
        <PeriodBar since={since} until={until} onChange={set} />
        {hasAny && (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </FilterBar>
      <PagedTable
        label="Ledger entries"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          hasAny ? (
            <NoMatch icon={ListTree} title="No entry matches" onClear={clear} />
          ) : (
            <Empty icon={ListTree} title="No entries">
              Entries appear with the first payment.
            </Empty>
          )
        }
      />
    </Page>
  );
}
