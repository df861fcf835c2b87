import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './note.module.css';

type Tone = 'info' | 'good' | 'warn' | 'bad';

const icons: Record<Tone, LucideIcon> = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

interface NoteProps {
  tone?: Tone;
  children: ReactNode;
  actions?: ReactNode;
}

/** A remark in the flow of a page. */
export function Note({ tone = 'info', children, actions }: NoteProps) {
  const Icon = icons[tone];
  return (
    <div className={`${css.note} ${css[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <div className={css.text}>{children}</div>
      {actions}
    </div>
  );
}

interface EmptyProps {
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shown for an empty list: says what belongs here and how to create it. */
export const Empty = ({ icon: Icon, title, children, actions }: EmptyProps) => (
  <div className={css.empty}>
    {Icon && <Icon size={28} strokeWidth={1.5} aria-hidden="true" />}
    <p className={css.emptyTitle}>{title}</p>
    {children && <div className={css.emptyText}>{children}</div>}
    {actions && <div className={css.emptyActions}>{actions}</div>}
  </div>
);
