import { useState } from 'react';
import type { Currency, InternalAccount } from '../../api/client.ts';
import { useMagicValues } from '../../forms/use-magic-values.ts';
import { Select, TextField } from '../../parts/fields.tsx';
import { decimalText, smallestUnits } from '../../parts/money.tsx';
import { AccountSelect } from '../payments/account-select.tsx';
import { AmountField } from '../payments/amount-field.tsx';
import { type Names, useInternalAccounts, useNames } from '../payments/names.ts';
import { isPayee, type Plan, payees } from './flow-plan.ts';

const sources = [
  { value: 'NEW', label: 'Account of a new customer, funded' },
  { value: 'REALTIME', label: 'Money that the payer sends for the quote' },
  { value: 'EXISTING', label: 'Account with a balance' },
];

const destinations = [
  ...Object.entries(payees).map(([value, { label }]) => ({ value, label })),
  { value: 'INTERNAL', label: 'Account of another customer' },
  { value: 'UMA', label: 'UMA address' },
];

const sides = [
  { value: 'SENDING', label: 'The payer sends it' },
  { value: 'RECEIVING', label: 'The receiver gets it' },
];

/** Decimals of a currency in which the platform has no account. */
const USUAL_DECIMALS = 2;

interface FlowFormProps {
  plan: Plan;
  onChange: (changes: Partial<Plan>) => void;
}

export function FlowForm({ plan, onChange }: FlowFormProps) {
  const { data: accounts = [] } = useInternalAccounts();
  const names = useNames(accounts);
  return (
    <>
      <Select
        label="Source"
        value={plan.source}
        options={sources}
        onChange={(source) => onChange({ source: source as Plan['source'] })}
      />
      <SourceAccount plan={plan} accounts={accounts} names={names} onChange={onChange} />
      <Select
        label="Destination"
        value={plan.destination}
        options={destinations}
        onChange={(destination) => onChange({ destination: destination as Plan['destination'], ending: '' })}
      />
      {isPayee(plan.destination) && <Outcome plan={plan} onChange={onChange} />}
      {plan.destination === 'UMA' && (
        <TextField
          label="UMA address"
          value={plan.umaAddress}
          onChange={(umaAddress) => onChange({ umaAddress: umaAddress.trim() })}
          isRequired
        />
      )}
      <Select
        label="Fixed side"
        value={plan.side}
        options={sides}
        onChange={(side) => onChange({ side: side as Plan['side'] })}
      />
      <FixedAmount plan={plan} accounts={accounts} onChange={onChange} />
    </>
  );
}

interface SourceProps extends FlowFormProps {
  accounts: readonly InternalAccount[];
  names: Names;
}

function SourceAccount({ plan, accounts, names, onChange }: SourceProps) {
  if (plan.source === 'EXISTING') {
    const funded = accounts.filter(({ customerId, balance }) => customerId && balance.amount > 0);
    return (
      <AccountSelect
        label="Account"
        accounts={funded}
        names={names}
        value={plan.accountId}
        onChange={(accountId) => {
          const account = funded.find(({ id }) => id === accountId);
          const sourceCurrency = account?.balance.currency.code ?? plan.sourceCurrency;
          onChange({ accountId, customerId: account?.customerId ?? '', sourceCurrency });
        }}
      />
    );
  }
  const codes = accounts.filter(({ customerId }) => !customerId).map(({ balance }) => balance.currency.code);
  return (
    <Select
      label="Currency of the source"
      value={plan.sourceCurrency}
      options={[...new Set([plan.sourceCurrency, ...codes])].sort().map((code) => ({ value: code, label: code }))}
      onChange={(sourceCurrency) => onChange({ sourceCurrency })}
    />
  );
}

/** Outcomes of the sandbox, as the service describes them. */
function Outcome({ plan, onChange }: FlowFormProps) {
  const { data = [] } = useMagicValues();
  const outcomes = data.filter(({ area, value }) => area === 'quote to an external account' && /^\d{3}$/.test(value));
  return (
    <Select
      label="Outcome"
      value={plan.ending}
      none="Any other number: COMPLETED"
      options={outcomes.map(({ value, effect }) => ({ value, label: `Number ends in ${value}: ${effect}` }))}
      onChange={(ending) => onChange({ ending })}
    />
  );
}

function FixedAmount({ plan, accounts, onChange }: Omit<SourceProps, 'names'>) {
  const isSending = plan.side === 'SENDING';
  const received = isPayee(plan.destination) ? payees[plan.destination].currency : undefined;
  const code = isSending || plan.destination === 'INTERNAL' ? plan.sourceCurrency : received;
  const known = accounts.find(({ balance }) => balance.currency.code === code)?.balance.currency;
  const currency = known ?? { code: code ?? 'of the receiver', decimals: USUAL_DECIMALS };
  return (
    <AmountInput
      key={`${currency.code} ${currency.decimals}`}
      currency={currency}
      amount={plan.amount}
      onChange={(amount) => onChange({ amount })}
    />
  );
}

interface AmountInputProps {
  currency: Pick<Currency, 'code' | 'decimals'>;
  /** In smallest units; 0 while the text is not an amount. */
  amount: number;
  onChange: (amount: number) => void;
}

function AmountInput({ currency, amount, onChange }: AmountInputProps) {
  const [text, setText] = useState(() => decimalText(amount, currency.decimals));
  return (
    <AmountField
      label="Amount"
      currency={currency}
      value={text}
      onChange={(value) => {
        setText(value);
        onChange(smallestUnits(value, currency.decimals) ?? 0);
      }}
    />
  );
}
