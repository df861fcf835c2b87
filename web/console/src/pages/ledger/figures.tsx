import { decimalText } from '../../parts/money.tsx';
import css from './ledger.module.css';

/** A figure in a column of one currency, whose code is in the heading. */
export const Figure = ({ amount, decimals }: { amount: number; decimals: number }) => (
  <span className={css.figure} title={`${amount} in the smallest unit`}>
    {decimalText(amount, decimals)}
  </span>
);
