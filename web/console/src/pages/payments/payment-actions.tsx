import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { api, type OutgoingTransaction, type TimelineEntry, type TransactionOneOf } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { spanText } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { usePlatformClock } from './clock.ts';
import { ExportTest } from './export-test.tsx';

interface PaymentActionsProps {
  transaction: TransactionOneOf;
  entries: readonly TimelineEntry[];
  onChange: () => void;
}

/** Actions that the state of the payment permits. The server decides; the others are not shown. */
export function PaymentActions({ transaction, entries, onChange }: PaymentActionsProps) {
  const canTransact = useCan('TRANSACT');
  if (!canTransact) return <ExportTest transaction={transaction} entries={entries} />;
  return (
    <>
      <RunToNextTimer transaction={transaction} onChange={onChange} />
      {isCancellable(transaction) && <Cancel transaction={transaction} onChange={onChange} />}
      <ExportTest transaction={transaction} entries={entries} />
    </>
  );
}

interface ActionProps {
  transaction: TransactionOneOf;
  onChange: () => void;
}

/** Advances the clock of the sandbox to the next moment at which something happens to this payment. */
function RunToNextTimer({ transaction, onChange }: ActionProps) {
  const { clock } = usePlatformClock();
  const queries = useQueryClient();
  const ids: readonly string[] = [transaction.id, ('quoteId' in transaction && transaction.quoteId) || ''];
  const next = clock?.pending.find(({ resourceId }) => ids.includes(resourceId));
  const seconds = clock && next ? Math.max(1, Math.ceil((Date.parse(next.at) - Date.parse(clock.now)) / 1_000)) : 0;
  const running = useMutation({
    mutationFn: async () => await api.sandbox.clock.advance({ seconds }),
    onSuccess: () => {
      toast(`The clock of the sandbox is ${spanText(0, seconds * 1_000)} ahead of where it was`);
      void queries.invalidateQueries();
      onChange();
    },
    onError: (error) => toast(error.message, { isFailure: true }),
  });
  if (!next) return null;
  return (
    <Button look="primary" isBusy={running.isPending} onClick={() => running.mutate()} title={next.kind}>
      <FastForward size={16} aria-hidden="true" />
      Run to the next timer, in {spanText(0, seconds * 1_000)}
    </Button>
  );
}

/** Rails that settle late enough for a cancellation. */
const CANCELLABLE = new Set<string | null | undefined>(['ACH', 'WIRE']);

const isCancellable = (transaction: TransactionOneOf): transaction is OutgoingTransaction =>
  transaction.type === 'OUTGOING' &&
  CANCELLABLE.has(transaction.paymentRail) &&
  (transaction.status === 'PROCESSING' || (transaction.status === 'PENDING' && !transaction.quoteId));

function Cancel({ transaction, onChange }: ActionProps & { transaction: OutgoingTransaction }) {
  const [isAsking, setAsking] = useState(false);
  const cancelling = useMutation({
    mutationFn: async () => await api.transactions.cancel(transaction.id),
    onSuccess: () => {
      toast('The payment was cancelled and refunded');
      setAsking(false);
      onChange();
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Cancel the payment
      </Button>
      {isAsking && (
        <Confirm
          title="Cancel the payment?"
          confirm="Cancel the payment"
          isDangerous
          isBusy={cancelling.isPending}
          onConfirm={() => cancelling.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            The rail decides whether it is still possible. The payer then gets the whole amount back, fees included.
          </p>
          {cancelling.error && <ErrorNote error={cancelling.error} />}
        </Confirm>
      )}
    </>
  );
}
