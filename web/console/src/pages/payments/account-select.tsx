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

/** Accounts with money come first, because a platform has an account in every currency, mostly empty. */
const filledFirst = (accounts: readonly InternalAccount[]): InternalAccount[] =>
  accounts.toSorted((a, b) => Number(b.balance.amount > 0) - Number(a.balance.amount > 0));

/** Choice of an internal account by owner and balance. */
export const AccountSelect = ({ label, accounts, names, value, onChange }: AccountSelectProps) => (
  <Select
    label={label}
    value={value}
    onChange={onChange}
    none="Choose an account"
    options={filledFirst(accounts).map(({ id, balance: { amount, currency } }) => ({
      value: id,
      label: `${names.of(id).name}: ${decimalText(amount, currency.decimals)} ${currency.code}`,
    }))}
  />
);
