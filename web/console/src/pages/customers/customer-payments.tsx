import { ArrowLeftRight } from 'lucide-react';
import { api, type TransactionOneOf } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Id } from '../../parts/id.tsx';
import { Amount } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

const SHOWN = 10;

const columns: readonly Column<TransactionOneOf>[] = [
  { name: 'Payment', cell: ({ id }) => <Id id={id} isCopyable={false} /> },
  { name: 'Type', cell: ({ type }) => wordsOf(type), look: 'narrow' },
  { name: 'Status', cell: ({ status }) => <Status status={status} />, look: 'narrow' },
  { name: 'Created', cell: ({ createdAt }) => createdAt && <Time at={createdAt} />, look: 'narrow' },
  { name: 'Amount', cell: (transaction) => <Amount value={amountOf(transaction)} />, look: 'right' },
];

/** Amount in the currency of the customer's own account. */
function amountOf(transaction: TransactionOneOf) {
  if (transaction.type === 'CARD') return transaction.authorizedAmount;
  return transaction.type === 'OUTGOING' ? transaction.sentAmount : transaction.receivedAmount;
}

/** The newest payments of a customer. */
export function CustomerPayments({ customerId }: { customerId: string }) {
  const pages = usePages(['transactions', { customerId }], ({ signal }) =>
    api.transactions.list({ customerId, limit: SHOWN, sortOrder: 'desc' }, { signal }),
  );
  useLive(['transaction'], pages.refetch);
  const all = pages.hasMore && <LinkButton href={`/payments?customerId=${customerId}`}>All payments</LinkButton>;
  return (
    <Section title="Payments" actions={all}>
      <PagedTable
        label="Newest payments of the customer"
        pages={{ ...pages, hasMore: false }}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/payments/${id}`}
        empty={
          <Empty icon={ArrowLeftRight} title="No payments yet">
            Payments that this customer sends, receives or makes by card appear here.
          </Empty>
        }
      />
    </Section>
  );
}
