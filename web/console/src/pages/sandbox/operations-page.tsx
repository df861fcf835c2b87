import { SquareTerminal } from 'lucide-react';
import { useFilters } from '../../filters/use-filters.ts';
import { useApiDocument } from '../../forms/api-document.ts';
import { findMethod } from '../../forms/call-operation.ts';
import type { Operation } from '../../forms/schema.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, LoadingTable, Table } from '../../parts/table.tsx';

const columns: readonly Column<Operation>[] = [
  { name: 'Operation', cell: ({ summary }) => summary, look: 'wide' },
  { name: 'Request', cell: ({ method, path }) => <code>{`${method} ${path}`}</code>, look: 'wide' },
  { name: 'Area', cell: ({ tag }) => tag, look: 'wide' },
];

/** Operations that change something and that the console can call. */
export const isCallable = ({ method, clientMethod }: Operation): boolean =>
  method !== 'GET' && findMethod(clientMethod) !== undefined;

export default function OperationsPage() {
  const { values, set } = useFilters(['area', 'find']);
  const { data, error, refetch } = useApiDocument();
  const all = [...(data?.operations.values() ?? [])].filter(isCallable);
  const areas = [...new Set(all.map(({ tag }) => tag))];
  const find = (values.find ?? '').toLowerCase();
  const found = all.filter(
    ({ tag, summary, method, path, operationId }) =>
      (!values.area || tag === values.area) &&
      [summary, method, path, operationId].join(' ').toLowerCase().includes(find),
  );
  return (
    <Page title="Operations" subtitle="Every operation of the API that changes something, as a form.">
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
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingTable label="Operations" />}
      {data && found.length === 0 && <Empty icon={SquareTerminal} title="No operation matches" />}
      {found.length > 0 && (
        <Table
          label="Operations"
          columns={columns}
          rows={found}
          keyOf={({ operationId }) => operationId}
          hrefOf={({ operationId }) => `/new/${operationId}`}
        />
      )}
    </Page>
  );
}
