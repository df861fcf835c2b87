import type { ReactNode } from 'react';
import { Card } from '../../parts/page.tsx';
import css from './sandbox.module.css';

/** A small tool of the sandbox with its own heading. */
export const Tile = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Card className={css.tile}>
    <h3 className={css.tileTitle}>{title}</h3>
    <p className={css.tileText}>{text}</p>
    {children}
  </Card>
);
