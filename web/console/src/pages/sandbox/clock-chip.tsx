import { Clock } from 'lucide-react';
import { Link } from 'wouter';
import { useSession } from '../../api/use-session.ts';
import chip from '../../live/live-chip.module.css';
import { spanText } from '../../parts/time.tsx';
import { useClock } from './use-clock.ts';

/** Clock of a sandbox platform in the bar: how far it is ahead, and how many events are due later. */
export function ClockChip() {
  const { current } = useSession();
  return current?.mode === 'SANDBOX' ? <Chip /> : null;
}

function Chip() {
  const { data } = useClock(['clock', 'transaction']);
  if (!data) return null;
  const ahead = data.offsetSeconds > 0 ? `+${spanText(0, data.offsetSeconds * 1_000)}` : 'Now';
  const waiting = `${data.pendingCount} due`;
  return (
    <Link href="/sandbox" className={chip.chip ?? ''} aria-label={`Clock: ${ahead}, ${waiting}`} title={data.now}>
      <Clock size={14} aria-hidden="true" />
      <span>
        {ahead} · {waiting}
      </span>
    </Link>
  );
}
