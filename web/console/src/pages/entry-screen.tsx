import type { ReactNode } from 'react';
import css from './login.module.css';

/** Page without navigation, in place of the console. */
export function EntryScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={css.screen}>
      <div className={css.box}>
        <p className={css.brand}>
          Causeway <span>console</span>
        </p>
        <h1 className={css.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
