import { Landmark } from 'lucide-react';
import { api, type ExternalAccount } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useCan } from '../../api/use-session.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Id } from '../../parts/id.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';

const columns: readonly Column<ExternalAccount>[] = [
  { name: 'Beneficiary', cell: (account) => beneficiaryOf(account), look: 'wide' },
  { name: 'Type', cell: ({ accountInfo }) => wordsOf(accountInfo.accountType), look: 'narrow' },
  { name: 'Currency', cell: ({ currency }) => currency, look: 'narrow' },
  { name: 'Status', cell: ({ status }) => <Status status={status} />, look: 'narrow' },
  { name: 'Account', cell: ({ id }) => <Id id={id} />, look: 'narrow' },
];

/** Name of the beneficiary, which some types of accounts do not have. */
function beneficiaryOf({ accountInfo, platformAccountId }: ExternalAccount): string {
  const beneficiary = 'beneficiary' in accountInfo ? accountInfo.beneficiary : undefined;
  const name = beneficiary && ('fullName' in beneficiary ? beneficiary.fullName : undefined);
  const legalName = beneficiary && ('legalName' in beneficiary ? beneficiary.legalName : undefined);
  return name ?? legalName ?? platformAccountId ?? 'Unnamed';
}

/** Bank accounts and wallets elsewhere that the customer pays to. */
export function ExternalAccounts({ customerId }: { customerId: string }) {
  const canAdd = [useCan('TRANSACT'), useCan('MANAGE')].includes(true);
  const pages = usePages(['external-accounts', customerId], ({ cursor, signal }) =>
    api.customers.externalAccounts.list({ customerId, limit: 20, ...(cursor && { cursor }) }, { signal }),
  );
  const add = canAdd && (
    <LinkButton href={`/new/createCustomerExternalAccount?customerId=${encodeURIComponent(customerId)}`}>
      Add payee
    </LinkButton>
  );
  return (
    <Section title="Payees" actions={add}>
      <PagedTable
        label="External accounts of the customer"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Landmark} title="No payees yet">
            A payee is an account at a bank, a mobile wallet or a crypto address that this customer can pay.
          </Empty>
        }
      />
    </Section>
  );
}
