import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, type WebhookAttempt, type WebhookEvent } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock, Json } from '../../parts/copy.tsx';
import { Details } from '../../parts/details.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Note } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { pathOfResource } from '../../parts/resource-path.ts';
import { Status } from '../../parts/status.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { EventStatus } from './delivery-list.tsx';
import css from './developers.module.css';
import { HttpStatus } from './http-status.tsx';

/** One event with its body and its attempts side by side. */
export function EventSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const canManage = useCan('MANAGE');
  const queries = useQueryClient();
  const event = useQuery({
    queryKey: ['webhook-event', id],
    queryFn: ({ signal }) => api.webhooks.events.get(id, { signal }),
  });
  useLive(['delivery'], () => void event.refetch());
  const redelivery = useMutation({
    mutationFn: async () => await api.webhooks.events.redeliver(id),
    onSuccess: () => {
      toast('The event is sent again.');
      void queries.invalidateQueries();
    },
  });
  const { data } = event;
  return (
    <Dialog title={data?.type ?? 'Event'} onClose={onClose} isSheet>
      {event.error && <ErrorNote error={event.error} onRetry={() => void event.refetch()} />}
      {event.isPending && <p role="status">Loading the event</p>}
      {data && (
        <>
          <Details entries={entriesOf(data)} />
          {redelivery.error && <ErrorNote error={redelivery.error} />}
          {canManage && (
            <Actions>
              <Button look="primary" isBusy={redelivery.isPending} onClick={() => redelivery.mutate()}>
                Redeliver
              </Button>
            </Actions>
          )}
          <Section title="Attempts">
            {data.attempts.length === 0 ? (
              <Note>{noAttemptTexts[data.status] ?? 'The event has not been sent yet.'}</Note>
            ) : (
              <div className={css.attempts}>
                {data.attempts.toReversed().map((attempt) => (
                  <Attempt key={attempt.number} attempt={attempt} />
                ))}
              </div>
            )}
          </Section>
          <Section title="Body">
            <Json value={data.payload} label="body of the event" />
          </Section>
        </>
      )}
    </Dialog>
  );
}

const noAttemptTexts: Readonly<Record<string, string>> = {
  SKIPPED: 'The event was not sent: the platform had no endpoint, or a disabled one. Set one, then redeliver it.',
};

const entriesOf = (event: WebhookEvent): [string, React.ReactNode][] => {
  const href = pathOfResource(event.resourceId);
  return [
    ['Status', <EventStatus key="status" status={event.status} />],
    ['Id', <Id key="id" id={event.id} />],
    [
      'Resource',
      href ? (
        <Link key="resource" href={href}>
          <Id id={event.resourceId} isCopyable={false} />
        </Link>
      ) : (
        <Id key="resource" id={event.resourceId} />
      ),
    ],
    ['Sequence', event.sequence],
    ['Happened', <AbsoluteTime key="at" at={event.createdAt} />],
    ['Next attempt', event.nextAttemptAt && <AbsoluteTime key="next" at={event.nextAttemptAt} />],
  ];
};

const Attempt = ({ attempt }: { attempt: WebhookAttempt }) => (
  <article className={css.attempt} aria-label={`Attempt ${attempt.number}`}>
    <h3 className={css.attemptTitle}>
      Attempt {attempt.number}
      {attempt.responseStatus === undefined ? (
        <Status status="NO_RESPONSE" tone="bad" label={attempt.error ?? 'No response'} />
      ) : (
        <HttpStatus status={attempt.responseStatus} />
      )}
    </h3>
    <p className={css.attemptFacts}>
      <AbsoluteTime at={attempt.at} />
      <span>{attempt.latencyMs.toLocaleString('en')} ms</span>
      <code>{attempt.url}</code>
    </p>
    {attempt.responseBody && <CodeBlock text={attempt.responseBody} label={`response to attempt ${attempt.number}`} />}
  </article>
);
