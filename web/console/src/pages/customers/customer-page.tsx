import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type CustomerOneOf } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Details } from '../../parts/details.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { CustomerAgents } from './customer-agents.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { nameOf, verificationOf } from './customer-name.ts';
import { CustomerPayments } from './customer-payments.tsx';
import { CustomerVerification } from './customer-verification.tsx';
import { ExternalAccounts } from './external-accounts.tsx';
import { InternalAccounts } from './internal-accounts.tsx';

export default function CustomerPage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const query = useQuery({
    queryKey: ['customers', id],
    queryFn: async ({ signal }) => await api.customers.get(id, { signal }),
  });
  useLive(['customer'], () => void query.refetch());
  const back = { href: '/customers', label: 'Customers' };
  if (query.error && !query.data) {
    return (
      <Page title="Customer" back={back}>
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  if (!query.data) {
    return (
      <Page title="Customer" back={back}>
        <LoadingTable label="Customer" />
      </Page>
    );
  }
  const customer = query.data;
  return (
    <Page
      title={nameOf(customer)}
      back={back}
      subtitle={customer.customerType === 'BUSINESS' ? 'Business' : 'Person'}
      actions={!customer.isDeleted && <DeleteCustomer customer={customer} />}
    >
      {customer.isDeleted && <Note tone="warn">This customer was deleted. The data stays readable.</Note>}
      <Profile customer={customer} />
      <CustomerVerification customer={customer} />
      <InternalAccounts customerId={id} />
      <ExternalAccounts customerId={id} />
      <CustomerPayments customerId={id} />
      <CustomerCards customerId={id} />
      <CustomerAgents customerId={id} />
    </Page>
  );
}

const Profile = ({ customer }: { customer: CustomerOneOf }) => (
  <Section title="Profile">
    <Card>
      <Details
        entries={[
          ['Id', <Id key="id" id={customer.id} />],
          ['Own id', customer.platformCustomerId],
          ['Verification', <Status key="status" status={verificationOf(customer)} />],
          ['UMA address', customer.umaAddress],
          ['Email', customer.email],
          ['Phone', customer.phoneNumber],
          ['Region', customer.region],
          ['Currencies', currencyList(customer.currencies)],
          ['Created', <Time key="created" at={customer.createdAt} />],
          ['Changed', <Time key="changed" at={customer.updatedAt} />],
        ]}
      />
    </Card>
  </Section>
);

const MAX_CURRENCIES = 12;

function currencyList(currencies: readonly string[] = []): string {
  const shown = currencies.slice(0, MAX_CURRENCIES).join(', ');
  return currencies.length > MAX_CURRENCIES ? `${shown} and ${currencies.length - MAX_CURRENCIES} more` : shown;
}

function DeleteCustomer({ customer }: { customer: CustomerOneOf }) {
  const [isAsking, setAsking] = useState(false);
  const canManage = useCan('MANAGE');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => await api.customers.delete(customer.id),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ['customers'] });
      toast('Customer deleted');
    },
  });
  if (!canManage) return null;
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <Confirm
          title={`Delete ${nameOf(customer)}?`}
          confirm="Delete customer"
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          The accounts are closed, cards and agents stop, and this cannot be undone. Accounts must be empty.
          {remove.error && <ErrorNote error={remove.error} />}
        </Confirm>
      )}
    </>
  );
}
