import { useQuery } from '@tanstack/react-query';
import { List } from 'lucide-react';
import { useState } from 'react';
import { accountsToChoose } from '../api/accounts.ts';
import { api } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { shortId } from '../parts/id.tsx';
import { decimalText } from '../parts/money.tsx';
import { Empty } from '../parts/note.tsx';
import { LoadingTable } from '../parts/table.tsx';
import css from './forms.module.css';
import type { Schema } from './schema.ts';

interface Choice {
  id: string;
  name: string;
}

const LIMIT = 50;

/** The newest resources of a type, by the type in their ids. */
const loaders: Readonly<Record<string, () => Promise<Choice[]>>> = {
  Customer: async () =>
    (await api.customers.list({ limit: LIMIT })).data.map((customer) => ({
      id: customer.id,
      name: 'fullName' in customer && customer.fullName ? customer.fullName : shortId(customer.id),
    })),
  InternalAccount: async () =>
    (await accountsToChoose(LIMIT)).map(({ id, customerId, balance: { amount, currency } }) => ({
      id,
      name: `${customerId ? shortId(customerId) : 'Platform'}: ${decimalText(amount, currency.decimals)} ${currency.code}`,
    })),
  ExternalAccount: async () =>
    (await api.customers.externalAccounts.list({ limit: LIMIT })).data.map(({ id, currency, accountInfo }) => ({
      id,
      name: `${accountInfo.accountType} in ${currency}`,
    })),
  Card: async () =>
    (await api.cards.list({ limit: LIMIT })).data.map(({ id, last4, currency, state }) => ({
      id,
      name: `•••• ${last4 ?? '????'}, ${currency}, ${state}`,
    })),
  Transaction: async () =>
    (await api.transactions.list({ limit: LIMIT, sortOrder: 'desc' })).data.map(({ id, type, status }) => ({
      id,
      name: `${type} ${status}`,
    })),
};

/** Types of ids that a schema allows and that can be listed. */
export const listedTypes = ({ pattern, anyOf = [] }: Schema): string[] =>
  [pattern, ...anyOf.map((one) => one.pattern)]
    .map((one) => /^\^([A-Za-z]+):\[/.exec(one ?? '')?.[1] ?? '')
    .filter((type) => Object.hasOwn(loaders, type));

interface ResourcePickerProps {
  label: string;
  types: readonly string[];
  onPick: (id: string) => void;
}

/** Resources of the platform that a field with an id can name. */
export function ResourcePicker({ label, types, onPick }: ResourcePickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className={css.picker} onClick={() => setOpen(true)} aria-label={`Choose ${label}`}>
        <List size={14} aria-hidden="true" />
        Choose
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <Choices
            types={types}
            onPick={(id) => {
              onPick(id);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Choices({ types, onPick }: Pick<ResourcePickerProps, 'types' | 'onPick'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['choices', types],
    queryFn: async () => (await Promise.all(types.map((type) => loaders[type]?.() ?? []))).flat(),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingTable label="Choices" />;
  if (data.length === 0) return <Empty title="There is none yet" />;
  return (
    <ul className={css.scenarios}>
      {data.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className={css.scenario} onClick={() => onPick(id)}>
            <span>
              <span className={css.effect}>{name}</span>
              <span className={css.area}>{id}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
