import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { api, type OutgoingTransaction, type TransactionOneOf } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { messageOf } from '../../parts/error-message.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { toast } from '../../parts/toast.tsx';
import { type NextTimer, nextText } from './next-timer.ts';
import { ResolveAs } from './resolve-as.tsx';

interface PaymentActionsProps {
  transaction: TransactionOneOf;
  next: NextTimer | undefined;
  onChange: () => void;
}

/** Actions that the status of the payment permits; others are not shown. The server enforces the rules. */
export function PaymentActions({ transaction, next, onChange }: PaymentActionsProps) {
  const canTransact = useCan('TRANSACT');
  if (!canTransact) return null;
  return (
    <>
      {next && <RunToNextTimer next={next} onChange={onChange} />}
      <ResolveAs transaction={transaction} onChange={onChange} />
      {isCancellable(transaction) && <Cancel transaction={transaction} onChange={onChange} />}
    </>
  );
}

/** Advances the clock of the sandbox to the next moment at which something happens to this payment. */
function RunToNextTimer({ next, onChange }: { next: NextTimer; onChange: () => void }) {
  const queries = useQueryClient();
  const running = useMutation({
    mutationFn: async () => await api.sandbox.clock.runNext({ resourceId: next.resourceId }),
    onSuccess: () => {
      toast(`The clock of the sandbox moved by ${next.inText}`);
      void queries.invalidateQueries();
      onChange();
    },
    onError: (error) => toast(messageOf(error), { isFailure: true }),
  });
  return (
    <Button look="primary" isBusy={running.isPending} onClick={() => running.mutate()} title={nextText(next)}>
      <FastForward size={16} aria-hidden="true" />
      Run to next timer
    </Button>
  );
}

/** Rails with a settlement late enough to cancel the payment. */
const CANCELLABLE = new Set<string | null | undefined>(['ACH', 'WIRE']);

const isCancellable = (transaction: TransactionOneOf): transaction is OutgoingTransaction =>
  transaction.type === 'OUTGOING' &&
  CANCELLABLE.has(transaction.paymentRail) &&
  (transaction.status === 'PROCESSING' || (transaction.status === 'PENDING' && !transaction.quoteId));

function Cancel({ transaction, onChange }: { transaction: OutgoingTransaction; onChange: () => void }) {
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
