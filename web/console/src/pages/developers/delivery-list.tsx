import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { api, type WebhookEventSummary } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { FilterBar, Select } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status, type Tone, wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { FilterField } from './filter-field.tsx';
import { periodOptions, sinceOf } from './periods.ts';
import { useClockOffset } from './use-clock-offset.ts';

const FILTERS = ['status', 'type', 'responseStatus', 'resourceId', 'time'] as const;
const PAGE = 50;
const FEW = 5;

type EventQuery = Parameters<typeof api.webhooks.events.list>[0];

/** Events whose delivery has failed for good, to be redelivered or ignored. */
export function FailedDeliveries() {
  const columns = useColumns();
  const pages = usePages<WebhookEventSummary>(['webhook-events', 'failed'], ({ cursor, signal }) =>
    api.webhooks.events.list({ status: 'FAILED', limit: FEW, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['delivery'], pages.refetch);
  return (
    <Section title="Failed">
      <PagedTable
        label="Failed events"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={hrefOf}
        empty={null}
      />
    </Section>
  );
}

/** Every event, newest first. */
export function DeliveryList() {
  const { values, set, clear, hasAny } = useFilters(FILTERS);
  const columns = useColumns();
  const offsetMs = useClockOffset();
  const { time, responseStatus, ...filters } = values;
  const pages = usePages<WebhookEventSummary>(['webhook-events', values], ({ cursor, signal }) => {
    const since = sinceOf(time, Date.now() + offsetMs);
    const query = {
      ...filters,
      ...(responseStatus && { responseStatus: Number(responseStatus) }),
      ...(since && { since }),
      ...(cursor && { cursor }),
      limit: PAGE,
    };
    return api.webhooks.events.list(query as EventQuery, { signal });
  });
  useLive(['delivery'], pages.refetch);
  return (
    <Section title="Deliveries">
      <FilterBar>
        <Select
          label="Status"
          none="Any"
          value={values.status ?? ''}
          onChange={(status) => set({ status })}
          options={statusOptions}
        />
        <EventTypeSelect value={values.type ?? ''} onChange={(type) => set({ type })} />
        <Select
          label="Time"
          none="Any"
          value={time ?? ''}
          onChange={(next) => set({ time: next })}
          options={periodOptions}
        />
        <FilterField
          label="Answered with"
          placeholder="500"
          value={responseStatus}
          onCommit={(status) => set({ responseStatus: status })}
        />
        <FilterField
          label="Resource"
          placeholder="Transaction:…"
          value={values.resourceId}
          onCommit={(resourceId) => set({ resourceId })}
          isFilter
        />
        {hasAny && (
          <Button look="quiet" onClick={clear}>
            Clear filters
          </Button>
        )}
      </FilterBar>
      <PagedTable
        label="Events"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={hrefOf}
        empty={
          hasAny ? (
            <NoMatch icon={Webhook} title="No event matches" onClear={clear} />
          ) : (
            <Empty icon={Webhook} title="No events yet">
              Create a customer, or fund an account: every change is an event.
            </Empty>
          )
        }
      />
    </Section>
  );
}

interface EventTypeSelectProps {
  value: string;
  onChange: (type: string) => void;
}

/** The types of events, from the catalogue of the server. */
export function EventTypeSelect({ value, onChange }: EventTypeSelectProps) {
  const types = useQuery({
    queryKey: ['webhook-event-types'],
    queryFn: ({ signal }) => api.webhooks.eventTypes.list({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const options = (types.data?.data ?? []).map(({ type }) => ({ value: type, label: type }));
  return <Select label="Type" none="Any" value={value} onChange={onChange} options={options} />;
}

/** This page with the sheet of an event. */
function hrefOf({ id }: WebhookEventSummary): string {
  const params = new URLSearchParams(location.search);
  params.set('event', id);
  return `/developers/webhooks?${params}`;
}

const statuses = ['PENDING', 'WAITING', 'REDELIVERING', 'DELIVERED', 'FAILED', 'SKIPPED'];
const statusOptions = statuses.map((value) => ({ value, label: wordsOf(value) }));

const tones: Readonly<Record<string, Tone>> = { WAITING: 'warn', REDELIVERING: 'info', DIRECT: 'info' };

export const EventStatus = ({ status }: { status: string }) => (
  <Status status={status} {...(tones[status] && { tone: tones[status] })} />
);

function useColumns(): readonly Column<WebhookEventSummary>[] {
  const offsetMs = useClockOffset();
  return [
    { name: 'Event', look: 'wide', cell: ({ type }) => <code>{type}</code> },
    { name: 'Resource', cell: ({ resourceId }) => <Id id={resourceId} isCopyable={false} /> },
    { name: 'Attempts', look: 'right', cell: ({ attemptCount }) => attemptCount },
    { name: 'Status', look: 'narrow', cell: ({ status }) => <EventStatus status={status} /> },
    { name: 'Time', look: 'narrow', cell: ({ createdAt }) => <Time at={createdAt} offsetMs={offsetMs} /> },
  ];
}
