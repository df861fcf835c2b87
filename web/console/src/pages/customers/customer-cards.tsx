import { CreditCard } from 'lucide-react';
import { api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { PagedTable } from '../../parts/table.tsx';
import { cardColumns } from '../cards/card-columns.tsx';

export function CustomerCards({ customerId }: { customerId: string }) {
  const pages = usePages(['cards', { cardholderId: customerId }], ({ cursor, signal }) =>
    api.cards.list({ cardholderId: customerId, limit: 20, ...(cursor && { cursor }) }, { signal }),
  );
  return (
    <Section title="Cards">
      <PagedTable
        label="Cards of the customer"
        pages={pages}
        columns={cardColumns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/cards/${id}`}
        empty={
          <Empty icon={CreditCard} title="No cards">
            A card draws on the accounts of a customer whose verification is approved.
          </Empty>
        }
      />
    </Section>
  );
}
