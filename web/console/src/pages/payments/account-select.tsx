import type { InternalAccount } from '../../api/client.ts';
import { Select } from '../../parts/fields.tsx';
import { decimalText } from '../../parts/money.tsx';
import type { Names } from './names.ts';

interface AccountSelectProps {
  label: string;
  accounts: readonly InternalAccount[];
  names: Names;
  value: string;
  onChange: (id: string) => void;
}

/** Choice of an internal account by owner and balance. */
export const AccountSelect = ({ label, accounts, names, value, onChange }: AccountSelectProps) => (
  <Select
    label={label}
    value={value}
    onChange={onChange}
    none="Choose an account"
    options={accounts.map(({ id, balance: { amount, currency } }) => ({
      value: id,
      label: `${names.of(id).name}: ${decimalText(amount, currency.decimals)} ${currency.code}`,
    }))}
  />
);
