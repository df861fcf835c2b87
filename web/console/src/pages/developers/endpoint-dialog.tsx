import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { toast } from '../../parts/toast.tsx';

/** Sets the endpoint. The server sends a test event to it at once. */
export function EndpointDialog({ url = '', onClose }: { url: string | undefined; onClose: () => void }) {
  const [address, setAddress] = useState(url);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async () => await api.config.update({ webhookEndpoint: address.trim() }),
    onSuccess: () => {
      toast('The endpoint is set; a test event is on its way.');
      void queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <Dialog title={url ? 'Change the endpoint' : 'Set the endpoint'} onClose={onClose}>
      <Form onSubmit={() => change.mutate()}>
        <TextField
          label="Address"
          type="url"
          value={address}
          onChange={setAddress}
          placeholder="https://api.example.com/webhooks"
          help="Events are sent as POST. An endpoint that was disabled is enabled again."
          isRequired
        />
        {change.error && <ErrorNote error={change.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            Set endpoint
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
