import type { WebhookHour } from '../../api/client.ts';
import { type Column, Table } from '../../parts/table.tsx';
import css from './developers.module.css';

const BAR = 18;
const GAP = 6;
const HEIGHT = 64;
const SHORTEST = 2;

/** Attempts of each hour as bars, failed ones above delivered ones, with a table of the same figures. */
export function HoursChart({ hours }: { hours: readonly WebhookHour[] }) {
  const most = Math.max(...hours.map(({ delivered, failed }) => delivered + failed), 1);
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max((count / most) * HEIGHT, SHORTEST));
  const total = hours.reduce((sum, hour) => sum + hour.delivered + hour.failed, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const label = `Last 24 hours: ${total} attempts, ${failed} of them failed`;
  return (
    <div className={css.chart}>
      <svg
        className={css.bars}
        viewBox={`0 0 ${hours.length * (BAR + GAP) - GAP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {hours.map((hour, i) => {
          const delivered = heightOf(hour.delivered);
          const bad = Math.min(heightOf(hour.failed), HEIGHT - delivered || HEIGHT);
          const x = i * (BAR + GAP);
          return (
            <g key={hour.at}>
              <title>{`${hourText(hour.at)}: ${hour.delivered} delivered, ${hour.failed} failed`}</title>
              <rect className={css.track} x={x} y={HEIGHT} width={BAR} height={1} />
              <rect className={css.delivered} x={x} y={HEIGHT - delivered} width={BAR} height={delivered} />
              <rect className={css.failed} x={x} y={HEIGHT - delivered - bad} width={BAR} height={bad} />
            </g>
          );
        })}
      </svg>
      <div className={css.axis} aria-hidden="true">
        <span>24 hours ago</span>
        <span className={css.legend}>
          <span className={css.deliveredKey} /> delivered <span className={css.failedKey} /> failed
        </span>
        <span>now</span>
      </div>
      <details className={css.figuresTable}>
        <summary>{label}</summary>
        <Table label="Attempts by hour" columns={columns} rows={hours.toReversed()} keyOf={({ at }) => at} />
      </details>
    </div>
  );
}

const hourText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const columns: readonly Column<WebhookHour>[] = [
  { name: 'Hour', cell: ({ at }) => hourText(at) },
  { name: 'Delivered', look: 'right', cell: ({ delivered }) => delivered },
  { name: 'Failed', look: 'right', cell: ({ failed }) => failed },
  { name: '95 % within', look: 'right', cell: ({ p95Ms }) => (p95Ms === undefined ? '' : `${p95Ms} ms`) },
];
