import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Printer, Scale } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FilterBar } from '../../parts/fields.tsx';
import { decimalText } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { Derivation, type DerivedFigure } from './derivation.tsx';
import { DownloadButton } from './download.tsx';
import { Figure } from './figures.tsx';
import { pathWith } from './kinds.ts';
import css from './ledger.module.css';
import { AsOfBar } from './moments.tsx';

type TrialBalance = Awaited<ReturnType<typeof api.ledger.trialBalance.get>>;
type Group = TrialBalance['data'][number];

/** Balances of all kinds of accounts at a moment, per currency. */
export default function TrialBalancePage() {
  const { values, set } = useFilters(['asOf']);
  const { asOf } = values;
  const balance = useQuery({
    queryKey: ['ledger', 'trial-balance', asOf],
    queryFn: ({ signal }) => api.ledger.trialBalance.get(asOf ? { asOf } : {}, { signal }),
    placeholderData: keepPreviousData,
  });
  useLive(asOf ? [] : ['transaction'], () => void balance.refetch());
  const [figure, setFigure] = useState<DerivedFigure>();
  const { data, error } = balance;
  return (
    <Page
      title="Trial balance"
      subtitle={
        data ? (
          <>
            Balances as of <AbsoluteTime at={data.asOf} />, on the clock of the platform.
          </>
        ) : undefined
      }
      actions={
        <>
          <Button onClick={() => window.print()}>
            <Printer size={14} aria-hidden="true" />
            Print
          </Button>
          {data && (
            <DownloadButton
              path={pathWith('/ledger/trial-balance.csv', { asOf: data.asOf })}
              fileName={`trial-balance-${data.asOf.slice(0, 10)}.csv`}
            />
          )}
        </>
      }
    >
      <FilterBar>
        <AsOfBar value={asOf} now={asOf ? undefined : data?.asOf} onChange={(moment) => set({ asOf: moment })} />
      </FilterBar>
      {error && <ErrorNote error={error} onRetry={() => void balance.refetch()} />}
      {balance.isPending && <LoadingTable label="Trial balance" />}
      {data && !error && data.data.length === 0 && <NothingYet isPast={asOf !== undefined} />}
      {!error &&
        data?.data.map((group) => (
          <CurrencySection
            key={group.currency.code}
            group={group}
            asOf={asOf}
            onOpen={({ kind, title, description, debit, credit }) =>
              setFigure({
                kind,
                title,
                description,
                currency: group.currency,
                amount: credit - debit,
                asOf: data.asOf,
                chosen: asOf,
              })
            }
          />
        ))}
      {figure && <Derivation figure={figure} onClose={() => setFigure(undefined)} />}
    </Page>
  );
}

const NothingYet = ({ isPast }: { isPast: boolean }) =>
  isPast ? (
    <Empty icon={Scale} title="No entries up to this moment">
      Choose a later moment to see balances.
    </Empty>
  ) : (
    <Empty icon={Scale} title="The books are empty" actions={<LinkButton href="/ledger/accounts">Accounts</LinkButton>}>
      Balances appear with the first payment. In a sandbox, fund an account to post the first entry.
    </Empty>
  );

/** A balance of zero is shown once, on the credit side. */
const sideOf = ({ debit }: Group['rows'][number]) => (debit > 0 ? 'debit' : 'credit');

interface CurrencySectionProps {
  group: Group;
  asOf: string | undefined;
  onOpen: (row: Group['rows'][number]) => void;
}

function CurrencySection({ group: { currency, rows, debit, credit, difference }, asOf, onOpen }: CurrencySectionProps) {
  const { code, name, decimals } = currency;
  const cell = (row: Group['rows'][number], side: 'debit' | 'credit') =>
    side !== sideOf(row) ? null : (
      <button
        type="button"
        className={css.open}
        aria-label={`${decimalText(row[side], decimals)} ${code}, ${side} of ${row.title}: derivation`}
        onClick={() => onOpen(row)}
      >
        <Figure amount={row[side]} decimals={decimals} />
      </button>
    );
  return (
    <Section title={`${code} · ${name}`}>
      <div className={css.frame}>
        <table className={css.balance}>
          <caption className={css.caption}>Trial balance in {code}</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" className={css.right}>
                Debit, {code}
              </th>
              <th scope="col" className={css.right}>
                Credit, {code}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.kind}>
                <th scope="row">
                  <Link href={pathWith('/ledger/accounts', { kind: row.kind, currency: code, asOf })}>{row.title}</Link>
                  <span className={css.meaning}>{row.description}</span>
                </th>
                <td className={css.right}>{cell(row, 'debit')}</td>
                <td className={css.right}>{cell(row, 'credit')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                Total{' '}
                <Status
                  status="BALANCED"
                  tone={difference === 0 ? 'good' : 'bad'}
                  label={difference === 0 ? 'Difference 0' : 'Not balanced'}
                />
              </th>
              <td className={css.right}>
                <Figure amount={debit} decimals={decimals} />
              </td>
              <td className={css.right}>
                <Figure amount={credit} decimals={decimals} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Section>
  );
}
