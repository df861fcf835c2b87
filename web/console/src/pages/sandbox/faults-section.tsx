import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { api, type SandboxFault } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { OperationForm } from '../../forms/operation-form.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { type Column, LoadingTable, Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toast.tsx';
import css from './sandbox.module.css';

const KEY = ['sandbox-faults'];

const columns: readonly Column<SandboxFault>[] = [
  { name: 'Requests', cell: ({ method, path }) => <code>{`${method ?? 'Any method'} ${path}`}</code>, look: 'wide' },
  { name: 'Effect', cell: effectOf, look: 'wide' },
  { name: 'Left', cell: ({ remaining, times }) => `${remaining} of ${times}`, look: 'right' },
];

function effectOf({ status, drop, delayMs }: SandboxFault): string {
  if (status) return `Answered with ${status}`;
  if (drop) return drop === 'REQUEST' ? 'Connection closed before it runs' : 'Connection closed after it has run';
  return `Delayed by ${delayMs} ms`;
}

/** Faults that the platform has configured, to test how its own code handles them. */
export function FaultsSection() {
  const [isAdding, setAdding] = useState(false);
  const canManage = useCan('MANAGE');
  const queries = useQueryClient();
  const faults = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.sandbox.faults.list({ signal })).data,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const remove = useMutation({
    mutationFn: async () => await api.sandbox.faults.delete(),
    onSuccess: async () => {
      toast('Faults removed');
      await refresh();
    },
  });
  const actions = canManage && (
    <div className={css.buttons}>
      {faults.data && faults.data.length > 0 && (
        <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Remove all
        </Button>
      )}
      <Button onClick={() => setAdding(true)}>Add a fault</Button>
    </div>
  );
  const error = faults.error ?? remove.error;
  return (
    <Section title="Faults" actions={actions}>
      {error && <ErrorNote error={error} onRetry={() => void faults.refetch()} />}
      {faults.isPending && <LoadingTable label="Faults" />}
      {faults.data?.length === 0 && (
        <Empty icon={Zap} title="No faults">
          A fault answers requests with an error, closes their connection or delays them, so that you can test retries.
        </Empty>
      )}
      {faults.data && faults.data.length > 0 && (
        <Table label="Faults" columns={columns} rows={faults.data} keyOf={({ id }) => id} />
      )}
      {isAdding && (
        <Dialog title="Add a fault" onClose={() => setAdding(false)}>
          <OperationForm
            operationId="createSandboxFault"
            submit="Add the fault"
            onCancel={() => setAdding(false)}
            onDone={() => {
              setAdding(false);
              void refresh();
            }}
          />
        </Dialog>
      )}
    </Section>
  );
}
