import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type OperatorSystemStatus, operatorApi } from '../../api/client.ts';
import { Details } from '../../parts/details.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Card, Page, Section, Tiles } from '../../parts/page.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { LoadingTable, Table } from '../../parts/table.tsx';
import { AbsoluteTime, spanText, Time } from '../../parts/time.tsx';
import css from './operations.module.css';

const POLL_MS = 5_000;
/** A queue whose oldest entry is older than this is late. */
const LATE_SECONDS = 60;
/** A larger difference between clocks shifts deadlines noticeably. */
const SKEW_MS = 2_000;

export default function SystemPage() {
  const status = useQuery({
    queryKey: ['system'],
    queryFn: async ({ signal }) => await operatorApi.status.get({ signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Page title="System" subtitle="State of the service, refreshed every five seconds.">
      {status.isPending && <LoadingTable label="System" />}
      {status.error && <ErrorNote error={status.error} onRetry={() => void status.refetch()} />}
      {status.data && <Facts status={status.data} />}
    </Page>
  );
}

const Facts = ({ status }: { status: OperatorSystemStatus }) => (
  <>
    <Section title="Queues">
      <Tiles>
        <Tile name="Overdue jobs" count={status.jobs.overdue} isLate={status.jobs.lagSeconds > LATE_SECONDS}>
          {lagText(status.jobs.lagSeconds, 'No worker is behind.')}
        </Tile>
        <Tile name="Dead jobs" count={status.jobs.dead} isLate={status.jobs.dead > 0}>
          <Link href="/operations/jobs">Jobs</Link>
        </Tile>
        <Tile
          name="Undelivered events"
          count={status.deliveries.pending}
          isLate={status.deliveries.lagSeconds > LATE_SECONDS}
        >
          {lagText(status.deliveries.lagSeconds, 'Every event has been delivered.')}
        </Tile>
        <Tile name="Waiting reviews" count={status.queues.reviews}>
          <Link href="/operations/reviews">Reviews</Link>
        </Tile>
        <Tile name="Unmatched credits" count={status.queues.unmatchedCredits}>
          <Link href="/operations/suspense">Suspense</Link>
        </Tile>
      </Tiles>
    </Section>
    <Section title="Service">
      <Card>
        <Details entries={serviceEntries(status)} />
      </Card>
    </Section>
    <Section title="Keys">
      <Table
        label="Keys"
        rows={status.keys}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Key', cell: ({ id }) => <span className={css.mono}>{id}</span>, look: 'wide' },
          { name: 'Purpose', cell: ({ purpose }) => (purpose === 'SEAL' ? 'Encrypts values' : 'Hashes secrets') },
          {
            name: 'State',
            cell: ({ isCurrent }) => (
              <Status
                status={isCurrent ? 'ACTIVE' : 'CLOSED'}
                label={isCurrent ? 'In use' : 'Only opens older values'}
              />
            ),
            look: 'narrow',
          },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
        ]}
      />
    </Section>
  </>
);

interface TileProps {
  name: string;
  count: number;
  isLate?: boolean;
  children: ReactNode;
}

function Tile({ name, count, isLate = false, children }: TileProps) {
  const tone: Tone = isLate ? 'bad' : 'good';
  return (
    <Card>
      <p className={css.name}>{name}</p>
      <p className={css.figure}>{count.toLocaleString('en')}</p>
      <p className={css.remark}>
        {isLate && <Status status="LATE" tone={tone} label="Needs attention" />} {children}
      </p>
    </Card>
  );
}

const lagText = (seconds: number, none: string): string =>
  seconds > 0 ? `Oldest waits for ${spanText(0, seconds * 1_000)}.` : none;

const MEGABYTE = 1_000_000;

const sizeText = (bytes: number): string =>
  bytes < 1_000 * MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / 1_000 / MEGABYTE).toFixed(2)} GB`;

function serviceEntries(status: OperatorSystemStatus): [string, ReactNode][] {
  const { version, processes, schema, platforms, database, archive, clock, startedAt } = status;
  const isSkewed = Math.abs(clock.differenceMs) > SKEW_MS;
  return [
    ['Version', version],
    ['Started', <Time key="started" at={startedAt} />],
    ['Processes', processes],
    [
      'Schema',
      schema.version === schema.known
        ? `version ${schema.version}`
        : `version ${schema.version}, this release has ${schema.known}`,
    ],
    ['Platforms', `${platforms.production} live, ${platforms.sandbox} sandbox`],
    [
      'Database',
      `PostgreSQL ${database.version}, ${sizeText(database.sizeBytes)}, ${database.connections} connections`,
    ],
    ['Archive', archiveText(archive)],
    [
      'Clock',
      <span key="clock">
        <AbsoluteTime at={clock.server} />
        {isSkewed && <Status status="SKEW" tone="bad" label={`${clock.differenceMs} ms from the database`} />}
      </span>,
    ],
  ];
}

function archiveText(archive: OperatorSystemStatus['archive']): ReactNode {
  if (!archive) return 'Off: the database archives no write-ahead logs. Backups are those that you make yourself.';
  if (!archive.lastArchivedAt) return 'On; nothing archived yet.';
  return (
    <>
      Last segment archived <Time at={archive.lastArchivedAt} />
      {archive.lastFailedAt && (
        <>
          ; last failure <Time at={archive.lastFailedAt} />
        </>
      )}
    </>
  );
}
