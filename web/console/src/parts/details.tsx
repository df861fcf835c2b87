import type { ReactNode } from 'react';
import css from './values.module.css';

interface DetailsProps {
  /** Names and values; entries without a value are left out. */
  entries: readonly (readonly [name: string, value: ReactNode])[];
}

/** Properties of a resource. */
export const Details = ({ entries }: DetailsProps) => (
  <dl className={css.details}>
    {entries
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [<dt key={`${name}:`}>{name}</dt>, <dd key={name}>{value}</dd>])}
  </dl>
);
