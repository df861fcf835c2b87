import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { api, type InternalAccount } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Id } from '../../parts/id.tsx';
import { Amount } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';

const PAGE = 100;

const columns: readonly Column<InternalAccount>[] = [
  { name: 'Currency', cell: ({ balance }) => balance.currency.code },
  { name: 'Type', cell: ({ type }) => wordsOf(type.replace('INTERNAL_', '')), look: 'narrow' },
  { name: 'Status', cell: ({ status }) => <Status status={status} />, look: 'narrow' },
  { name: 'Account', cell: ({ id }) => <Id id={id} />, look: 'narrow' },
  { name: 'Held', cell: (account) => <Amount value={heldOf(account)} />, look: 'right' },
  { name: 'Available', cell: ({ balance }) => <Amount value={balance} />, look: 'right' },
];

const heldOf = ({ balance, totalBalance }: InternalAccount) => ({
  amount: totalBalance.amount - balance.amount,
  currency: balance.currency,
});

const hasMoney = ({ totalBalance, balance }: InternalAccount): boolean =>
  totalBalance.amount !== 0 || balance.amount !== 0;

/** Accounts with money first: a platform with every currency gives each customer more than forty. */
export function InternalAccounts({ customerId }: { customerId: string }) {
  const [areAllShown, setAllShown] = useState(false);
  const pages = usePages(['internal-accounts', customerId], ({ cursor, signal }) =>
    api.customers.internalAccounts.list({ customerId, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['transaction'], pages.refetch);
  const used = pages.rows.filter((account) => hasMoney(account) || account.type === 'EMBEDDED_WALLET');
  const rows = areAllShown || pages.rows.length <= 5 ? pages.rows : used;
  const hidden = pages.rows.length - rows.length;
  return (
    <Section
      title="Accounts"
      actions={
        hidden > 0 && (
          <Button look="quiet" onClick={() => setAllShown(true)}>
            Show {hidden} empty {hidden === 1 ? 'account' : 'accounts'}
          </Button>
        )
      }
    >
      <PagedTable
        label="Accounts of the customer"
        pages={{ ...pages, rows }}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Wallet} title="No account has money">
            Fund one in the sandbox, or let the customer pay in by the payment instructions of the account.
          </Empty>
        }
      />
    </Section>
  );
}
