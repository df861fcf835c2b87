import { CircleCheck, CircleDashed, CircleX, Clock, Info, type LucideIcon } from 'lucide-react';
import { type Tone, toneOf, wordsOf } from './status-text.ts';
import css from './values.module.css';

export { lowerWordsOf, type Tone, wordsOf } from './status-text.ts';

const icons: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  bad: CircleX,
  warn: Clock,
  info: Info,
  neutral: CircleDashed,
};

/** A status as icon, word and tone, so that colour is never the only difference. */
export function Status({
  status,
  tone = toneOf(status),
  label = wordsOf(status),
}: {
  status: string;
  tone?: Tone;
  label?: string;
}) {
  const Icon = icons[tone];
  return (
    <span className={`${css.chip} ${css[tone]}`}>
      <Icon size={12} strokeWidth={2.5} aria-hidden="true" />
      {label}
    </span>
  );
}
