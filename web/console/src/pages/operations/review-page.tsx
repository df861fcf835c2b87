import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CausewayError, type OperatorReview, operatorApi } from '../../api/client.ts';
import { LinkButton } from '../../parts/button.tsx';
import { messageOf } from '../../parts/error-message.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { nameOf } from '../customers/customer-name.ts';
import { DocumentViewer } from './document-viewer.tsx';
import { PlatformName } from './platform-name.tsx';
import css from './review.module.css';
import { ReviewDecisions } from './review-decisions.tsx';
import { ReviewFacts } from './review-facts.tsx';

const RENEW_MS = 5 * 60_000;
const back = { href: '/operations/reviews', label: 'Reviews' };

/** Claims a review while the page is open, and shows the review once it is claimed. */
export default function ReviewPage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const review = useQuery({
    queryKey: ['review', id],
    queryFn: async ({ signal }) => {
      await operatorApi.reviews.claim(id, { signal });
      return await operatorApi.reviews.get(id, { signal });
    },
    // The server records every access, so the page never reloads by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  useClaim(id, review.isSuccess);
  const name = review.data ? nameOf(review.data.customer) : 'Review';
  return (
    <Page
      title={name}
      back={back}
      subtitle={
        review.data && (
          <>
            {review.data.customer.customerType === 'BUSINESS' ? 'Business' : 'Person'} of{' '}
            <PlatformName id={review.data.platformId} />
            {review.data.submittedAt && (
              <>
                , submitted <Time at={review.data.submittedAt} />
              </>
            )}
          </>
        )
      }
      actions={review.data && <ReviewDecisions review={review.data} />}
    >
      {review.isPending && <LoadingTable label="Review" />}
      {review.error && <Rejected error={review.error} onRetry={() => void review.refetch()} />}
      {review.data && <Open review={review.data} />}
    </Page>
  );
}

/** Renews the claim while the page is open and releases it afterwards. */
function useClaim(id: string, isClaimed: boolean): void {
  useEffect(() => {
    if (!isClaimed) return;
    // A failed renewal is repeated by the next one. If another reviewer has claimed it, the decision reports that.
    const timer = setInterval(() => void operatorApi.reviews.claim(id).then(null, () => {}), RENEW_MS);
    return () => {
      clearInterval(timer);
      // After a decision the claim has ended; the server accepts the release anyway.
      void operatorApi.reviews.release(id).then(null, () => {});
    };
  }, [id, isClaimed]);
}

/** Shows a plain note if another reviewer has the claim or the review is decided, and an error otherwise. */
function Rejected({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isTaken = error instanceof CausewayError && error.details.reason === 'CLAIMED_BY_ANOTHER';
  const isDecided = error instanceof CausewayError && error.details.reason === 'NOT_WAITING';
  if (!isTaken && !isDecided) return <ErrorNote error={error} onRetry={onRetry} />;
  return (
    <Note tone={isTaken ? 'warn' : 'good'} actions={<LinkButton href={back.href}>To the queue</LinkButton>}>
      <p>{isDecided ? 'This verification is decided, or was taken back.' : messageOf(error)}</p>
    </Note>
  );
}

function Open({ review }: { review: OperatorReview }) {
  const [selected, setSelected] = useState(review.documents[0]?.id);
  const document = review.documents.find(({ id }) => id === selected);
  return (
    <>
      {review.isChangedSinceSubmission && (
        <Note tone="warn">
          The customer has changed since the submission, so that it cannot be approved until it is submitted again.
        </Note>
      )}
      <div className={css.sides}>
        <div className={css.side}>
          <ReviewFacts review={review} />
        </div>
        <div className={css.side}>
          <Section title="Documents">
            {review.documents.length === 0 ? (
              <Card>No document was uploaded.</Card>
            ) : (
              <div className={css.documents}>
                {review.documents.map(({ id, documentType, documentHolder, state }) => (
                  <button
                    key={id}
                    type="button"
                    className={css.document}
                    aria-pressed={id === selected}
                    onClick={() => setSelected(id)}
                  >
                    <span>{holderName(review, documentHolder)}</span>
                    <Status
                      status={documentType}
                      tone={state === 'ASKED_AGAIN' ? 'warn' : 'neutral'}
                      {...(state === 'ASKED_AGAIN' && { label: 'Asked again' })}
                    />
                  </button>
                ))}
              </div>
            )}
            {document && <DocumentViewer key={document.id} document={document} />}
          </Section>
        </div>
      </div>
    </>
  );
}

function holderName({ customer, beneficialOwners }: OperatorReview, holderId: string): string {
  const owner = beneficialOwners.find(({ id }) => id === holderId);
  if (!owner) return nameOf(customer);
  const { firstName, lastName } = owner.personalInfo as { firstName?: string; lastName?: string };
  return [firstName, lastName].filter(Boolean).join(' ') || 'Owner';
}
