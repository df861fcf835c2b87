import { useSession } from '../../api/use-session.ts';
import { Details } from '../../parts/details.tsx';
import { Id } from '../../parts/id.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { AbsoluteTime } from '../../parts/time.tsx';

/** First page after login. */
export default function HomePage() {
  const { current, permissions, expiresAt } = useSession();
  return (
    <Page title="Home" subtitle="State of the platform and of this session.">
      <Section title="Platform">
        <Card>
          <Details
            entries={[
              ['Name', current?.name],
              ['Id', current && <Id id={current.id} />],
              ['Mode', current && wordsOf(current.mode)],
              ['Permissions', permissions.join(', ')],
              ['Session ends', <AbsoluteTime key="end" at={expiresAt} />],
            ]}
          />
        </Card>
      </Section>
    </Page>
  );
}
