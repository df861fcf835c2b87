import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Waypoints } from 'lucide-react';
import { api } from '../../api/client.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FilterBar, Select } from '../../parts/fields.tsx';
import { Money } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { LoadingTable, Table } from '../../parts/table.tsx';
import { AuditLine } from './derivation.tsx';
import { FlowDiagram } from './flow-diagram.tsx';
import type { Flow } from './flow-layout.ts';
import { pathWith } from './kinds.ts';
import { PeriodBar } from './moments.tsx';

type Group = Awaited<ReturnType<typeof api.ledger.flows.get>>['data'][number];

/** Money that moved between kinds of accounts in a period, as a diagram and as a table. */
export default function FlowsPage() {
  const { values, set } = useFilters(['since', 'until', 'currency']);
  const { since, until, currency } = values;
  const flows = useQuery({
    queryKey: ['ledger', 'flows', since, until],
    queryFn: ({ signal }) => api.ledger.flows.get({ ...(since && { since }), ...(until && { until }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const groups = flows.data?.data ?? [];
  const group = groups.find(({ currency: { code } }) => code === currency) ?? groups[0];
  return (
    <Page
      title="Flows"
      subtitle="Money that entries moved from one kind of account to another, in one currency. Reversals flow back as flows of their own."
    >
      <FilterBar>
        <Select
          label="Currency"
          value={group?.currency.code ?? ''}
          onChange={(value) => set({ currency: value })}
          options={groups.map(({ currency: { code, name } }) => ({ value: code, label: `${code} · ${name}` }))}
          {...(groups.length === 0 && { none: 'None' })}
        />
        <PeriodBar since={since} until={until} onChange={set} />
      </FilterBar>
      {flows.isPending && <LoadingTable label="Flows" />}
      {flows.error && <ErrorNote error={flows.error} onRetry={() => void flows.refetch()} />}
      {flows.data && !flows.error && !group && (
        <Empty icon={Waypoints} title="No money moved in this period">
          Pick a longer period, or make the first payment.
        </Empty>
      )}
      {group && !flows.error && <Flows group={group} period={{ since, until: flows.data?.until }} />}
    </Page>
  );
}

function Flows({
  group: { currency, flows },
  period,
}: {
  group: Group;
  period: { since: string | undefined; until: string | undefined };
}) {
  const hrefOf = ({ from, to }: Flow): string =>
    pathWith('/ledger/entries', { debitKind: from, creditKind: to, currency: currency.code, ...period });
  return (
    <>
      <FlowDiagram flows={flows} currency={currency} hrefOf={hrefOf} />
      <AuditLine />
      <Section title={`Flows in ${currency.code}`}>
        <Table<Flow>
          label={`Flows in ${currency.code}`}
          rows={flows}
          keyOf={({ from, to }) => `${from} ${to}`}
          hrefOf={hrefOf}
          columns={[
            { name: 'From', cell: ({ fromTitle }) => fromTitle },
            { name: 'To', cell: ({ toTitle }) => toTitle, isNamed: true },
            { name: 'Entries', look: 'right', cell: ({ entries }) => entries.toLocaleString('en') },
            { name: 'Amount', look: 'right', cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
          ]}
        />
      </Section>
    </>
  );
}
