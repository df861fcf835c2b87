import { ShoppingBag } from 'lucide-react';
import { api, type CardTransaction, type Card as DebitCard } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { Amount } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { Waterfall } from './waterfall.tsx';

const columns: readonly Column<CardTransaction>[] = [
  { name: 'Merchant', cell: ({ merchant }) => merchant.descriptor, look: 'wide' },
  { name: 'Status', cell: ({ status }) => <Status status={status} />, look: 'narrow' },
  { name: 'Authorized, settled, refunded', cell: (purchase) => <Waterfall purchase={purchase} /> },
  { name: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
  { name: 'Amount', cell: ({ authorizedAmount }) => <Amount value={authorizedAmount} />, look: 'right' },
];

/** Purchases with a card, newest first. */
export function CardPurchases({ card }: { card: DebitCard }) {
  const pages = usePages(['transactions', { card: card.id }], async ({ cursor, signal }) => {
    const query = { type: 'CARD', customerId: card.cardholderId, sortOrder: 'desc', limit: 50 } as const;
    const page = await api.transactions.list({ ...query, ...(cursor && { cursor }) }, { signal });
    const ofCard = page.data.filter(
      (transaction): transaction is CardTransaction => transaction.type === 'CARD' && transaction.cardId === card.id,
    );
    return { ...page, data: ofCard };
  });
  useLive(['transaction', 'card'], pages.refetch);
  return (
    <Section title="Purchases">
      <PagedTable
        label="Purchases with the card"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/payments/${id}`}
        empty={
          <Empty icon={ShoppingBag} title="No purchases yet">
            In the sandbox, the card terminal simulates authorizations, clearings and returns.
          </Empty>
        }
      />
    </Section>
  );
}
