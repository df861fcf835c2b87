import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { accountsToChoose } from '../../api/accounts.ts';
import { api, CausewayError, type InternalAccount } from '../../api/client.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Select, TextField } from '../../parts/fields.tsx';
import { shortId } from '../../parts/id.tsx';
import { Amount, decimalText, smallestUnits } from '../../parts/money.tsx';
import { Note } from '../../parts/note.tsx';
import { Status } from '../../parts/status.tsx';
import { Tile } from './tile.tsx';

const MOST_PER_CURRENCY = 100;

/** Simulates a bank transfer to an account, and shows the payment that it makes. */
export function FundTile() {
  const accounts = useAccounts();
  useLive(['account', 'customer'], () => void accounts.refetch());
  const [accountId, setAccountId] = useState('');
  const [text, setText] = useState('100.00');
  const queries = useQueryClient();
  const account = accounts.data?.find(({ id }) => id === accountId) ?? usual(accounts.data);
  const currency = account?.balance.currency;
  const amount = currency && smallestUnits(text, currency.decimals);
  const fund = useMutation({
    mutationFn: async (funded: { account: InternalAccount; amount: number }) => {
      const { balance } = await api.sandbox.internalAccounts.fund(funded.account.id, { amount: funded.amount });
      const query = { receiverAccountIdentifier: funded.account.id, sortOrder: 'desc', limit: 1 } as const;
      const [payment] = (await api.transactions.list(query)).data;
      return { balance, payment };
    },
    onSuccess: () => queries.invalidateQueries(),
  });
  const wrong = text !== '' && currency && amount === undefined;
  const fieldError =
    fund.error instanceof CausewayError ? fund.error.fieldErrors.find(({ field }) => field === 'amount') : undefined;
  return (
    <Tile title="Fund an account" text="Money arrives by an instant bank transfer.">
      <Form onSubmit={() => account && amount && fund.mutate({ account, amount })}>
        <Select
          label="Account"
          value={account?.id ?? ''}
          onChange={setAccountId}
          options={(accounts.data ?? []).map((one) => ({ value: one.id, label: nameOf(one) }))}
        />
        <TextField
          label={currency ? `Amount in ${currency.code}` : 'Amount'}
          value={text}
          onChange={setText}
          inputMode="decimal"
          error={
            wrong ? `An amount of ${currency.code} has at most ${currency.decimals} decimals.` : fieldError?.message
          }
        />
        <div>
          <Button look="primary" type="submit" isBusy={fund.isPending} disabled={!account || !amount}>
            Fund
          </Button>
        </div>
      </Form>
      {accounts.error && <ErrorNote error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {fund.error && <ErrorNote error={fund.error} />}
      {fund.data && (
        <Note tone="good">
          <p>
            New balance <Amount value={fund.data.balance} />.
          </p>
          {fund.data.payment && (
            <p>
              <Link href={`/payments/${fund.data.payment.id}`}>{shortId(fund.data.payment.id)}</Link>{' '}
              <Status status={fund.data.payment.status} />
            </p>
          )}
        </Note>
      )}
    </Tile>
  );
}

/** Most examples are in US dollars. */
const usual = (accounts: readonly InternalAccount[] = []): InternalAccount | undefined =>
  accounts.find(({ balance }) => balance.currency.code === 'USD') ?? accounts[0];

/** Accounts of the platform, then those of its customers. */
const useAccounts = () =>
  useQuery({
    queryKey: ['accounts', 'to fund'],
    queryFn: async ({ signal }) =>
      (await accountsToChoose(MOST_PER_CURRENCY, signal)).filter(({ status }) => status === 'ACTIVE'),
  });

const nameOf = ({ balance, customerId }: InternalAccount): string => {
  const owner = customerId ? shortId(customerId) : 'Platform';
  const { code, decimals } = balance.currency;
  return `${owner}, ${code}: ${decimalText(balance.amount, decimals)}`;
};
