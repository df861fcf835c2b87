import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { type OperatorJob, operatorApi } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FilterBar, Select } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { LoadingTable, PagedTable, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import css from './operations.module.css';
import { PlatformName } from './platform-name.tsx';

const PAGE = 50;

export default function JobsPage() {
  const kinds = useQuery({
    queryKey: ['job-kinds'],
    queryFn: async ({ signal }) => (await operatorApi.jobs.count({ signal })).data,
  });
  const queries = useQueryClient();
  useLive(['job'], () => void kinds.refetch());
  const retryAll = useMutation({
    mutationFn: async (kind: string) => await operatorApi.jobs.retryDead({ kind }),
    onSuccess: ({ retried, hasMore }, kind) => {
      toast(`${retried} jobs of ${kind} run again${hasMore ? '; more are left' : ''}.`);
      void kinds.refetch();
      void queries.invalidateQueries({ queryKey: ['dead-jobs'] });
    },
  });
  const rows = kinds.data ?? [];
  return (
    <Page title="Jobs" subtitle="Background work of all platforms. A dead job has used up its tries and waits for you.">
      {retryAll.error && <ErrorNote error={retryAll.error} />}
      <Section title="By kind">
        {kinds.isPending && <LoadingTable label="Jobs by kind" />}
        {kinds.error && <ErrorNote error={kinds.error} onRetry={() => void kinds.refetch()} />}
        {kinds.data &&
          (rows.length === 0 ? (
            <Empty icon={CircleCheck} title="The queue is empty">
              Every job is done.
            </Empty>
          ) : (
            <Table
              label="Jobs by kind"
              rows={rows}
              keyOf={({ kind }) => kind}
              columns={[
                { name: 'Kind', cell: ({ kind }) => <span className={css.mono}>{kind}</span>, look: 'narrow' },
                {
                  name: 'Dead',
                  cell: ({ dead: count }) =>
                    count > 0 ? (
                      <Status status="DEAD" label={`${count} dead`} />
                    ) : (
                      <Status status="ACTIVE" label="None" />
                    ),
                  look: 'narrow',
                },
                { name: 'Overdue', cell: ({ overdue }) => overdue, look: 'right' },
                { name: 'Running', cell: ({ running }) => running, look: 'right' },
                { name: 'Scheduled', cell: ({ scheduled }) => scheduled, look: 'right' },
                { name: 'Last error', cell: ({ lastError }) => lastError, look: 'wide' },
                {
                  name: 'Action',
                  cell: ({ kind, dead: count }) =>
                    count > 0 && (
                      <Button
                        isBusy={retryAll.isPending && retryAll.variables === kind}
                        onClick={() => retryAll.mutate(kind)}
                      >
                        <RotateCw size={14} aria-hidden="true" />
                        Retry all
                      </Button>
                    ),
                  look: 'narrow',
                },
              ]}
            />
          ))}
      </Section>
      <DeadJobs kinds={rows.map(({ kind }) => kind)} onRetried={() => void kinds.refetch()} />
    </Page>
  );
}

/** Dead jobs one by one, newest first. */
function DeadJobs({ kinds, onRetried }: { kinds: readonly string[]; onRetried: () => void }) {
  const { values, set } = useFilters(['kind']);
  const dead = usePages(['dead-jobs', values], ({ cursor, signal }) =>
    operatorApi.jobs.listDead({ ...values, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['job'], dead.refetch);
  const retry = useMutation({
    mutationFn: async ({ id }: OperatorJob) => await operatorApi.jobs.retry(id),
    onSuccess: () => {
      toast('The job runs again.');
      dead.refetch();
      onRetried();
    },
  });
  return (
    <Section title="Dead jobs">
      {retry.error && <ErrorNote error={retry.error} />}
      <FilterBar>
        <Select
          label="Kind"
          value={values.kind ?? ''}
          onChange={(kind) => set({ kind })}
          none="All"
          options={kinds.map((kind) => ({ value: kind, label: kind }))}
        />
      </FilterBar>
      <PagedTable
        label="Dead jobs"
        pages={dead}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Kind', cell: ({ kind }) => <span className={css.mono}>{kind}</span>, look: 'narrow' },
          { name: 'Platform', cell: ({ platformId }) => <PlatformName id={platformId} />, look: 'wide' },
          { name: 'Resource', cell: ({ resourceId }) => <Id id={resourceId} />, look: 'narrow' },
          { name: 'Tries', cell: ({ attempts }) => attempts, look: 'right' },
          { name: 'Last error', cell: ({ lastError }) => lastError, look: 'wide' },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
          {
            name: 'Action',
            cell: (job) => (
              <Button
                aria-label={`Retry ${job.kind} of ${job.resourceId}`}
                isBusy={retry.isPending && retry.variables === job}
                onClick={() => retry.mutate(job)}
              >
                Retry
              </Button>
            ),
            look: 'narrow',
          },
        ]}
        empty={
          <Empty icon={CircleCheck} title="No dead jobs">
            Jobs that fail for good appear here with their last error.
          </Empty>
        }
      />
    </Section>
  );
}
