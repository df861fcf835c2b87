import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { type ApiToken, api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useCan, useSession } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { CreateToken } from './create-token.tsx';
import css from './settings.module.css';

const PAGE = 50;

export default function TokensPage() {
  const { tokenId } = useSession();
  const canManage = useCan('MANAGE');
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken>();
  const pages = usePages(['tokens'], ({ cursor, signal }) =>
    api.tokens.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  const create = canManage && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden="true" />
      Create token
    </Button>
  );
  return (
    <Page
      title="API tokens"
      subtitle="Credentials of this platform. A session of the console has the permissions of the token it was opened with, and ends with it."
      actions={create}
    >
      <PagedTable
        label="API tokens, newest first"
        pages={pages}
        columns={columnsFor({ ownId: tokenId, onRevoke: canManage ? setRevoked : undefined })}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={KeyRound} title="No API tokens" actions={create}>
            A token lets your server call the API.
          </Empty>
        }
      />
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(undefined)} />}
    </Page>
  );
}

interface ColumnOptions {
  /** Token of this session, which cannot revoke itself. */
  ownId: string | undefined;
  onRevoke: ((token: ApiToken) => void) | undefined;
}

const columnsFor = ({ ownId, onRevoke }: ColumnOptions): Column<ApiToken>[] => [
  {
    name: 'Name',
    cell: ({ name, id }) => (
      <span className={css.name}>
        {name}
        {id === ownId && <Status status="ACTIVE" tone="info" label="This session" />}
      </span>
    ),
    look: 'wide',
  },
  { name: 'Permissions', cell: ({ permissions }) => permissions.join(', '), look: 'narrow' },
  {
    name: 'Client id',
    cell: ({ clientId }) => (
      <span className={css.clientId}>
        <span title={clientId}>{clientId.length > 12 ? `${clientId.slice(0, 12)}…` : clientId}</span>
        <CopyButton text={clientId} label={`Copy the client id ${clientId}`} />
      </span>
    ),
    look: 'narrow',
  },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
  ...(onRevoke
    ? [
        {
          name: 'Actions',
          cell: (token: ApiToken) =>
            token.id !== ownId && (
              <Button look="quiet" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
                Revoke
              </Button>
            ),
          look: 'right' as const,
        },
      ]
    : []),
];

function RevokeToken({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => await api.tokens.delete(token.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tokens'] });
      toast(`${token.name} revoked`);
      onClose();
    },
  });
  return (
    <Confirm
      title={`Revoke ${token.name}?`}
      confirm="Revoke token"
      isDangerous
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Requests with this token are rejected from now on, and console sessions that were opened with it end. This
        cannot be undone.
      </p>
      {revoke.error && <ErrorNote error={revoke.error} />}
    </Confirm>
  );
}
