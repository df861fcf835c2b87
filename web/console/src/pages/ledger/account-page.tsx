import { useQuery } from '@tanstack/react-query';
import { BookOpen, Printer } from 'lucide-react';
import { api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FilterBar } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { LongBody } from '../../parts/long-body.tsx';
import { Amount } from '../../parts/money.tsx';
import { Empty, Note } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { AuditLine } from './derivation.tsx';
import { DownloadButton } from './download.tsx';
import { anchorOf, EntryReason, EntryTime, SideLink, TransactionLink } from './entry-table.tsx';
import { Figure } from './figures.tsx';
import { pathWith } from './kinds.ts';
import css from './ledger.module.css';
import { afterMoment } from './moment-choices.ts';
import { PeriodBar } from './moments.tsx';

type Account = Awaited<ReturnType<typeof api.ledger.accounts.get>>;
type Entry = Awaited<ReturnType<typeof api.ledger.accounts.entries.list>>['data'][number];

const EXPORT_MS = 366 * 86_400_000;
/** Columns of the table of entries. */
const COLUMNS = 7;

/** An account as a T-account: its balances, and its entries with the balance after each. */
export default function AccountPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const { values, set } = useFilters(['since', 'until', 'asOf']);
  const { since, asOf } = values;
  const until = values.until ?? (asOf && afterMoment(asOf));
  const account = useQuery({
    queryKey: ['ledger', 'account', id, asOf],
    queryFn: ({ signal }) => api.ledger.accounts.get(id, asOf ? { asOf } : {}, { signal }),
  });
  const entries = usePages(['ledger', 'account-entries', id, since, until], ({ cursor, signal }) =>
    api.ledger.accounts.entries.list(
      id,
      { ...(since && { since }), ...(until && { until }), ...(cursor && { cursor }), limit: 100 },
      { signal },
    ),
  );
  useLive(asOf || until ? [] : ['transaction'], () => {
    void account.refetch();
    entries.refetch();
  });
  const { data } = account;
  const title = data ? `${data.title}, ${data.balance.currency.code}` : 'Account';
  return (
    <Page
      title={title}
      subtitle={<Id id={id} />}
      back={{ href: pathWith('/ledger/accounts', { asOf }), label: 'Ledger accounts' }}
      actions={
        data && (
          <>
            {data.customerId && <LinkButton href={`/customers/${data.customerId}`}>Owner</LinkButton>}
            <Button onClick={() => window.print()}>
              <Printer size={14} aria-hidden="true" />
              Print
            </Button>
            <DownloadButton
              path={exportPath(data, { since, until })}
              fileName={`entries-${id.replace(':', '-')}.csv`}
            />
          </>
        )
      }
    >
      {account.error && <ErrorNote error={account.error} onRetry={() => void account.refetch()} />}
      {data && <Balances account={data} />}
      {data && <AuditLine />}
      {data && asOf && (
        <Note actions={<Button onClick={() => set({ asOf: undefined })}>Show the present</Button>}>
          Balances and entries as of <AbsoluteTime at={data.asOf} />.
        </Note>
      )}
      {!account.error && (
        <Section title="Entries">
          <FilterBar>
            <PeriodBar since={since} until={values.until} onChange={set} />
          </FilterBar>
          {entries.isLoading && <LoadingTable label="Entries" />}
          {entries.error && <ErrorNote error={entries.error} onRetry={entries.retry} />}
          {!entries.isLoading && !entries.error && entries.rows.length === 0 && (
            <Empty icon={BookOpen} title={since || until ? 'No entries in this period' : 'No entries yet'}>
              {since || until ? 'Choose a longer period.' : 'Entries appear with the first payment of this account.'}
            </Empty>
          )}
          {entries.rows.length > 0 && data && <Entries account={data} rows={entries.rows} />}
          {entries.hasMore && (
            <div className={css.more}>
              <Button isBusy={entries.isLoadingMore} onClick={entries.loadMore}>
                Show older entries
              </Button>
            </div>
          )}
        </Section>
      )}
    </Page>
  );
}

/** An export has at most a year: the last one, if no period was chosen. */
function exportPath({ id, asOf }: Account, { since, until }: { since: string | undefined; until: string | undefined }) {
  const end = until ?? afterMoment(asOf);
  const start = since ?? new Date(Date.parse(end) - EXPORT_MS).toISOString();
  return pathWith(`/ledger/accounts/${id}/entries.csv`, { since: start, until: end });
}

const Balances = ({ account: { description, balance, heldBalance, totalBalance, asOf } }: { account: Account }) => (
  <div className={css.tiles}>
    {(
      [
        ['Available', balance],
        ['Held', heldBalance],
        ['Total', totalBalance],
      ] as const
    ).map(([label, value]) => (
      <div key={label} className={css.tile}>
        <span className={css.muted}>{label}</span>
        <span className={css.large}>
          <Amount value={value} />
        </span>
      </div>
    ))}
    <p className={css.aside}>
      {description} As of <AbsoluteTime at={asOf} />.
    </p>
  </div>
);

const Entries = ({ account, rows }: { account: Account; rows: readonly Entry[] }) => {
  const { code, decimals } = account.balance.currency;
  return (
    <div className={css.frame}>
      <table className={css.entries} aria-rowcount={rows.length + 1}>
        <caption className={css.caption}>Entries of the account in {code}, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time, UTC</th>
            <th scope="col">Transaction</th>
            <th scope="col">Entry</th>
            <th scope="col">Counter account</th>
            <th scope="col" className={css.right}>
              Debit, {code}
            </th>
            <th scope="col" className={css.right}>
              Credit, {code}
            </th>
            <th scope="col" className={css.right}>
              Balance after
            </th>
          </tr>
        </thead>
        <LongBody
          rows={rows}
          columns={COLUMNS}
          anchorOf={({ id }) => anchorOf(id)}
          render={(row, measured) => {
            const isDebit = row.direction === 'DEBIT';
            const counter = isDebit ? row.creditAccount : row.debitAccount;
            return (
              <tr key={row.id} id={anchorOf(row.id)} {...measured}>
                <td>
                  <EntryTime at={row.createdAt} />
                </td>
                <td>
                  <TransactionLink id={row.transactionId} />
                </td>
                <td>
                  <EntryReason {...row} />
                </td>
                <td>
                  <SideLink {...counter} />
                </td>
                <td className={css.right} data-label="Debit">
                  {isDebit && <Figure amount={row.amount.amount} decimals={decimals} />}
                </td>
                <td className={css.right} data-label="Credit">
                  {!isDebit && <Figure amount={row.amount.amount} decimals={decimals} />}
                </td>
                <td className={css.right} data-label="Balance after">
                  <Figure amount={row.balanceAfter.amount} decimals={decimals} />
                </td>
              </tr>
            );
          }}
        />
      </table>
    </div>
  );
};
