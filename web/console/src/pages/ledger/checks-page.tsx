import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { api } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Note } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { LoadingTable, Table } from '../../parts/table.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { CheckStatus } from './derivation.tsx';
import css from './ledger.module.css';

type Checks = Awaited<ReturnType<typeof api.ledger.checks.get>>;
type Check = Checks['data'][number];

const KEY = ['ledger', 'checks'];
/** Polls in addition to hints: no hint comes if the server of a run stops. */
const POLL_MS = 5_000;
const subjects = ['BALANCES', 'ENTRIES', 'TRANSACTIONS', 'RECORDS'] as const;

/** Checks of the platform's books: rules, last run, findings. */
export default function ChecksPage() {
  const queries = useQueryClient();
  const checks = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.ledger.checks.get({ signal }),
    refetchInterval: ({ state }) => (state.data?.isRunning ? POLL_MS : false),
  });
  useLive(['audit'], () => void checks.refetch());
  const run = useMutation({
    mutationFn: () => api.ledger.checks.run(),
    onSuccess: (started) => queries.setQueryData(KEY, started),
  });
  const { data, error } = checks;
  return (
    <Page
      title="Checks"
      subtitle="Rules that hold in correct books. A run reads the whole history of the platform beside payments in progress."
      actions={
        <Button look="primary" isBusy={run.isPending || data?.isRunning === true} onClick={() => run.mutate()}>
          {!data?.isRunning && <Play size={14} aria-hidden="true" />}
          {data?.isRunning ? 'Running' : 'Run now'}
        </Button>
      }
    >
      {run.error && <ErrorNote error={run.error} />}
      {error && <ErrorNote error={error} onRetry={() => void checks.refetch()} />}
      {checks.isPending && <LoadingTable label="Checks" />}
      {data && <Summary checks={data} />}
      {data &&
        subjects.map((subject) => (
          <CheckSection
            key={subject}
            subject={subject}
            checks={data.data.filter((check) => check.subject === subject)}
          />
        ))}
    </Page>
  );
}

function Summary({ checks: { data, finishedAt, isRunning } }: { checks: Checks }) {
  const failed = data.filter(({ result }) => result === 'FAILED').length;
  const hasRun = data.some(({ result }) => result !== 'NOT_RUN');
  if (!hasRun) {
    return (
      <Note>
        {isRunning ? 'The first run is in progress.' : 'The checks have not run yet. Run them to see results.'}
      </Note>
    );
  }
  return (
    <Note tone={failed > 0 ? 'bad' : 'good'}>
      {failed > 0 ? `${failed} of ${data.length} checks found a difference.` : `All ${data.length} checks hold.`}{' '}
      {finishedAt && (
        <>
          Last run: <AbsoluteTime at={finishedAt} />.
        </>
      )}
    </Note>
  );
}

const CheckSection = ({ subject, checks }: { subject: Check['subject']; checks: readonly Check[] }) => (
  <Section title={wordsOf(subject)}>
    <Table<Check>
      label={`Checks of ${wordsOf(subject).toLowerCase()}`}
      rows={checks}
      keyOf={({ title }) => title}
      columns={[
        { name: 'Result', look: 'narrow', cell: ({ result }) => <CheckStatus result={result} /> },
        { name: 'Rule', look: 'wide', cell: (check) => <Rule {...check} /> },
        { name: 'Invariant', look: 'right', cell: ({ invariant }) => invariant },
      ]}
    />
  </Section>
);

const Rule = ({ title, findings, hasMore }: Check) => (
  <div>
    {title.charAt(0).toUpperCase() + title.slice(1)}
    {findings.length > 0 && (
      <ul className={css.findings}>
        {findings.map(({ subject, message }) => (
          <li key={`${subject} ${message}`}>
            {subject && <Id id={subject} />} {message}
          </li>
        ))}
        {hasMore && <li>There are more findings than are listed.</li>}
      </ul>
    )}
  </div>
);
