import { ArrowDownLeft, ArrowRight, ArrowUpRight, CreditCard, type LucideIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, type TransactionOneOf } from '../../api/client.ts';
import { type Pages, usePages } from '../../api/pages.ts';
import { useCan, useSession } from '../../api/use-session.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { Money } from '../../parts/money.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlatformClock } from './clock.ts';
import { FundDialog } from './fund-dialog.tsx';
import { type Names, useNames } from './names.ts';
import css from './payments.module.css';
import { periodOf } from './period.ts';
import { Route } from './route.tsx';
import { amountsOf, endsOf } from './sentence.ts';

const FILTERS = ['status', 'type', 'currency', 'customerId', 'since', 'until'] as const;

/** A code that is still being typed selects nothing. */
const CURRENCY = /^[A-Z]{3,10}$/;

const statuses = [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'REJECTED',
  'REFUNDED',
  'EXPIRED',
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'EXCEPTION',
  'DECLINED',
].map((value) => ({ value, label: wordsOf(value) }));

const types = [
  { value: 'OUTGOING', label: 'Outgoing' },
  { value: 'INCOMING', label: 'Incoming' },
  { value: 'CARD', label: 'Card' },
];

const kinds: Record<TransactionOneOf['type'], { icon: LucideIcon; label: string }> = {
  OUTGOING: { icon: ArrowUpRight, label: 'Outgoing' },
  INCOMING: { icon: ArrowDownLeft, label: 'Incoming' },
  CARD: { icon: CreditCard, label: 'Card' },
};

type Query = NonNullable<Parameters<typeof api.transactions.list>[0]>;

export default function PaymentsPage() {
  const { values, set, clear, hasAny } = useFilters(FILTERS);
  const canPay = useCan('TRANSACT');
  const [isFunding, setFunding] = useState(false);
  const { offsetMs } = usePlatformClock();
  const { since, until, currency, ...others } = values;
  const query = {
    ...others,
    ...(currency && CURRENCY.test(currency) && { currency }),
    ...periodOf({ since, until }),
  } as Query;
  const pages = usePages(['transactions', query], ({ cursor, signal }) =>
    api.transactions.list({ ...query, limit: 50, ...(cursor && { cursor }) }, { signal }),
  );
  const names = useNames(pages.rows);
  useLive(['transaction'], pages.refetch);
  const newPayment = (
    <LinkButton href="/payments/new" look="primary">
      <Plus size={16} aria-hidden="true" />
      New payment
    </LinkButton>
  );
  return (
    <Page title="Payments" subtitle="Every payment and card purchase, newest first." actions={canPay && newPayment}>
      <FilterBar>
        <Select
          label="Status"
          none="All"
          value={values.status ?? ''}
          options={statuses}
          onChange={(status) => set({ status })}
        />
        <Select label="Type" none="All" value={values.type ?? ''} options={types} onChange={(type) => set({ type })} />
        <TextField
          label="Currency"
          placeholder="All"
          isFilter
          value={currency ?? ''}
          onChange={(code) => set({ currency: code.trim().toUpperCase() })}
        />
        <TextField
          label="Customer"
          placeholder="Customer:…"
          isFilter
          value={values.customerId ?? ''}
          onChange={(customerId) => set({ customerId: customerId.trim() })}
        />
        <TextField label="From (UTC)" type="date" value={since ?? ''} onChange={(day) => set({ since: day })} />
        <TextField label="To (UTC)" type="date" value={until ?? ''} onChange={(day) => set({ until: day })} />
        {hasAny && (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </FilterBar>
      <PagedTable
        label="Payments"
        pages={pages}
        columns={columnsOf(names, offsetMs)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/payments/${id}`}
        empty={<NoPayments pages={pages} hasFilters={hasAny} onClear={clear} onFund={() => setFunding(true)} />}
      />
      {isFunding && <FundDialog onClose={() => setFunding(false)} />}
    </Page>
  );
}

interface NoPaymentsProps {
  pages: Pages<TransactionOneOf>;
  hasFilters: boolean;
  onClear: () => void;
  onFund: () => void;
}

function NoPayments({ pages, hasFilters, onClear, onFund }: NoPaymentsProps) {
  const { current } = useSession();
  const canPay = useCan('TRANSACT');
  if (pages.hasMore) {
    const older = (
      <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
        Search older payments
      </Button>
    );
    return <Empty title="No match among the newest payments" actions={older} />;
  }
  if (hasFilters) return <NoMatch icon={ArrowRight} title="No payments match these filters" onClear={onClear} />;
  const steps = canPay && (
    <>
      {current?.mode === 'SANDBOX' && <Button onClick={onFund}>1. Fund an account</Button>}
      <LinkButton href="/payments/new" look="primary">
        {current?.mode === 'SANDBOX' ? '2. Make a payment' : 'Make a payment'}
      </LinkButton>
    </>
  );
  return (
    <Empty icon={ArrowRight} title="No payments yet" actions={steps}>
      Put money into an account, then pay someone. Each payment has a page that explains everything that happened to it.
    </Empty>
  );
}

const columnsOf = (names: Names, offsetMs: number): Column<TransactionOneOf>[] => [
  { name: 'Amount', cell: (row) => <Amounts row={row} />, look: 'narrow' },
  { name: 'Status', cell: ({ status }) => <Status status={status} />, look: 'narrow' },
  { name: 'Route', cell: (row) => <Parties row={row} names={names} />, look: 'wide' },
  { name: 'Reason', cell: (row) => <Reason row={row} />, look: 'wide' },
  {
    name: 'Created',
    cell: ({ createdAt }) => createdAt && <Time at={createdAt} offsetMs={offsetMs} />,
    look: 'narrow',
  },
];

function Amounts({ row }: { row: TransactionOneOf }) {
  const [first, second] = amountsOf(row);
  return (
    <span className={css.amounts}>
      {first && (
        <strong>
          <Money {...first} />
        </strong>
      )}
      {second && (
        <span className={css.second}>
          <ArrowRight size={12} aria-label="arrives as" />
          <Money {...second} />
        </span>
      )}
    </span>
  );
}

function Parties({ row, names }: { row: TransactionOneOf; names: Names }) {
  const { from, to } = endsOf(row, names);
  const { icon: Icon, label } = kinds[row.type];
  return (
    <Route from={from.name} to={to.name}>
      <Icon size={14} aria-label={label} />
    </Route>
  );
}

function Reason({ row }: { row: TransactionOneOf }) {
  const reason = row.type === 'CARD' ? row.declineReason : (row.failureReason ?? row.pendingReason);
  return reason ? <span className={css.reason}>{wordsOf(reason)}</span> : null;
}
