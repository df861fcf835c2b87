import { useMutation, useQuery } from '@tanstack/react-query';
import { operatorApi } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Section } from '../../parts/page.tsx';
import { LoadingTable, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

/** Sessions of people in the console, each of which can be ended. */
export function PersonSessions() {
  const { id: own } = useSession();
  const sessions = useQuery({
    queryKey: ['person-sessions'],
    queryFn: async ({ signal }) => (await operatorApi.sessions.list({ signal })).data,
  });
  const end = useMutation({
    mutationFn: async (id: string) => await operatorApi.sessions.delete(id),
    onSuccess: () => {
      toast('The session is ended.');
      void sessions.refetch();
    },
  });
  return (
    <Section title="Sessions">
      {end.error && <ErrorNote error={end.error} />}
      {sessions.isPending && <LoadingTable label="Sessions" />}
      {sessions.error && <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data && (
        <Table
          label="Sessions"
          rows={sessions.data}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Person',
              cell: ({ id, operatorName }) => (id === own ? `${operatorName} (this session)` : operatorName),
              look: 'wide',
            },
            { name: 'Login', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow', isNamed: true },
            { name: 'Last request', cell: ({ usedAt }) => <Time at={usedAt} />, look: 'narrow', isNamed: true },
            { name: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} />, look: 'narrow', isNamed: true },
            {
              name: 'Action',
              cell: ({ id, operatorName }) =>
                id !== own && (
                  <Button
                    look="quiet"
                    aria-label={`End the session of ${operatorName}`}
                    isBusy={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  >
                    End
                  </Button>
                ),
              look: 'narrow',
            },
          ]}
        />
      )}
    </Section>
  );
}
