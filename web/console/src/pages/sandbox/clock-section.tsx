import { AlarmClock, SkipForward } from 'lucide-react';
import { useState } from 'react';
import type { SandboxClock, SandboxClockAdvanced, TimedEvent } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Empty, Note } from '../../parts/note.tsx';
import { Card, Section } from '../../parts/page.tsx';
import { useShortcut } from '../../parts/shortcuts.ts';
import { type Column, LoadingTable, Table } from '../../parts/table.tsx';
import { absoluteText, spanText, Time } from '../../parts/time.tsx';
import css from './sandbox.module.css';
import { useClock, useClockStep, useTicking } from './use-clock.ts';

const STEPS = [
  { label: '1 minute', seconds: 60 },
  { label: '1 hour', seconds: 3_600 },
  { label: '1 day', seconds: 86_400 },
  { label: '1 week', seconds: 604_800 },
];

/** The clock: its time, the events that wait for it, and the ways to move it. */
export function ClockSection() {
  const clock = useClock(['clock', 'job', 'transaction']);
  const [moved, setMoved] = useState<SandboxClockAdvanced>();
  const step = useClockStep(setMoved);
  const canMove = [useCan('TRANSACT'), useCan('MANAGE')].includes(true);
  const runNext = (resourceId?: string): void => step.mutate(resourceId ? { resourceId } : {});
  useShortcut('n', canMove ? () => runNext() : undefined);
  if (!clock.data) {
    return (
      <Section title="Clock">
        {clock.error ? (
          <ErrorNote error={clock.error} onRetry={() => void clock.refetch()} />
        ) : (
          <LoadingTable label="Clock" />
        )}
      </Section>
    );
  }
  const { data } = clock;
  const columns = columnsFor(data, canMove && !step.isPending ? runNext : undefined);
  return (
    <Section title="Clock">
      <Card className={css.clock}>
        <Now clock={data} />
        {canMove && (
          <div className={css.steps}>
            <Button look="primary" isBusy={step.isPending} disabled={data.pendingCount === 0} onClick={() => runNext()}>
              <SkipForward size={14} aria-hidden="true" />
              Run to the next event
            </Button>
            <span className={css.or}>or advance by</span>
            {STEPS.map(({ label, seconds }) => (
              <Button key={label} disabled={step.isPending} onClick={() => step.mutate({ seconds })}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </Card>
      {step.error && <ErrorNote error={step.error} />}
      {moved && <Happened moved={moved} />}
      {data.pending.length === 0 ? (
        <Empty icon={AlarmClock} title="Nothing waits for the clock">
          Quotes that expire and payments that arrive later appear here. Create a quote, or pay an account that ends in
          003.
        </Empty>
      ) : (
        <Table
          label={`Events that wait for the clock: ${data.pendingCount}`}
          columns={columns}
          rows={data.pending}
          keyOf={({ at, kind, resourceId }) => `${at} ${kind} ${resourceId}`}
        />
      )}
    </Section>
  );
}

function Now({ clock: { offsetSeconds } }: { clock: SandboxClock }) {
  const now = useTicking(offsetSeconds);
  return (
    <div>
      <p className={css.now}>{absoluteText(now)}</p>
      <p className={css.offset}>
        {offsetSeconds > 0 ? `${spanText(0, offsetSeconds * 1_000)} ahead of real time` : 'Equal to real time'}
      </p>
    </div>
  );
}

const columnsFor = (
  { offsetSeconds }: SandboxClock,
  runTo: ((resourceId: string) => void) | undefined,
): Column<TimedEvent>[] => [
  { name: 'Event', cell: ({ title }) => title, look: 'wide' },
  { name: 'Due', cell: ({ at }) => <Time at={at} offsetMs={offsetSeconds * 1_000} />, look: 'narrow' },
  { name: 'Resource', cell: ({ resourceId }) => <Id id={resourceId} />, look: 'narrow' },
  {
    name: 'Action',
    cell: ({ resourceId, title }) =>
      runTo && (
        <Button look="quiet" aria-label={`Run to this: ${title}`} onClick={() => runTo(resourceId)}>
          Run to this
        </Button>
      ),
    look: 'narrow',
  },
];

/** Result of the last step. */
function Happened({ moved: { now, happened } }: { moved: SandboxClockAdvanced }) {
  const count = happened.length === 1 ? '1 event happened' : `${happened.length} events happened`;
  return (
    <Note tone="good">
      <p>
        {count}; it is now {absoluteText(new Date(now))}.
      </p>
      {happened.length > 0 && (
        <ol className={css.happened}>
          {happened.slice(0, MOST_SHOWN).map(({ at, kind, resourceId, title }) => (
            <li key={`${at} ${kind} ${resourceId}`}>
              {title} <Id id={resourceId} />
            </li>
          ))}
        </ol>
      )}
    </Note>
  );
}

const MOST_SHOWN = 10;
