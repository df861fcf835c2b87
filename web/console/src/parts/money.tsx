import { decimalText } from '../../../decimals.ts';
import type { Currency, CurrencyAmount } from '../api/client.ts';
import css from './values.module.css';

export { decimalText, smallestUnits } from '../../../decimals.ts';

interface MoneyProps {
  amount: number;
  currency: Pick<Currency, 'code' | 'decimals'>;
  /** Shows a plus before amounts that come in. */
  isSigned?: boolean;
}

/** An amount with its decimals and ISO code. The smallest units are in its title. */
export const Money = ({ amount, currency, isSigned = false }: MoneyProps) => (
  <span className={css.money} title={`${amount} in the smallest unit of ${currency.code}`}>
    {isSigned && amount > 0 && '+'}
    {decimalText(amount, currency.decimals)} <span className={css.code}>{currency.code}</span>
  </span>
);

export const Amount = ({ value }: { value: CurrencyAmount }) => (
  <Money amount={value.amount} currency={value.currency} />
);
