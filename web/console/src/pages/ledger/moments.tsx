import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import css from './ledger.module.css';
import { momentShortcuts, periodShortcuts } from './moment-choices.ts';

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:mm'.length;

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

interface AsOfBarProps {
  value: string | undefined;
  /** Current time of the platform, whose clock may be ahead of the browser's. */
  now: string | undefined;
  onChange: (asOf: string | undefined) => void;
}

/** Choice of the moment of a report: now, the end of a period, or any other. */
export function AsOfBar({ value, now, onChange }: AsOfBarProps) {
  const shortcuts = momentShortcuts(new Date(now ?? Date.now()));
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
  const shortcuts = periodShortcuts(new Date());
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
