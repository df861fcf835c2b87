import { CreditCard } from 'lucide-react';
import { api, type Card } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { LinkButton } from '../../parts/button.tsx';
import { FilterBar, Select } from '../../parts/fields.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { PagedTable } from '../../parts/table.tsx';
import { useNames } from '../payments/names.ts';
import { cardColumns } from './card-columns.tsx';

const STATES = ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'] as const satisfies readonly Card['state'][];

export default function CardsPage() {
  const { values, set } = useFilters(['state']);
  const state = STATES.find((one) => one === values.state);
  const pages = usePages(['cards', { state }], ({ cursor, signal }) =>
    api.cards.list({ ...(state && { state }), limit: 50, sortOrder: 'desc', ...(cursor && { cursor }) }, { signal }),
  );
  const names = useNames(pages.rows);
  useLive(['card'], pages.refetch);
  return (
    <Page title="Cards" subtitle="Debit cards that draw on the accounts of customers.">
      <FilterBar>
        <Select
          label="State"
          value={state ?? ''}
          onChange={(value) => set({ state: value })}
          none="All"
          options={STATES.map((value) => ({ value, label: wordsOf(value) }))}
        />
      </FilterBar>
      <PagedTable
        label="Cards"
        pages={pages}
        columns={[
          ...cardColumns.slice(0, 1),
          { name: 'Cardholder', cell: ({ cardholderId }) => names.of(cardholderId).name, look: 'wide' },
          ...cardColumns.slice(1),
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/cards/${id}`}
        empty={
          <Empty
            icon={CreditCard}
            title="No cards"
            actions={<LinkButton href="/customers">Choose a customer</LinkButton>}
          >
            Cards are issued to customers whose verification is approved.
          </Empty>
        }
      />
    </Page>
  );
}
