import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import css from './ledger.module.css';

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:mm'.length;
const DAY_MS = 86_400_000;

/** A date and time in UTC. The value is an ISO time, or empty. */
export const MomentField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (iso: string | undefined) => void;
}) => (
  <TextField
    label={`${label} (UTC)`}
    type="datetime-local"
    value={value?.slice(0, MINUTE_LENGTH) ?? ''}
    onChange={(text) => onChange(text ? `${text.slice(0, MINUTE_LENGTH)}:00.000Z` : undefined)}
  />
);

/** `until` is exclusive, and the balances at a moment include its millisecond. */
export const afterMoment = (asOf: string): string => new Date(Date.parse(asOf) + 1).toISOString();

const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;
const iso = (ms: number): string => new Date(ms).toISOString();

const endOfMonthBefore = (at: Date): string => iso(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) - 1);

interface AsOfBarProps {
  value: string | undefined;
  /** Current time of the platform; its clock may be ahead of that of the browser. */
  now: string | undefined;
  onChange: (asOf: string | undefined) => void;
}

/** Choice of the moment of a report: now, the end of a period, or any other. */
export function AsOfBar({ value, now, onChange }: AsOfBarProps) {
  const current = new Date(now ?? Date.now());
  const shortcuts: readonly (readonly [label: string, asOf: string | undefined])[] = [
    ['Now', undefined],
    ['End of yesterday', iso(startOfDay(current) - 1)],
    ['End of last month', endOfMonthBefore(current)],
  ];
  return (
    <>
      <MomentField label="As of" value={value} onChange={onChange} />
      <div className={css.shortcuts}>
        {shortcuts.map(([label, asOf]) => (
          <Button key={label} look="quiet" aria-pressed={asOf === value} onClick={() => onChange(asOf)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}

interface PeriodBarProps {
  since: string | undefined;
  until: string | undefined;
  onChange: (period: { since: string | undefined; until: string | undefined }) => void;
}

/** Choice of a period. */
export function PeriodBar({ since, until, onChange }: PeriodBarProps) {
  const today = startOfDay(new Date());
  const shortcuts: readonly (readonly [label: string, since: string | undefined])[] = [
    ['Today', iso(today)],
    ['7 days', iso(today - 6 * DAY_MS)],
    ['30 days', iso(today - 29 * DAY_MS)],
    ['All', undefined],
  ];
  return (
    <>
      <MomentField label="From" value={since} onChange={(at) => onChange({ since: at, until })} />
      <MomentField label="To" value={until} onChange={(at) => onChange({ since, until: at })} />
      <div className={css.shortcuts}>
        {shortcuts.map(([label, start]) => (
          <Button
            key={label}
            look="quiet"
            aria-pressed={start === since && until === undefined}
            onClick={() => onChange({ since: start, until: undefined })}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
