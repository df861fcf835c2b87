import { Sparkles } from 'lucide-react';
import { Link } from 'wouter';
import type { MagicValue } from '../../api/client.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useMagicValues } from '../../forms/use-magic-values.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, LoadingTable, Table } from '../../parts/table.tsx';
import css from './sandbox.module.css';

const columns: readonly Column<MagicValue>[] = [
  {
    name: 'Value',
    cell: ({ value, match }) => (
      <span className={css.code}>
        {match === 'SUFFIX' || match === 'LOCAL_PART_SUFFIX' ? `…${value}` : value}
        {match !== 'OTHER' && <CopyButton text={value} label={`Copy ${value}`} />}
      </span>
    ),
  },
  { name: 'Effect', cell: ({ effect }) => effect, look: 'wide' },
  { name: 'Field', cell: ({ field }) => field, look: 'wide' },
  { name: 'Area', cell: ({ area }) => area, look: 'wide' },
  {
    name: 'Try it',
    cell: ({ operationIds: [operationId] }) =>
      operationId && (
        <Link href={`/new/${operationId}`} aria-label={`Open the form of ${operationId}`}>
          Form
        </Link>
      ),
    look: 'narrow',
  },
];

export default function MagicValuesPage() {
  const { values, set } = useFilters(['area', 'find']);
  const query = useMagicValues();
  const areas = [...new Set(query.data?.map(({ area }) => area))];
  const find = (values.find ?? '').toLowerCase();
  const found = (query.data ?? []).filter(
    ({ area, field, value, effect }) =>
      (!values.area || area === values.area) && [area, field, value, effect].join(' ').toLowerCase().includes(find),
  );
  return (
    <Page
      title="Magic values"
      subtitle="Inputs that select a scenario of the sandbox. Suffixes are the last characters of a field."
      back={{ href: '/sandbox', label: 'Sandbox' }}
    >
      <FilterBar>
        <TextField label="Find" value={values.find ?? ''} onChange={(text) => set({ find: text })} isFilter />
        <Select
          label="Area"
          value={values.area ?? ''}
          onChange={(area) => set({ area })}
          none="All"
          options={areas.map((area) => ({ value: area, label: area }))}
        />
      </FilterBar>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingTable label="Magic values" />}
      {query.data && found.length === 0 && <Empty icon={Sparkles} title="No magic value matches" />}
      {found.length > 0 && (
        <Table
          label="Magic values"
          columns={columns}
          rows={found}
          keyOf={({ area, field, value }) => `${area} ${field} ${value}`}
        />
      )}
    </Page>
  );
}
