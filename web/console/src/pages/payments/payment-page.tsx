import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, type TransactionOneOf } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Details } from '../../parts/details.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id, shortId } from '../../parts/id.tsx';
import { Money } from '../../parts/money.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { ExportTest } from './export-test.tsx';
import { type Names, useNames } from './names.ts';
import { nextText, useNextTimer } from './next-timer.ts';
import { PaymentActions } from './payment-actions.tsx';
import css from './payments.module.css';
import { amountsOf, endsOf, resultOf } from './sentence.ts';
import { Timeline } from './timeline.tsx';

const views = [
  { value: '', label: 'Everything', kinds: undefined },
  { value: 'money', label: 'Money', kinds: 'QUOTE,RAIL,ENTRIES,OPERATOR' },
  { value: 'technical', label: 'Technical', kinds: 'REQUEST,JOB,RAIL,EVENT,ATTEMPT,MESSAGE' },
];

/** One payment: its result in a sentence, its amounts, and its timeline. */
export default function PaymentPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const { values, set } = useFilters(['show']);
  const kinds = views.find(({ value }) => value === (values.show ?? ''))?.kinds;
  const payment = useQuery({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }) => await api.transactions.get(id, { signal }),
  });
  const pages = usePages(['timeline', id, kinds], ({ cursor, signal }) =>
    api.transactions.timeline.list(id, { limit: 200, ...(kinds && { kinds }), ...(cursor && { cursor }) }, { signal }),
  );
  const transaction = payment.data;
  const names = useNames(transaction, pages.rows);
  const next = useNextTimer(transaction);
  const refresh = (): void => {
    void payment.refetch();
    pages.refetch();
  };
  useLive(['transaction', 'delivery', 'clock'], refresh);
  const back = { href: '/payments', label: 'Payments' };
  if (payment.error && !transaction) {
    return (
      <Page title="Payment" back={back}>
        <ErrorNote error={payment.error} onRetry={refresh} />
      </Page>
    );
  }
  return (
    <Page
      title={transaction ? resultOf(transaction, names) : 'Payment'}
      back={back}
      subtitle={transaction && <Meta transaction={transaction} />}
      actions={transaction && <PaymentActions transaction={transaction} next={next} onChange={refresh} />}
    >
      <div className={css.columns}>
        <Section
          title="Timeline"
          actions={
            <span className={css.views}>
              {views.map(({ value, label }) => (
                <button
                  key={value}
                  type="button"
                  className={css.view}
                  aria-pressed={value === (values.show ?? '')}
                  onClick={() => set({ show: value })}
                >
                  {label}
                </button>
              ))}
            </span>
          }
        >
          {pages.isLoading && <LoadingTable label="Timeline" />}
          {pages.error && !pages.hasFailedMore && <ErrorNote error={pages.error} onRetry={pages.retry} />}
          <Timeline entries={pages.rows} names={names} next={pages.hasMore ? undefined : nextText(next)} />
          {pages.hasFailedMore && <ErrorNote error={pages.error} onRetry={pages.retry} />}
          {pages.hasMore && !pages.hasFailedMore && (
            <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
              Show later entries
            </Button>
          )}
        </Section>
        <div className={css.side}>
          {transaction && <Summary transaction={transaction} names={names} />}
          {transaction && <ExportTest transaction={transaction} entries={pages.rows} />}
        </div>
      </div>
    </Page>
  );
}

const Meta = ({ transaction: { status, id } }: { transaction: TransactionOneOf }) => (
  <span className={css.meta}>
    <Status status={status} />
    <Id id={id} />
  </span>
);

function Summary({ transaction, names }: { transaction: TransactionOneOf; names: Names }) {
  const { from, to } = endsOf(transaction, names);
  const [first, second] = amountsOf(transaction);
  const isCard = transaction.type === 'CARD';
  const { createdAt, customerId } = transaction;
  const payment = isCard ? undefined : transaction;
  const outgoing = transaction.type === 'OUTGOING' ? transaction : undefined;
  const fees = payment?.fees;
  return (
    <Card>
      <div className={css.figures}>
        {first && (
          <div className={`${css.figure} ${css.large}`}>
            <span className={css.figureName}>{second ? 'Sent' : 'Amount'}</span>
            <Money {...first} />
          </div>
        )}
        {fees !== undefined && fees > 0 && first && (
          <div className={css.figure}>
            <span className={css.figureName}>of that, fees</span>
            <Money amount={fees} currency={first.currency} />
          </div>
        )}
        {second && (
          <div className={`${css.figure} ${css.large}`}>
            <span className={css.figureName}>Received</span>
            <Money {...second} />
          </div>
        )}
      </div>
      <Details
        entries={[
          ['From', from.name],
          ['To', to.name],
          ['Customer', <CustomerLink key="customer" id={customerId} names={names} />],
          ['Rail', outgoing?.paymentRail],
          ['Reason', reasonOf(transaction)],
          ['Refund', payment?.refund && <Status key="refund" status={payment.refund.status} />],
          ['Description', payment?.description],
          ['Reference', payment?.reconciliationInstructions?.reference],
          ['Quote', payment?.quoteId && <Id key="quote" id={payment.quoteId} />],
          ['Created', createdAt && <AbsoluteTime key="created" at={createdAt} />],
          ['Settled', payment?.settledAt && <AbsoluteTime key="settled" at={payment.settledAt} />],
        ]}
      />
    </Card>
  );
}

const CustomerLink = ({ id, names }: { id: string; names: Names }) =>
  id.startsWith('Customer:') ? (
    <Link href={`/customers/${id}`}>{names.has(id) ? names.of(id).name : shortId(id)}</Link>
  ) : (
    names.of(id).name
  );

function reasonOf(transaction: TransactionOneOf): string | undefined {
  const reason =
    transaction.type === 'CARD' ? transaction.declineReason : (transaction.failureReason ?? transaction.pendingReason);
  return reason && wordsOf(reason);
}
