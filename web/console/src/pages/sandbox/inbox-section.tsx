import { Inbox } from 'lucide-react';
import { api, type SandboxMessage } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useLive } from '../../live/use-live.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, PagedTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import css from './sandbox.module.css';

const PAGE = 10;

const columns: readonly Column<SandboxMessage>[] = [
  { name: 'To', cell: ({ to }) => to, look: 'wide' },
  { name: 'Message', cell: ({ subject, text }) => subject ?? text, look: 'wide' },
  {
    name: 'Code',
    cell: ({ code }) =>
      code && (
        <span className={css.code}>
          {code}
          <CopyButton text={code} label={`Copy the code ${code}`} />
        </span>
      ),
    look: 'narrow',
  },
  {
    name: 'Channel',
    cell: ({ channel }) => <Status status={channel} label={channel === 'EMAIL' ? 'Email' : 'SMS'} tone="info" />,
    look: 'narrow',
  },
  { name: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
];

/** Emails and text messages, which the sandbox keeps in place of sending them. */
export function InboxSection() {
  const pages = usePages(['sandbox-messages'], ({ cursor, signal }) =>
    api.sandbox.messages.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  useLive(['message'], pages.refetch);
  return (
    <Section title="Inbox">
      <PagedTable
        label="Messages that the sandbox has kept"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Inbox} title="No messages yet">
            Codes and links that customers would get appear here: verify the email of a customer, for example.
          </Empty>
        }
      />
    </Section>
  );
}
