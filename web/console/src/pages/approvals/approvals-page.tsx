import { useMutation } from '@tanstack/react-query';
import { Bot, Check, Stamp, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  type AgentAction,
  api,
  type CurrencyAmount,
  type IncomingTransaction,
  type TransactionOneOf,
} from '../../api/client.ts';
import { type Pages, usePages } from '../../api/pages.ts';
import { useCan } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Actions, Dialog } from '../../parts/dialog.tsx';
import { messageOf } from '../../parts/error-message.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { shortId } from '../../parts/id.tsx';
import { Money } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { usePlatformClock } from '../payments/clock.ts';
import { type Names, useNames } from '../payments/names.ts';
import { Route } from '../payments/route.tsx';
import { endsOf } from '../payments/sentence.ts';
import css from './approvals.module.css';

/** A decision that waits: an action of an agent, or an incoming payment. */
interface Waiting {
  id: string;
  title: string;
  createdAt: string;
  amount: CurrencyAmount | undefined;
  from: string;
  to: string;
  href: string | undefined;
  approve: () => PromiseLike<unknown>;
  reject: (reason: string) => PromiseLike<unknown>;
}

export default function ApprovalsPage() {
  const actions = usePages(['agent-approvals'], ({ cursor, signal }) =>
    api.agents.approvals.list({ limit: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const incoming = usePages(['incoming-approvals'], ({ cursor, signal }) =>
    api.transactions.list(
      { type: 'INCOMING', status: 'PENDING', sortOrder: 'asc', limit: 100, ...(cursor && { cursor }) },
      { signal },
    ),
  );
  const names = useNames(actions.rows, incoming.rows);
  const refresh = (): void => {
    actions.refetch();
    incoming.refetch();
  };
  useLive(['approval', 'transaction'], refresh);
  return (
    <Page title="Approvals" subtitle="Decisions that wait for you, oldest first.">
      <Decisions
        title="Actions of agents"
        pages={oldestFirst(mapped(actions, (action) => agentDecision(action, names)))}
        onChange={refresh}
        empty={
          <Empty icon={Bot} title="No agent waits for an approval">
            The policy of an agent says from which amount its payments need one: <code>approvalThresholds</code>.
          </Empty>
        }
      />
      <Decisions
        title="Incoming payments"
        pages={mapped(toDecide(incoming), (payment) => incomingDecision(payment, names))}
        onChange={refresh}
        empty={
          <Empty icon={Stamp} title="No incoming payment waits for an approval">
            Payments to UMA addresses wait here for a few seconds, if your endpoint answers their event with 202.
          </Empty>
        }
      />
    </Page>
  );
}

const mapped = <A, B>(pages: Pages<A>, change: (row: A) => B): Pages<B> => ({ ...pages, rows: pages.rows.map(change) });

/** Other pending payments are collections from a bank, on which the bank decides. */
const isUma = (payment: TransactionOneOf): payment is IncomingTransaction =>
  payment.type === 'INCOMING' && payment.source !== undefined && 'umaAddress' in payment.source;

const toDecide = (pages: Pages<TransactionOneOf>): Pages<IncomingTransaction> => ({
  ...pages,
  rows: pages.rows.filter(isUma),
});

const oldestFirst = (pages: Pages<Waiting>): Pages<Waiting> => ({
  ...pages,
  rows: pages.rows.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
});

function agentDecision(action: AgentAction, names: Names): Waiting {
  const { id, agentId, quote, transferDetails, createdAt, customerId, transaction } = action;
  const source =
    transferDetails?.sourceAccountId ?? (quote && 'accountId' in quote.source ? quote.source.accountId : '');
  const target =
    transferDetails?.destinationAccountId ??
    (quote && ('accountId' in quote.destination ? quote.destination.accountId : quote.destination.umaAddress));
  const amount = quote && { amount: quote.totalSendingAmount, currency: quote.sendingCurrency };
  const paid = transaction && 'sentAmount' in transaction ? transaction.sentAmount : undefined;
  return {
    id,
    title: wordsOf(action.type),
    createdAt,
    amount: amount ?? paid,
    from: source ? names.of(source).name : names.of(customerId).name,
    to: target ? (names.has(target) ? names.of(target).name : shortId(target)) : '',
    href: quote ? `/payments/${quote.transactionId}` : undefined,
    approve: () => api.agents.actions.approve(agentId, id),
    reject: (reason) => api.agents.actions.reject(agentId, id, reason ? { reason } : {}),
  };
}

function incomingDecision(payment: IncomingTransaction, names: Names): Waiting {
  const { from, to } = endsOf(payment, names);
  return {
    id: payment.id,
    title: 'Incoming payment',
    createdAt: payment.createdAt ?? '',
    amount: payment.receivedAmount,
    from: from.name,
    to: to.name,
    href: `/payments/${payment.id}`,
    approve: () => api.transactions.approve(payment.id),
    reject: (reason) => api.transactions.reject(payment.id, reason ? { reason } : {}),
  };
}

interface DecisionsProps {
  title: string;
  pages: Pages<Waiting>;
  empty: React.ReactNode;
  onChange: () => void;
}

function Decisions({ title, pages, empty, onChange }: DecisionsProps) {
  const { offsetMs } = usePlatformClock();
  const columns: Column<Waiting>[] = [
    {
      name: 'Payment',
      cell: ({ href, title: text }) => (href ? <Link href={href}>{text}</Link> : text),
      look: 'narrow',
    },
    { name: 'Amount', cell: ({ amount }) => amount && <Money {...amount} />, look: 'right' },
    { name: 'Route', cell: ({ from, to }) => <Route from={from} to={to} />, look: 'wide' },
    { name: 'Waits since', cell: ({ createdAt }) => <Time at={createdAt} offsetMs={offsetMs} />, look: 'narrow' },
    { name: 'Decision', cell: (row) => <Decision waiting={row} onChange={onChange} />, look: 'narrow' },
  ];
  return (
    <Section title={title}>
      <PagedTable label={title} pages={pages} columns={columns} keyOf={({ id }) => id} empty={empty} />
    </Section>
  );
}

function Decision({ waiting, onChange }: { waiting: Waiting; onChange: () => void }) {
  const canDecide = useCan('TRANSACT');
  const [isRejecting, setRejecting] = useState(false);
  const approving = useMutation({
    mutationFn: async () => await waiting.approve(),
    onSuccess: () => {
      toast('Approved');
      onChange();
    },
    onError: (error) => {
      toast(messageOf(error), { isFailure: true });
      onChange();
    },
  });
  if (!canDecide) return null;
  return (
    <span className={css.decision}>
      <Button look="primary" isBusy={approving.isPending} onClick={() => approving.mutate()}>
        <Check size={14} aria-hidden="true" />
        Approve
      </Button>
      <Button onClick={() => setRejecting(true)}>
        <X size={14} aria-hidden="true" />
        Reject
      </Button>
      {isRejecting && <Rejection waiting={waiting} onChange={onChange} onClose={() => setRejecting(false)} />}
    </span>
  );
}

interface RejectionProps {
  waiting: Waiting;
  onChange: () => void;
  onClose: () => void;
}

function Rejection({ waiting, onChange, onClose }: RejectionProps) {
  const [reason, setReason] = useState('');
  const rejecting = useMutation({
    mutationFn: async () => await waiting.reject(reason),
    onSuccess: () => {
      toast('Rejected');
      onClose();
      onChange();
    },
  });
  return (
    <Dialog title="Reject the payment" onClose={onClose}>
      <Form onSubmit={() => rejecting.mutate()}>
        <TextField label="Reason" isOptional value={reason} onChange={setReason} help="The payment shows it." />
        {rejecting.error && <ErrorNote error={rejecting.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isBusy={rejecting.isPending}>
            Reject
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
