import type { Currency } from '../../api/client.ts';
import { TextField } from '../../parts/fields.tsx';
import { smallestUnits } from '../../parts/money.tsx';

interface AmountFieldProps {
  label: string;
  currency: Pick<Currency, 'code' | 'decimals'> | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Amount in decimals of a currency; the help shows the smallest units that are sent. */
export function AmountField({ label, currency, value, onChange }: AmountFieldProps) {
  const units = currency && smallestUnits(value, currency.decimals);
  const isInvalid = value !== '' && currency !== undefined && (units === undefined || units === 0);
  return (
    <TextField
      label={currency ? `${label} (${currency.code})` : label}
      inputMode="decimal"
      isRequired
      value={value}
      onChange={onChange}
      placeholder={currency && currency.decimals > 0 ? `0.${'0'.repeat(currency.decimals)}` : '0'}
      help={units ? `${units} in the smallest unit` : 'The API takes the smallest unit of the currency.'}
      error={isInvalid ? `Enter a positive amount with at most ${currency.decimals} decimals.` : undefined}
    />
  );
}
