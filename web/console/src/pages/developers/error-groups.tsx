import { useQuery } from '@tanstack/react-query';
import { api, type RequestErrorGroup } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Select } from '../../parts/fields.tsx';
import { Note } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { type Column, LoadingTable, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import css from './developers.module.css';
import { Operation } from './operation.tsx';
import { periodOptions, periodText, sinceOf } from './periods.ts';

interface ErrorGroupsProps {
  period: string;
  onPeriod: (period: string) => void;
  /** Page that lists the requests of a group. */
  hrefOf: (group: RequestErrorGroup) => string;
}

/** Rejected requests by operation, code and first invalid field: what to fix first. */
export function ErrorGroups({ period, onPeriod, hrefOf }: ErrorGroupsProps) {
  const groups = useQuery({
    queryKey: ['request-errors', period],
    queryFn: ({ signal }) => api.requestLog.errors.list({ since: sinceOf(period) ?? '' }, { signal }),
  });
  useLive(['request'], () => void groups.refetch());
  return (
    <Section
      title="Errors"
      actions={
        <div className={css.period}>
          <Select label="Period" value={period} onChange={onPeriod} options={periodOptions} />
        </div>
      }
    >
      <Groups query={groups} period={period} hrefOf={hrefOf} />
    </Section>
  );
}

interface GroupsProps extends Pick<ErrorGroupsProps, 'period' | 'hrefOf'> {
  query: {
    data: { data: RequestErrorGroup[] } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
}

function Groups({ query, period, hrefOf }: GroupsProps) {
  if (query.error && !query.data) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LoadingTable label="Errors" />;
  if (query.data.data.length === 0)
    return <Note tone="good">No request was rejected in the {periodText(period)}.</Note>;
  return <Table label="Errors" columns={columns} rows={query.data.data} keyOf={keyOf} hrefOf={hrefOf} />;
}

const keyOf = ({ method, route, code, field }: RequestErrorGroup): string => [method, route, code, field].join(' ');

const columns: readonly Column<RequestErrorGroup>[] = [
  {
    name: 'Error',
    cell: ({ code, field }) => (
      <>
        <span className={css.code}>{code ?? 'No code'}</span>
        {field && <span className={css.field}> {field}</span>}
      </>
    ),
  },
  { name: 'Operation', look: 'wide', cell: ({ method, route }) => <Operation method={method} path={route} /> },
  { name: 'Requests', look: 'right', cell: ({ count }) => count.toLocaleString('en') },
  { name: 'Last', look: 'narrow', cell: ({ lastAt }) => <Time at={lastAt} /> },
];
