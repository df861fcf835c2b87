import { ClipboardCheck } from 'lucide-react';
import { useLocation } from 'wouter';
import { type OperatorWaitingReview, operatorApi } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { shortId } from '../../parts/id.tsx';
import { Empty } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { PlatformName } from './platform-name.tsx';

const PAGE = 50;

const pathOf = ({ id }: OperatorWaitingReview): string => `/operations/reviews/${id}`;

/** Queue of the verifications that wait for a decision: first in, first out. */
export default function ReviewsPage() {
  const { operator } = useSession();
  const [, navigate] = useLocation();
  const pages = usePages(['reviews'], ({ cursor, signal }) =>
    operatorApi.reviews.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['review'], pages.refetch);
  const isMine = ({ claim }: OperatorWaitingReview): boolean => claim?.operatorId === operator?.id;
  const next = pages.rows.find((review) => !review.claim || isMine(review));
  const start = next && (
    <Button look="primary" onClick={() => navigate(pathOf(next))}>
      Review the next one
    </Button>
  );
  return (
    <Page title="Reviews" subtitle="Customers who wait for a decision, first in, first out." actions={start}>
      <PagedTable
        label="Waiting reviews"
        pages={pages}
        keyOf={({ id }) => id}
        hrefOf={pathOf}
        columns={[
          { name: 'Customer', cell: ({ customerId }) => shortId(customerId), look: 'wide' },
          {
            name: 'Type',
            cell: ({ customerType }) => (customerType === 'BUSINESS' ? 'Business' : 'Person'),
            look: 'narrow',
          },
          { name: 'Platform', cell: ({ platformId }) => <PlatformName id={platformId} />, look: 'wide' },
          { name: 'Submitted', cell: ({ submittedAt }) => <Time at={submittedAt} />, look: 'narrow' },
          {
            name: 'State',
            cell: (review) => {
              if (!review.claim) return <Status status="WAITING" tone="warn" label="Waiting" />;
              const who = isMine(review) ? 'you' : review.claim.operatorName;
              return <Status status="CLAIMED" tone="info" label={`Claimed by ${who}`} />;
            },
            look: 'narrow',
          },
        ]}
        empty={<Empty icon={ClipboardCheck} title="Nobody waits for a review" />}
      />
    </Page>
  );
}
