import { useCan } from '../../api/use-session.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { CardTile } from './card-tile.tsx';
import { ClockSection } from './clock-section.tsx';
import { FaultsSection } from './faults-section.tsx';
import { FundTile } from './fund-tile.tsx';
import { InboxSection } from './inbox-section.tsx';
import { IncomingTile } from './incoming-tile.tsx';
import css from './sandbox.module.css';

export default function SandboxPage() {
  const canTransact = useCan('TRANSACT');
  return (
    <Page
      title="Sandbox"
      subtitle="The world around the platform: time, banks, shops and the mail of your customers."
      actions={<LinkButton href="/sandbox/magic-values">Magic values</LinkButton>}
    >
      <ClockSection />
      {canTransact && (
        <Section title="Make something happen">
          <div className={css.tiles}>
            <FundTile />
            <CardTile />
            <IncomingTile />
          </div>
        </Section>
      )}
      <InboxSection />
      <FaultsSection />
    </Page>
  );
}
