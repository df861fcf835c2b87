import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, type Currency, type LedgerAccountKind } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Details } from '../../parts/details.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Id } from '../../parts/id.tsx';
import { Amount, Money } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { pathWith } from './kinds.ts';
import css from './ledger.module.css';
import { afterMoment } from './moment-choices.ts';

/** A figure of the trial balance. */
export interface DerivedFigure {
  kind: LedgerAccountKind;
  title: string;
  description: string;
  currency: Currency;
  /** Credit-positive: negative on the debit side. */
  amount: number;
  asOf: string;
  /** The chosen moment; undefined for the current one. */
  chosen: string | undefined;
}

type LedgerAccount = Awaited<ReturnType<typeof api.ledger.accounts.get>>;

const columns: readonly Column<LedgerAccount>[] = [
  { name: 'Account', cell: ({ id }) => <Id id={id} isCopyable={false} /> },
  { name: 'Balance', look: 'right', cell: ({ balance }) => <Amount value={balance} /> },
];

/** Shows how a figure was derived: moment, accounts and entries, the checks that cover it, and the last audit. */
export function Derivation({ figure, onClose }: { figure: DerivedFigure; onClose: () => void }) {
  const { kind, title, description, currency, amount, asOf, chosen } = figure;
  const accounts = usePages(['ledger', 'accounts', kind, currency.code, asOf], ({ cursor, signal }) =>
    api.ledger.accounts.list({ kind, currency: currency.code, asOf, ...(cursor && { cursor }) }, { signal }),
  );
  const filters = { currency: currency.code, until: chosen && afterMoment(chosen) };
  return (
    <Dialog title={`${title}, ${currency.code}`} onClose={onClose} isSheet>
      <div className={css.derivation}>
        <p className={css.derived}>
          <Money amount={Math.abs(amount)} currency={currency} /> on the {amount < 0 ? 'debit' : 'credit'} side
        </p>
        <Details
          entries={[
            ['Meaning', description],
            ['As of', <AbsoluteTime key="at" at={asOf} />],
            ['Calculation', 'Sum of all credits minus all debits of these accounts up to this moment.'],
            [
              'Entries',
              <span key="entries" className={css.links}>
                <Link href={pathWith('/ledger/entries', { ...filters, creditKind: kind })}>credits</Link>
                <Link href={pathWith('/ledger/entries', { ...filters, debitKind: kind })}>debits</Link>
              </span>,
            ],
          ]}
        />
        <h3 className={css.subheading}>Accounts</h3>
        <PagedTable
          label={`Accounts of ${title}`}
          pages={accounts}
          columns={columns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => pathWith(`/ledger/accounts/${id}`, { asOf: chosen })}
          empty={<Empty title="No accounts at this moment" />}
        />
        <h3 className={css.subheading}>Checks that cover this figure</h3>
        <CoveringChecks />
      </div>
    </Dialog>
  );
}

const COVERING = new Set(['ENTRIES', 'BALANCES']);

const useChecks = () =>
  useQuery({ queryKey: ['ledger', 'checks'], queryFn: ({ signal }) => api.ledger.checks.get({ signal }) }).data;

function CoveringChecks() {
  const checks = useChecks();
  if (!checks) return null;
  return (
    <>
      <ul className={css.checks}>
        {checks.data
          .filter(({ subject }) => COVERING.has(subject))
          .map(({ title, result }) => (
            <li key={title}>
              <CheckStatus result={result} />
              <span>{title}</span>
            </li>
          ))}
      </ul>
      <p className={css.muted}>
        <LastAudit finishedAt={checks.finishedAt} />
      </p>
    </>
  );
}

const LastAudit = ({ finishedAt }: { finishedAt: string | undefined }) => (
  <>
    {finishedAt ? (
      <>
        Last audit: <AbsoluteTime at={finishedAt} />.{' '}
      </>
    ) : (
      'No audit has run yet. '
    )}
    <Link href="/ledger/checks">Open the checks</Link>
  </>
);

/** Checks that cover the balances and entries of a page, in one line. */
export function AuditLine() {
  const checks = useChecks();
  if (!checks) return null;
  const covering = checks.data.filter(({ subject }) => COVERING.has(subject));
  const failed = covering.filter(({ result }) => result === 'FAILED').length;
  return (
    <p className={css.audit}>
      {checks.finishedAt && <CheckStatus result={failed > 0 ? 'FAILED' : 'PASSED'} />}
      <span>
        {covering.length} checks cover these figures. <LastAudit finishedAt={checks.finishedAt} />
      </span>
    </p>
  );
}

const tones = { PASSED: 'good', FAILED: 'bad', NOT_RUN: 'neutral' } as const;

export const CheckStatus = ({ result }: { result: 'PASSED' | 'FAILED' | 'NOT_RUN' }) => (
  <Status status={result} tone={tones[result]} />
);
