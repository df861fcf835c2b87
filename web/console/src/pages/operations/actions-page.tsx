import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { type OperatorAction, operatorApi } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { Button } from '../../parts/button.tsx';
import { Json } from '../../parts/copy.tsx';
import { Details } from '../../parts/details.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FilterBar, Select, TextField } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { PagedTable } from '../../parts/table.tsx';
import { AbsoluteTime, Time } from '../../parts/time.tsx';
import { actionNames } from './action-names.ts';
import { PlatformName } from './platform-name.tsx';

const PAGE = 50;
const FILTERS = ['operatorId', 'action', 'resourceId', 'platformId', 'since', 'until'] as const;

/** Days begin in UTC, like every time in the console. */
const startOf = (day: string): string => `${day}T00:00:00.000Z`;
const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + 86_400_000).toISOString();

const actorOf = ({ operatorName, operatorId, systemUser }: OperatorAction): string =>
  operatorName ?? operatorId ?? `${systemUser} (command line)`;

export default function ActionsPage() {
  const filters = useFilters(FILTERS);
  const { values, clear, hasAny } = filters;
  const [shown, setShown] = useState<OperatorAction>();
  const pages = usePages(['actions', values], ({ cursor, signal }) => {
    const { since, until, action, ...exact } = values;
    const query = {
      ...exact,
      ...(action && { action: action as OperatorAction['action'] }),
      ...(since && { since: startOf(since) }),
      ...(until && { until: endOf(until) }),
    };
    return operatorApi.actions.list({ ...query, limit: PAGE, ...(cursor && { cursor }) }, { signal });
  });
  return (
    <Page
      title="Actions"
      subtitle="Who did what: every change by operators and commands, and every look at identity data."
    >
      <ActionFilters {...filters} />
      <PagedTable
        label="Actions"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Action', cell: ({ action }) => wordsOf(action), look: 'narrow' },
          { name: 'Who', cell: actorOf, look: 'wide' },
          { name: 'Platform', cell: ({ platformId }) => platformId && <PlatformName id={platformId} />, look: 'wide' },
          { name: 'Resource', cell: ({ resourceId }) => resourceId && <Id id={resourceId} />, look: 'narrow' },
          { name: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
          {
            name: 'Details',
            cell: (action) => (
              <Button
                look="quiet"
                aria-label={`Details of ${wordsOf(action.action)} by ${actorOf(action)}`}
                onClick={() => setShown(action)}
              >
                Details
              </Button>
            ),
            look: 'narrow',
          },
        ]}
        empty={
          hasAny ? (
            <NoMatch icon={ScrollText} title="No action matches" onClear={clear} />
          ) : (
            <Empty icon={ScrollText} title="No actions yet">
              Actions of operators and of the causeway command are recorded here together with their effects.
            </Empty>
          )
        }
      />
      {shown && (
        <Dialog title={wordsOf(shown.action)} onClose={() => setShown(undefined)} isSheet>
          <Details
            entries={[
              ['Who', actorOf(shown)],
              ['When', <AbsoluteTime key="when" at={shown.createdAt} />],
              ['Platform', shown.platformId && <Id id={shown.platformId} />],
              ['Resource', shown.resourceId && <Id id={shown.resourceId} />],
              ['Entry', <Id key="id" id={shown.id} />],
            ]}
          />
          <Json value={shown.details} label="details" />
        </Dialog>
      )}
    </Page>
  );
}

function ActionFilters({ values, set, clear, hasAny }: ReturnType<typeof useFilters<(typeof FILTERS)[number]>>) {
  const people = useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) => (await operatorApi.people.list({ signal })).data,
  });
  return (
    <FilterBar>
      <TextField
        label="Resource"
        placeholder="Document:…"
        value={values.resourceId ?? ''}
        onChange={(resourceId) => set({ resourceId: resourceId.trim() })}
        isFilter
      />
      <Select
        label="Operator"
        value={values.operatorId ?? ''}
        onChange={(operatorId) => set({ operatorId })}
        none="All"
        options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        label="Action"
        value={values.action ?? ''}
        onChange={(action) => set({ action })}
        none="All"
        options={actionNames.map((name) => ({ value: name, label: wordsOf(name) }))}
      />
      <TextField label="From" type="date" value={values.since ?? ''} onChange={(since) => set({ since })} />
      <TextField label="To" type="date" value={values.until ?? ''} onChange={(until) => set({ until })} />
      {hasAny && (
        <Button look="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </FilterBar>
  );
}
