import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { api, type CustomerOneOf, type Verification } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useCan } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Empty, Note } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status, wordsOf } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { verificationOf } from './customer-name.ts';

const columns: readonly Column<Verification>[] = [
  { name: 'Verification', cell: ({ id }) => <Id id={id} /> },
  { name: 'Status', cell: ({ verificationStatus }) => <Status status={verificationStatus} />, look: 'narrow' },
  { name: 'Open problems', cell: ({ errors }) => errors.map(({ type }) => wordsOf(type)).join(', '), look: 'wide' },
  { name: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, look: 'narrow' },
];

/** Checks of the customer's identity, and the link to the hosted page. */
export function CustomerVerification({ customer }: { customer: CustomerOneOf }) {
  const canManage = useCan('MANAGE');
  const pages = usePages(['verifications', customer.id], ({ cursor, signal }) =>
    api.verifications.list({ customerId: customer.id, limit: 20, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['customer', 'review'], pages.refetch);
  const link = useMutation({ mutationFn: async () => await api.customers.createKycLink(customer.id) });
  const isOpen = !customer.isDeleted && verificationOf(customer) !== 'APPROVED';
  return (
    <Section
      title="Verification"
      actions={
        canManage &&
        isOpen && (
          <Button isBusy={link.isPending} onClick={() => link.mutate()}>
            Create link to the hosted page
          </Button>
        )
      }
    >
      {link.error && <ErrorNote error={link.error} />}
      {link.data && (
        <Note tone="good" actions={<CopyButton text={link.data.kycUrl} label="Copy the link" />}>
          <p>
            <a href={link.data.kycUrl} target="_blank" rel="noreferrer">
              Open the hosted page
            </a>{' '}
            or send this link to the customer. It is void <Time at={link.data.expiresAt} />.
          </p>
        </Note>
      )}
      <PagedTable
        label="Verifications of the customer"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={BadgeCheck} title="No submission yet">
            The customer completes the verification on the hosted page, or the platform submits the data by the API.
          </Empty>
        }
      />
    </Section>
  );
}
