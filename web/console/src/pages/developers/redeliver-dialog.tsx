import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Checkbox, Form, Select, TextField } from '../../parts/fields.tsx';
import { Note } from '../../parts/note.tsx';
import { toast } from '../../parts/toast.tsx';
import { EventTypeSelect } from './delivery-list.tsx';
import { periodOptions, sinceOf } from './periods.ts';
import { useClockOffset } from './use-clock-offset.ts';

type Request = Parameters<typeof api.webhooks.redeliver>[0];

/** Counts matching events, and after a confirmation sends exactly the counted events again. */
export function RedeliverDialog({ onClose }: { onClose: () => void }) {
  const [period, setPeriod] = useState('24h');
  const [type, setType] = useState('');
  const [answer, setAnswer] = useState('');
  const [isAll, setAll] = useState(false);
  const offsetMs = useClockOffset();
  const queries = useQueryClient();
  const count = useMutation({
    mutationFn: async (request: Request) => ({
      request,
      ...(await api.webhooks.redeliver({ ...request, dryRun: true })),
    }),
  });
  const redelivery = useMutation({
    mutationFn: async (request: Request) => await api.webhooks.redeliver(request),
    onSuccess: ({ count: sent }) => {
      toast(`${eventsText(sent)} sent again.`);
      void queries.invalidateQueries();
      onClose();
    },
  });
  const request = (): Request => ({
    since: sinceOf(period, Date.now() + offsetMs) ?? '',
    // Events that happen after the count are not part of it.
    until: new Date(Date.now() + offsetMs).toISOString(),
    failedOnly: !isAll,
    ...(type && { type: type as NonNullable<Request['type']> }),
    ...(answer && { responseStatus: Number(answer) }),
  });
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      count.reset();
      set(value);
    };
  const counted = count.data;
  return (
    <Dialog title="Redeliver events" onClose={onClose}>
      <Form onSubmit={() => (counted ? redelivery.mutate(counted.request) : count.mutate(request()))}>
        <Select label="Happened in" value={period} onChange={changing(setPeriod)} options={periodOptions} />
        <EventTypeSelect value={type} onChange={changing(setType)} />
        <TextField
          label="An attempt was answered with"
          inputMode="numeric"
          placeholder="500"
          value={answer}
          onChange={changing(setAnswer)}
          isOptional
        />
        <Checkbox label="Include events that have arrived already" isChecked={isAll} onChange={changing(setAll)} />
        {(count.error ?? redelivery.error) && <ErrorNote error={count.error ?? redelivery.error} />}
        {counted && <Note tone={counted.count === 0 ? 'info' : 'warn'}>{resultText(counted.count)}</Note>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isBusy={count.isPending || redelivery.isPending}
            disabled={counted?.count === 0}
          >
            {counted ? `Redeliver ${eventsText(counted.count)}` : 'Count matching events'}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

const eventsText = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`;

const resultText = (count: number): string =>
  count === 0
    ? 'No event matches. Change the filters to count again.'
    : `${eventsText(count)} ${count === 1 ? 'matches' : 'match'}. Nothing has been sent yet.`;
