import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileSearch } from 'lucide-react';
import { type OperatorBankFileFinding, type OperatorBankFiles, operatorApi } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Empty, Note } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { type Column, LoadingTable, PagedTable, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import css from './operations.module.css';
import { PlatformName } from './platform-name.tsx';

const PAGE = 50;

const findingColumns: readonly Column<OperatorBankFileFinding>[] = [
  { name: 'Problem', cell: ({ code }) => <Status status={code} tone="warn" />, look: 'narrow' },
  {
    name: 'Explanation, and file or payment',
    cell: ({ message, source }) => (
      <>
        {message}
        <span className={css.source}>{source}</span>
      </>
    ),
    look: 'wide',
  },
  { name: 'Payment', cell: ({ transactionId }) => transactionId && <Id id={transactionId} />, look: 'narrow' },
  { name: 'Platform', cell: ({ platformId }) => platformId && <PlatformName id={platformId} />, look: 'narrow' },
  { name: 'Found', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
];

export default function FindingsPage() {
  const overview = useQuery({
    queryKey: ['bank-files'],
    queryFn: async ({ signal }) => await operatorApi.bankFiles.get({ signal }),
  });
  const findings = usePages(['bank-file-findings'], ({ cursor, signal }) =>
    operatorApi.bankFiles.findings.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['bank-file'], () => {
    void overview.refetch();
    findings.refetch();
  });
  return (
    <Page title="Bank files" subtitle="Files exchanged with banks, and what in them needs a decision.">
      {overview.data?.isConfigured === false && (
        <Note>
          Bank files are off on this server. <code>BANK_FILES_DIR</code> and <code>BANK_FILES_CONFIG</code> switch them
          on.
        </Note>
      )}
      <Section title="Findings">
        <PagedTable
          label="Findings"
          pages={findings}
          columns={findingColumns}
          keyOf={({ source, code, createdAt, message }) => `${source} ${code} ${createdAt} ${message}`}
          empty={
            <Empty icon={CircleCheck} title="No findings">
              Reports of banks that match no payment appear here. They had no effect on balances.
            </Empty>
          }
        />
      </Section>
      {overview.isPending && <LoadingTable label="Files" />}
      {overview.error && <ErrorNote error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.data && <Files files={overview.data} />}
    </Page>
  );
}

const Files = ({ files }: { files: OperatorBankFiles }) => (
  <>
    {files.payments.length > 0 && (
      <Section title="Payments">
        <Table
          label="Payments by state"
          rows={files.payments}
          keyOf={({ state, currency }) => `${state} ${currency}`}
          columns={[
            { name: 'State', cell: ({ state }) => <Status status={state} /> },
            { name: 'Currency', cell: ({ currency }) => currency, look: 'narrow' },
            { name: 'Payments', cell: ({ count }) => count, look: 'right' },
          ]}
        />
      </Section>
    )}
    <Section title="Received files">
      {files.inbox.length === 0 ? (
        <Empty icon={FileSearch} title="No file was received yet" />
      ) : (
        <Table
          label="Received files"
          rows={files.inbox}
          keyOf={({ name, receivedAt }) => `${name} ${receivedAt}`}
          columns={[
            { name: 'File', cell: ({ name }) => <span className={css.mono}>{name}</span>, look: 'wide' },
            { name: 'Format', cell: ({ kind }) => kind, look: 'narrow' },
            {
              name: 'State',
              cell: ({ state }) => <Status status={state} tone={fileTones[state] ?? 'info'} />,
              look: 'narrow',
            },
            { name: 'Entries', cell: ({ handled }) => handled, look: 'right' },
            { name: 'Error', cell: ({ error }) => error, look: 'wide' },
            { name: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} />, look: 'narrow' },
          ]}
        />
      )}
    </Section>
    <Section title="Sent files">
      {files.files.length === 0 ? (
        <Empty icon={FileSearch} title="No file was sent yet" />
      ) : (
        <Table
          label="Sent files"
          rows={files.files}
          keyOf={({ name, createdAt }) => `${name} ${createdAt}`}
          columns={[
            { name: 'File', cell: ({ name }) => <span className={css.mono}>{name}</span>, look: 'wide' },
            { name: 'Format', cell: ({ format }) => format, look: 'narrow' },
            {
              name: 'State',
              cell: ({ state }) => <Status status={state} tone={fileTones[state] ?? 'info'} label={wordsOf(state)} />,
              look: 'narrow',
            },
            { name: 'Payments', cell: ({ payments }) => payments, look: 'right' },
            { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
          ]}
        />
      )}
    </Section>
  </>
);

const fileTones: Readonly<Record<string, 'good' | 'bad' | 'info'>> = {
  PROCESSED: 'good',
  WRITTEN: 'good',
  FAILED: 'bad',
  UNREADABLE: 'bad',
};
