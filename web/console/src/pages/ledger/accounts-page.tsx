import { BookOpen } from 'lucide-react';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { Amount } from '../../parts/money.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { kindFrom, kindOptions, pathWith } from './kinds.ts';
import { MomentField } from './moments.tsx';

type LedgerAccount = Awaited<ReturnType<typeof api.ledger.accounts.get>>;

const columns: readonly Column<LedgerAccount>[] = [
  { name: 'Account', look: 'narrow', cell: ({ id }) => <Id id={id} isCopyable={false} /> },
  { name: 'Kind', cell: ({ title }) => title },
  {
    name: 'Owner',
    look: 'narrow',
    cell: ({ customerId }) =>
      customerId && (
        <Link href={`/customers/${customerId}`}>
          <Id id={customerId} isCopyable={false} />
        </Link>
      ),
  },
  { name: 'Available', look: 'right', cell: ({ balance }) => <Amount value={balance} /> },
  {
    name: 'Held',
    look: 'right',
    cell: ({ heldBalance }) => heldBalance.amount !== 0 && <Amount value={heldBalance} />,
  },
  { name: 'Total', look: 'right', cell: ({ totalBalance }) => <Amount value={totalBalance} /> },
];

const CURRENCY = /^[A-Z]{3,5}$/;

/** Accounts of the platform's books with their balances at a moment. */
export default function AccountsPage() {
  const { values, set, clear, hasAny } = useFilters(['kind', 'currency', 'ownerId', 'asOf']);
  const { kind, currency, ownerId, asOf } = values;
  const pages = usePages(['ledger', 'accounts', values], ({ cursor, signal }) => {
    const chosen = kindFrom(kind);
    const query = {
      ...(chosen && { kind: chosen }),
      ...(currency && CURRENCY.test(currency) && { currency }),
      ...(ownerId && { ownerId }),
      ...(asOf && { asOf }),
      ...(cursor && { cursor }),
      limit: 50,
    };
    return api.ledger.accounts.list(query as Parameters<typeof api.ledger.accounts.list>[0], { signal });
  });
  useLive(asOf ? [] : ['transaction'], pages.refetch);
  return (
    <Page
      title="Ledger accounts"
      subtitle="Accounts of customers and of the platform, and the accounts of the service in its books. Positive balances are owed to the owner."
    >
      <FilterBar>
        <Select
          label="Kind"
          value={kind ?? ''}
          onChange={(value) => set({ kind: value || undefined })}
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
        <MomentField label="As of" value={asOf} onChange={(moment) => set({ asOf: moment })} />
        {hasAny && (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </FilterBar>
      <PagedTable
        label="Ledger accounts"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => pathWith(`/ledger/accounts/${id}`, { asOf })}
        empty={
          hasAny ? (
            <NoMatch icon={BookOpen} title="No account matches" onClear={clear} />
          ) : (
            <Empty icon={BookOpen} title="No accounts">
              Accounts are opened with customers and currencies.
            </Empty>
          )
        }
      />
    </Page>
  );
}
