import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form } from '../../parts/fields.tsx';
import { smallestUnits } from '../../parts/money.tsx';
import { toast } from '../../parts/toast.tsx';
import { AccountSelect } from './account-select.tsx';
import { AmountField } from './amount-field.tsx';
import { useInternalAccounts, useNames } from './names.ts';

/** Simulates a bank transfer to an internal account of the sandbox. */
export function FundDialog({ onClose }: { onClose: () => void }) {
  const internal = useInternalAccounts();
  const { data: accounts = [] } = internal;
  const names = useNames(accounts);
  const queries = useQueryClient();
  const [accountId, setAccount] = useState('');
  const [text, setText] = useState('1000');
  const account = accounts.find(({ id }) => id === accountId);
  const currency = account?.balance.currency;
  const amount = currency && smallestUnits(text, currency.decimals);
  const funding = useMutation({
    mutationFn: async () => await api.sandbox.internalAccounts.fund(accountId, { amount: amount ?? 0 }),
    onSuccess: () => {
      void queries.invalidateQueries();
      toast(`Funded ${text} ${currency?.code}`);
      onClose();
    },
  });
  return (
    <Dialog title="Fund an account" onClose={onClose}>
      <Form onSubmit={() => funding.mutate()}>
        {internal.error && <ErrorNote error={internal.error} onRetry={() => void internal.refetch()} />}
        <AccountSelect label="Account" accounts={accounts} names={names} value={accountId} onChange={setAccount} />
        <AmountField label="Amount" currency={currency} value={text} onChange={setText} />
        {funding.error && <ErrorNote error={funding.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!amount} isBusy={funding.isPending}>
            Fund
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
