import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api, type WebhookKey } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, LoadingTable, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { Secret } from './secret.tsx';

const KEY = ['webhook-keys'];

const columns: readonly Column<WebhookKey>[] = [
  { name: 'Algorithm', cell: ({ algorithm }) => algorithm },
  { name: 'Key', cell: ({ id }) => <Id id={id} />, look: 'narrow' },
  { name: 'Status', cell: ({ status }) => <Status status={status} />, look: 'narrow' },
  { name: 'Verify with', cell: (key) => <Material webhookKey={key} />, look: 'wide' },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
];

function Material({ webhookKey: { publicKey, publicKeyPem, secret } }: { webhookKey: WebhookKey }) {
  if (secret) return <Secret text={secret} name="secret" />;
  const text = publicKey ?? publicKeyPem;
  return text ? <Secret text={text} name="public key" isPublic /> : 'secret, visible with MANAGE';
}

/** Keys by which a receiver verifies the signatures of webhooks. */
export function WebhookKeys({ canManage }: { canManage: boolean }) {
  const [isRotating, setRotating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.webhooks.keys.list({ signal })).data,
  });
  return (
    <Section
      title="Webhook signing keys"
      actions={
        canManage && (
          <Button onClick={() => setRotating(true)}>
            <RefreshCw size={14} aria-hidden="true" />
            Rotate keys
          </Button>
        )
      }
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingTable label="signing keys" />}
      {data && <Table label="Webhook signing keys" rows={data} columns={columns} keyOf={({ id }) => id} />}
      {isRotating && <RotateKeys onClose={() => setRotating(false)} />}
    </Section>
  );
}

function RotateKeys({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: async () => await api.webhooks.keys.rotate(),
    onSuccess: ({ data }) => {
      queries.setQueryData(KEY, data);
      toast('Signing keys rotated');
      onClose();
    },
  });
  return (
    <Confirm
      title="Rotate the signing keys?"
      confirm="Rotate keys"
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      <p>
        New events are signed with new keys and, until the old ones retire, with the old keys too. Add the new keys to
        your receiver before that time.
      </p>
      {rotate.error && <ErrorNote error={rotate.error} />}
    </Confirm>
  );
}
