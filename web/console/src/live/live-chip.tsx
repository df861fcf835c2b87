import { CirclePause, Radio, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useSession } from '../api/use-session.ts';
import type { LiveState } from './hub.ts';
import css from './live-chip.module.css';
import { liveHub } from './live-hub.ts';
import { useLiveState } from './use-live.ts';

const looks = {
  LIVE: { label: 'Live', icon: Radio, title: 'Changes appear at once. Press to pause.' },
  CONNECTING: { label: 'Connecting', icon: RefreshCw, title: 'The stream of changes is being opened.' },
  POLLING: { label: 'Polling', icon: RefreshCw, title: 'There is no stream: pages are read every five seconds.' },
  PAUSED: { label: 'Paused', icon: CirclePause, title: 'Pages stay as they are. Press to follow changes again.' },
} as const satisfies Record<LiveState, object>;

/** Shows whether pages update by themselves; a click pauses or resumes updates in this tab. */
export function LiveChip() {
  const { current } = useSession();
  const state = useLiveState();
  const scope = current?.id;
  useEffect(() => {
    liveHub.start(scope);
    return () => liveHub.start(undefined);
  }, [scope]);
  if (!scope) return null;
  const { label, icon: Icon, title } = looks[state];
  return (
    <button
      type="button"
      className={`${css.chip} ${css[state]}`}
      title={title}
      aria-pressed={state === 'PAUSED'}
      aria-label={`Updates: ${label.toLowerCase()}`}
      onClick={() => liveHub.setPaused(state !== 'PAUSED')}
    >
      <Icon size={14} aria-hidden="true" />
      <span>{label}</span>
    </button>
  );
}
