import { ScrollText } from 'lucide-react';
import { api, BASE_PATH, type LoggedRequest, type RequestErrorGroup } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { FilterBar, Select } from '../../parts/fields.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import css from './developers.module.css';
import { ErrorGroups } from './error-groups.tsx';
import { FilterField } from './filter-field.tsx';
import { HttpStatus } from './http-status.tsx';
import { Operation } from './operation.tsx';
import { periodOptions, sinceOf } from './periods.ts';
import { RequestSheet } from './request-sheet.tsx';

const FILTERS = ['statusClass', 'method', 'route', 'code', 'field', 'resourceId', 'time'] as const;
const DEFAULT_PERIOD = '24h';
const PAGE = 50;

/** Errors in groups, and below them every request that the platform's code has sent. */
export default function RequestsPage() {
  const { values, set, clear, hasAny } = useFilters(FILTERS);
  const { values: view, set: setView } = useFilters(['errors', 'request']);
  const { time, ...filters } = values;
  const pages = usePages<LoggedRequest>(['requests', values], ({ cursor, signal }) => {
    const since = sinceOf(time);
    const query = { ...filters, ...(since && { since }), ...(cursor && { cursor }), limit: PAGE };
    return api.requestLog.list(query as Parameters<typeof api.requestLog.list>[0], { signal });
  });
  useLive(['request'], pages.refetch);
  return (
    <Page
      title="Requests"
      subtitle="Requests of the code of this platform, without secrets and personal data. Reads of this console are left out."
    >
      <ErrorGroups
        period={view.errors ?? DEFAULT_PERIOD}
        onPeriod={(errors) => setView({ errors })}
        hrefOf={(group) => hrefWith({ ...only(group), time: view.errors ?? DEFAULT_PERIOD, request: undefined })}
      />
      <Section title="Log">
        <FilterBar>
          <Select
            label="Status"
            none="Any"
            value={values.statusClass ?? ''}
            onChange={(statusClass) => set({ statusClass })}
            options={statusOptions}
          />
          <Select
            label="Method"
            none="Any"
            value={values.method ?? ''}
            onChange={(method) => set({ method })}
            options={methodOptions}
          />
          <Select
            label="Time"
            none="Any"
            value={values.time ?? ''}
            onChange={(next) => set({ time: next })}
            options={periodOptions}
          />
          <FilterField
            label="Route"
            placeholder="/quotes/{quoteId}"
            value={values.route}
            onCommit={(route) => set({ route })}
            isFilter
          />
          <FilterField
            label="Error code"
            placeholder="INVALID_INPUT"
            value={values.code}
            onCommit={(code) => set({ code })}
          />
          <FilterField
            label="Resource"
            placeholder="Quote:…"
            value={values.resourceId}
            onCommit={(resourceId) => set({ resourceId })}
          />
          {values.field && <FilterField label="Field" value={values.field} onCommit={(field) => set({ field })} />}
          {hasAny && (
            <Button look="quiet" onClick={clear}>
              Clear filters
            </Button>
          )}
        </FilterBar>
        <PagedTable
          label="Requests"
          pages={pages}
          columns={columns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => hrefWith({ request: id })}
          empty={hasAny ? <NoRequestMatches onClear={clear} /> : <FirstRequest />}
        />
      </Section>
      {view.request && <RequestSheet id={view.request} onClose={() => setView({ request: undefined })} />}
    </Page>
  );
}

/** This page with other filters. */
function hrefWith(changes: Record<string, string | undefined>): string {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
  }
  return `/developers/requests?${params}`;
}

/** Filters that select exactly the requests of a group. */
const only = ({ method, route, code, field }: RequestErrorGroup): Record<string, string | undefined> => ({
  ...Object.fromEntries(FILTERS.map((name) => [name, undefined])),
  method,
  route,
  code,
  field,
});

const statusOptions = [
  { value: '2xx', label: '2xx succeeded' },
  { value: '4xx', label: '4xx rejected' },
  { value: '5xx', label: '5xx failed' },
];

const methodOptions = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

const columns: readonly Column<LoggedRequest>[] = [
  { name: 'Request', look: 'wide', cell: ({ method, path }) => <Operation method={method} path={shortPath(path)} /> },
  { name: 'Error', cell: ({ code }) => code && <span className={css.code}>{code}</span> },
  { name: 'Status', look: 'narrow', cell: ({ status }) => <HttpStatus status={status} /> },
  { name: 'Duration', look: 'right', cell: ({ durationMs }) => `${Math.max(Math.round(durationMs), 1)} ms` },
  { name: 'Time', look: 'narrow', cell: ({ at }) => <Time at={at} /> },
];

const shortPath = (path: string): string => (path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path);

const NoRequestMatches = ({ onClear }: { onClear: () => void }) => (
  <NoMatch icon={ScrollText} title="No request matches" onClear={onClear}>
    Filters compare whole values: a route is a template such as <code>/quotes/{'{quoteId}'}</code>.
  </NoMatch>
);

const FirstRequest = () => (
  <Empty icon={ScrollText} title="No requests yet">
    <p>Send the first one with a token of this platform:</p>
    <CodeBlock
      label="first request"
      text={`curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" ${location.origin}${BASE_PATH}/config`}
    />
  </Empty>
);
