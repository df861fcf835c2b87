import { Users } from 'lucide-react';
import { useState } from 'react';
import { api, type CustomerOneOf } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useCan } from '../../api/use-session.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox, FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { CreateCustomer } from './create-customer.tsx';
import { nameOf, verificationOf } from './customer-name.ts';

const FILTERS = ['customerType', 'platformCustomerId', 'region', 'deleted'] as const;
const PAGE = 50;

const columns: readonly Column<CustomerOneOf>[] = [
  { name: 'Name', cell: nameOf, look: 'wide' },
  { name: 'Type', cell: ({ customerType }) => (customerType === 'BUSINESS' ? 'Business' : 'Person'), look: 'narrow' },
  { name: 'Verification', cell: (customer) => <Status status={verificationOf(customer)} />, look: 'narrow' },
  { name: 'Region', cell: ({ region }) => region, look: 'narrow' },
  {
    name: 'Own id',
    cell: ({ platformCustomerId }) => <span title={platformCustomerId}>{platformCustomerId}</span>,
    look: 'clipped',
  },
  {
    name: 'Created',
    cell: ({ createdAt, isDeleted }) =>
      isDeleted ? <Status status="CLOSED" label="Deleted" /> : <Time at={createdAt} />,
    look: 'narrow',
  },
];

export default function CustomersPage() {
  const { values, set, hasAny, clear } = useFilters(FILTERS);
  const [isCreating, setCreating] = useState(false);
  const canManage = useCan('MANAGE');
  const { deleted, customerType, ...exact } = values;
  const pages = usePages(['customers', values], ({ cursor, signal }) =>
    api.customers.list(
      {
        ...exact,
        ...(customerType && { customerType: customerType as CustomerOneOf['customerType'] }),
        ...(deleted && { isIncludingDeleted: true }),
        ...(cursor && { cursor }),
        limit: PAGE,
      },
      { signal },
    ),
  );
  useLive(['customer'], pages.refetch);
  const create = canManage && (
    <Button look="primary" onClick={() => setCreating(true)}>
      Create customer
    </Button>
  );
  return (
    <Page title="Customers" subtitle="People and businesses that send, receive and hold money." actions={create}>
      <FilterBar>
        <TextField
          label="Own id"
          value={values.platformCustomerId ?? ''}
          onChange={(platformCustomerId) => set({ platformCustomerId })}
          isFilter
        />
        <Select
          label="Type"
          value={customerType ?? ''}
          onChange={(type) => set({ customerType: type })}
          none="All"
          options={[
            { value: 'INDIVIDUAL', label: 'People' },
            { value: 'BUSINESS', label: 'Businesses' },
          ]}
        />
        <TextField
          label="Region"
          placeholder="US"
          value={values.region ?? ''}
          onChange={(region) => set({ region: region.toUpperCase() })}
        />
        <Checkbox
          label="Deleted ones as well"
          isChecked={deleted !== undefined}
          onChange={(isChecked) => set({ deleted: isChecked ? 'yes' : '' })}
        />
        {hasAny && (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </FilterBar>
      <PagedTable
        label="Customers"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/customers/${id}`}
        empty={
          hasAny ? (
            <NoMatch icon={Users} title="No customer matches" onClear={clear} />
          ) : (
            <Empty icon={Users} title="No customers yet" actions={create}>
              A customer is a person or business of your platform. Each gets accounts in the currencies of the platform.
            </Empty>
          )
        }
      />
      {isCreating && <CreateCustomer onClose={() => setCreating(false)} />}
    </Page>
  );
}
