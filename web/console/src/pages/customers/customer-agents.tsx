import { Bot } from 'lucide-react';
import { type Agent, api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Id } from '../../parts/id.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

const columns: readonly Column<Agent>[] = [
  { name: 'Name', cell: ({ name }) => name, look: 'wide' },
  { name: 'State', cell: (agent) => <Status status={stateOf(agent)} />, look: 'narrow' },
  { name: 'Agent', cell: ({ id }) => <Id id={id} />, look: 'narrow' },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
];

function stateOf({ isPaused, isConnected }: Agent): string {
  if (isPaused) return 'PAUSED';
  return isConnected ? 'ACTIVE' : 'NOT_CONNECTED';
}

/** Agents that act for the customer. */
export function CustomerAgents({ customerId }: { customerId: string }) {
  const pages = usePages(['agents', { customerId }], ({ cursor, signal }) =>
    api.agents.list({ customerId, limit: 20, ...(cursor && { cursor }) }, { signal }),
  );
  return (
    <Section title="Agents">
      <PagedTable
        label="Agents of the customer"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Bot} title="No agents">
            An agent pays for the customer within a policy that you set.
          </Empty>
        }
      />
    </Section>
  );
}
