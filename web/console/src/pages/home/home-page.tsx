import { Building2 } from 'lucide-react';
import { useSession } from '../../api/use-session.ts';
import { Details } from '../../parts/details.tsx';
import { Id } from '../../parts/id.tsx';
import { Empty } from '../../parts/note.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';
import { Attention } from './attention.tsx';
import { Checklist } from './checklist.tsx';
import { findings } from './findings.tsx';
import { FirstCall } from './first-call.tsx';
import { operatorFindings } from './operator-findings.tsx';

/** First page after login: what needs attention, and the next step. */
export default function HomePage() {
  const { current, kind } = useSession();
  if (!current) {
    return (
      <Page title="Home" subtitle="Work that waits for operators, over all platforms.">
        {kind === 'OPERATOR' && (
          <Attention
            findings={operatorFindings}
            topics={[]}
            calm="no review waits, no payment is suspended, and every job and delivery is on time."
          />
        )}
        <Empty icon={Building2} title="No platform is chosen">
          Choose one in the bar above to see its payments, customers and settings.
        </Empty>
      </Page>
    );
  }
  return (
    <Page title="Home" subtitle={`State of ${current.name}, and what to do next.`}>
      <Attention
        findings={findings}
        topics={['transaction', 'delivery', 'approval']}
        calm="no failed payments in the last 7 days, and every event is delivered."
      />
      <Checklist />
      <FirstCall />
      <SessionDetails />
    </Page>
  );
}

function SessionDetails() {
  const { current, permissions, expiresAt, operator } = useSession();
  return (
    <Section title="This session">
      <Card>
        <Details
          entries={[
            ['Operator', operator?.name],
            ['Platform', current?.name],
            ['Platform id', current && <Id id={current.id} />],
            ['Mode', current && wordsOf(current.mode)],
            ['Permissions', permissions.join(', ')],
            ['Ends', <AbsoluteTime key="end" at={expiresAt} />],
          ]}
        />
      </Card>
    </Section>
  );
}
