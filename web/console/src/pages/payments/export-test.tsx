import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  api,
  type ExternalAccountId,
  type OutgoingTransaction,
  type TimelineEntry,
  type TransactionOneOf,
} from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { useNames } from './names.ts';
import { resultOf } from './sentence.ts';
import { testFileOf } from './test-file.ts';

interface ExportTestProps {
  transaction: TransactionOneOf;
  entries: readonly TimelineEntry[];
}

/** Payments that can be exported as a test: quoted, from an internal to an external account. */
const isExportable = (transaction: TransactionOneOf): transaction is OutgoingTransaction & { quoteId: string } =>
  transaction.type === 'OUTGOING' &&
  transaction.quoteId !== undefined &&
  'accountId' in transaction.source &&
  'accountId' in transaction.destination &&
  transaction.destination.accountId.startsWith('ExternalAccount:') &&
  transaction.customerId.startsWith('Customer:');

/** Shows the payment as a test file. */
export function ExportTest({ transaction, entries }: ExportTestProps) {
  const { current } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (current?.mode !== 'SANDBOX' || !isExportable(transaction)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export as a test</Button>
      {isOpen && (
        <Dialog title="The payment as a test" isSheet onClose={() => setOpen(false)}>
          <TestFile transaction={transaction} entries={entries} />
        </Dialog>
      )}
    </>
  );
}

function TestFile({
  transaction,
  entries,
}: ExportTestProps & { transaction: OutgoingTransaction & { quoteId: string } }) {
  const names = useNames(transaction);
  const { destination, quoteId, customerId } = transaction;
  const payeeId = ('accountId' in destination ? destination.accountId : '') as ExternalAccountId;
  const parts = useQuery({
    queryKey: ['test-file', transaction.id],
    queryFn: async ({ signal }) => {
      const [quote, payee, config] = await Promise.all([
        api.quotes.get(quoteId, { signal }),
        api.customers.externalAccounts.get(payeeId, { signal }),
        api.config.get({ signal }),
      ]);
      return { quote, payee, currencies: config.supportedCurrencies };
    },
  });
  if (parts.error) return <ErrorNote error={parts.error} onRetry={() => void parts.refetch()} />;
  if (!parts.data) return null;
  const title = resultOf(transaction, names);
  const text = testFileOf({ ...parts.data, title, transaction, entries, payerName: names.of(customerId).name });
  return (
    <>
      <p>
        It makes the same payment on a fresh platform, moves the clock and compares every ledger entry. Save it as{' '}
        <code>payment.test.mjs</code> and run it with <code>node --test</code>; it needs the packages{' '}
        <code>@causeway/testing</code> and <code>causeway</code>.
      </p>
      <CodeBlock text={text} label="test file" />
    </>
  );
}
