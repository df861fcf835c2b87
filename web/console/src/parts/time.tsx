import { useEffect, useState } from 'react';
import { absoluteText, relativeText } from './time-text.ts';
import css from './values.module.css';

export { absoluteText, spanText } from './time-text.ts';

const REFRESH_MS = 30_000;

/** Relative time, with the absolute time in its title. `offsetMs` is how far the platform's clock is ahead. */
export function Time({ at, offsetMs = 0 }: { at: string; offsetMs?: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <time className={css.time} dateTime={at} title={absoluteText(moment)}>
      {relativeText(moment, new Date(now + offsetMs))}
    </time>
  );
}

export const AbsoluteTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {absoluteText(new Date(at))}
  </time>
);
