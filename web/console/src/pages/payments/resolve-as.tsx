import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type SandboxResolveRequest, type TransactionOneOf } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Select } from '../../parts/fields.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { toast } from '../../parts/toast.tsx';

type Outcome = SandboxResolveRequest['outcome'];
type Reason = NonNullable<SandboxResolveRequest['reason']>;

/** Outcomes that can follow each status. The server rejects exceptions. */
const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  CREATED: ['ACCEPTED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'DELAYED', 'CANCELLED', 'LOST'],
  COMPLETED: ['FAILED', 'REFUNDED'],
};

const labels: Readonly<Record<Outcome, string>> = {
  ACCEPTED: 'Accepted by the rail',
  DELAYED: 'Delayed',
  COMPLETED: 'Completed',
  FAILED: 'Failed, or returned after completion',
  REFUNDED: 'Refunded by the rail in full',
  CANCELLED: 'Cancelled by the user',
  LOST: 'Lost: neither paid nor refunded',
};

/** Reasons to choose from; by default the server sets a common one. */
const reasons: Partial<Record<Outcome, readonly Reason[]>> = {
  FAILED: ['PAYOUT_RETURNED', 'ACCOUNT_CANNOT_RECEIVE', 'ACCOUNT_INVALID', 'COMPLIANCE_REJECTED', 'LIMIT_EXCEEDED'],
  DELAYED: [
    'COMPLIANCE_REVIEW',
    'COUNTERPARTY_DECLARATION_REQUIRED',
    'COUNTERPARTY_INFORMATION_REQUIRED',
    'WALLET_VERIFICATION_REQUIRED',
  ],
};

interface ResolveAsProps {
  transaction: TransactionOneOf;
  onChange: () => void;
}

/** Decides a payment of the sandbox in place of its rail. */
export function ResolveAs({ transaction, onChange }: ResolveAsProps) {
  const { current } = useSession();
  const [isOpen, setOpen] = useState(false);
  const possible = outcomes[transaction.status] ?? [];
  const isDecidable = transaction.type === 'OUTGOING' && !transaction.refund && possible.length > 0;
  if (current?.mode !== 'SANDBOX' || !isDecidable) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Resolve as …</Button>
      {isOpen && (
        <ResolveDialog id={transaction.id} possible={possible} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface ResolveDialogProps {
  id: string;
  possible: readonly Outcome[];
  onChange: () => void;
  onClose: () => void;
}

function ResolveDialog({ id, possible, onChange, onClose }: ResolveDialogProps) {
  const [outcome, setOutcome] = useState<Outcome>(possible[0] ?? 'COMPLETED');
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const resolving = useMutation({
    mutationFn: async () =>
      await api.sandbox.transactions.resolve(id, { outcome, ...(reason && { reason: reason as Reason }) }),
    onSuccess: () => {
      toast(`The rail has reported: ${labels[outcome].toLowerCase()}`);
      void queries.invalidateQueries();
      onClose();
      onChange();
    },
  });
  return (
    <Dialog title="Resolve the payment" onClose={onClose}>
      <Form onSubmit={() => resolving.mutate()}>
        <Select
          label="Outcome"
          value={outcome}
          options={possible.map((value) => ({ value, label: labels[value] }))}
          onChange={(value) => {
            setOutcome(value as Outcome);
            setReason('');
          }}
          help="The rail of the sandbox reports it at once, as a bank would."
        />
        {reasons[outcome] && (
          <Select
            label="Reason"
            isOptional
            none="The usual one"
            value={reason}
            options={reasons[outcome].map((value) => ({ value, label: wordsOf(value) }))}
            onChange={setReason}
          />
        )}
        {resolving.error && <ErrorNote error={resolving.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={resolving.isPending}>
            Resolve
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
