import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { type OperatorSuspendedPayment, operatorApi } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Id, shortId } from '../../parts/id.tsx';
import { Amount } from '../../parts/money.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { PlatformName } from './platform-name.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { UnmatchedCredits } from './unmatched-credits.tsx';

const PAGE = 50;

/** Money that is neither paid out nor returned. */
export default function SuspensePage() {
  const [refunding, setRefunding] = useState<OperatorSuspendedPayment>();
  const pages = usePages(['suspended'], ({ cursor, signal }) =>
    operatorApi.transactions.listSuspended({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['transaction'], pages.refetch);
  return (
    <Page title="Suspense" subtitle="Money that was neither paid out nor returned, and waits for your decision.">
      <Section title="Suspended payments">
        <PagedTable
          label="Suspended payments"
          pages={pages}
          keyOf={({ transaction }) => transaction.id}
          columns={[
            { name: 'Payment', cell: ({ transaction }) => <Id id={transaction.id} />, look: 'narrow' },
            { name: 'Platform', cell: ({ platformId }) => <PlatformName id={platformId} />, look: 'wide' },
            {
              name: 'Failure',
              cell: ({ transaction }) => transaction.failureReason && wordsOf(transaction.failureReason),
              look: 'wide',
            },
            { name: 'Amount', cell: ({ transaction }) => <Amount value={transaction.sentAmount} />, look: 'right' },
            {
              name: 'Since',
              cell: ({ transaction }) => transaction.updatedAt && <Time at={transaction.updatedAt} />,
              look: 'narrow',
            },
            {
              name: 'Action',
              cell: (payment) => (
                <Button aria-label={`Refund ${shortId(payment.transaction.id)}`} onClick={() => setRefunding(payment)}>
                  Refund
                </Button>
              ),
              look: 'narrow',
            },
          ]}
          empty={
            <Empty icon={CircleCheck} title="No payment is suspended">
              Payments whose payout and refund have both failed appear here.
            </Empty>
          }
        />
      </Section>
      <UnmatchedCredits />
      {refunding && (
        <ReasonDialog
          title="Refund the payment?"
          confirm="Refund"
          done="The payment is refunded."
          run={(reason) =>
            operatorApi.platforms.transactions.refund(refunding.platformId, refunding.transaction.id, { reason })
          }
          onDone={pages.refetch}
          onClose={() => setRefunding(undefined)}
        >
          <p>
            <Amount value={refunding.transaction.sentAmount} /> go back to the payer, fees included, at the locked rate.
          </p>
        </ReasonDialog>
      )}
    </Page>
  );
}
