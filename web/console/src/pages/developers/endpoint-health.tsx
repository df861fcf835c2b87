import type { WebhookEndpoint } from '../../api/client.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { Time } from '../../parts/time.tsx';
import css from './developers.module.css';
import { HoursChart } from './hours-chart.tsx';
import { useClockOffset } from './use-clock-offset.ts';

const disabledTexts: Readonly<Record<string, string>> = {
  GONE: 'It answered 410, which means that it is gone for good.',
  FAILING: 'Nothing has arrived for five days.',
};

/** State and backlog of the endpoint, and its attempts of the last day by hour. */
export function EndpointHealth({ health }: { health: WebhookEndpoint }) {
  const { url = '', state, disabledReason, failingSince, pending, failed, oldestPendingAt, hours } = health;
  const offsetMs = useClockOffset();
  return (
    <Section title="Endpoint">
      {state === 'DISABLED' && (
        <Note tone="bad">
          <p>
            <strong>The endpoint is disabled, and events are skipped.</strong>{' '}
            {disabledTexts[disabledReason ?? ''] ?? ''}
          </p>
          <p>Set it again, to the same address if it works now, then redeliver what was skipped.</p>
        </Note>
      )}
      <Card>
        <div className={css.address}>
          <code>{url}</code>
          <CopyButton text={url} label="Copy the address" />
          <EndpointState state={state} failingSince={failingSince} />
        </div>
        <dl className={css.figures}>
          <Figure name="Waiting" value={pending} />
          <Figure name="Given up" value={failed} isBad={failed > 0} />
          <div>
            <dt>Oldest waiting</dt>
            <dd>{oldestPendingAt ? <Time at={oldestPendingAt} offsetMs={offsetMs} /> : 'none'}</dd>
          </div>
          <div>
            <dt>95 % answered within</dt>
            <dd>{latestP95(hours)}</dd>
          </div>
        </dl>
        <HoursChart hours={hours} />
      </Card>
    </Section>
  );
}

function EndpointState({ state, failingSince }: Pick<WebhookEndpoint, 'state'> & { failingSince: string | undefined }) {
  if (state === 'DISABLED') return <Status status="DISABLED" tone="bad" label="Disabled" />;
  if (!failingSince) return <Status status="ACTIVE" label="Active" />;
  return (
    <span className={css.failing}>
      <Status status="FAILING" tone="warn" label="Failing" /> since <Time at={failingSince} />
    </span>
  );
}

const Figure = ({ name, value, isBad = false }: { name: string; value: number; isBad?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd className={isBad ? css.isBad : undefined}>{value.toLocaleString('en')}</dd>
  </div>
);

function latestP95(hours: WebhookEndpoint['hours']): string {
  const latest = hours.findLast(({ p95Ms }) => p95Ms !== undefined);
  return latest?.p95Ms === undefined ? 'no attempts' : `${latest.p95Ms.toLocaleString('en')} ms`;
}
