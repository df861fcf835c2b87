import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { toast } from '../../parts/toast.tsx';

/** Sends a test event and reports the response of the endpoint. */
export function TestEventButton({ onSent }: { onSent: () => void }) {
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: async () => await api.webhooks.test(),
    onSuccess: ({ response_status }) => {
      const isFailure = response_status < 200 || response_status > 299;
      toast(`The endpoint answered ${response_status}.`, { isFailure });
    },
    onSettled: () => {
      onSent();
      void queries.invalidateQueries({ queryKey: ['webhook-events'] });
    },
  });
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate()}>
        Send test event
      </Button>
      {test.error && (
        <Dialog title="The test event did not arrive" onClose={test.reset}>
          <ErrorNote error={test.error} />
          <Actions>
            <Button onClick={test.reset}>Close</Button>
            <Button look="primary" onClick={() => test.mutate()}>
              Try again
            </Button>
          </Actions>
        </Dialog>
      )}
    </>
  );
}
