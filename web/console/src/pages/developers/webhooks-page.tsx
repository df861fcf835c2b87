import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { DeliveryList, FailedDeliveries } from './delivery-list.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { EventSheet } from './event-sheet.tsx';
import { NoEndpoint } from './no-endpoint.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { TestEventButton } from './test-event-button.tsx';

type Open = 'endpoint' | 'redeliver';

/** Health of the endpoint, failed events first, and every delivery with its attempts. */
export default function WebhooksPage() {
  const canManage = useCan('MANAGE');
  const [open, setOpen] = useState<Open>();
  const { values, set } = useFilters(['event']);
  const endpoint = useQuery({
    queryKey: ['webhook-endpoint'],
    queryFn: ({ signal }) => api.webhooks.endpoint.get({ signal }),
  });
  useLive(['delivery'], () => void endpoint.refetch());
  const { data: health } = endpoint;
  const isSet = health !== undefined && health.state !== 'NOT_SET';
  return (
    <Page
      title="Webhooks"
      subtitle="Events that this platform's endpoint receives, and every attempt to deliver them."
      actions={
        canManage &&
        isSet && (
          <>
            <Button onClick={() => setOpen('redeliver')}>Redeliver…</Button>
            <TestEventButton onSent={() => void endpoint.refetch()} />
            <Button onClick={() => setOpen('endpoint')}>Change endpoint</Button>
          </>
        )
      }
    >
      {endpoint.error && <ErrorNote error={endpoint.error} onRetry={() => void endpoint.refetch()} />}
      {endpoint.isPending && <LoadingTable label="Endpoint" />}
      {health && (isSet ? <EndpointHealth health={health} /> : <NoEndpoint onSet={() => setOpen('endpoint')} />)}
      {health && health.failed > 0 && <FailedDeliveries />}
      <DeliveryList />
      {open === 'endpoint' && <EndpointDialog url={health?.url} onClose={() => setOpen(undefined)} />}
      {open === 'redeliver' && <RedeliverDialog onClose={() => setOpen(undefined)} />}
      {values.event && <EventSheet id={values.event} onClose={() => set({ event: undefined })} />}
    </Page>
  );
}
