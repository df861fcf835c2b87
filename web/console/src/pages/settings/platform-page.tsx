import { useCan } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Note } from '../../parts/note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { CurrencySettings } from './currencies.tsx';
import { FeeSettings } from './fees.tsx';
import { HostedPages } from './hosted-pages.tsx';
import { UmaSettings } from './uma-settings.tsx';
import { useConfig } from './use-config.ts';
import { WebhookEndpoint } from './webhook-endpoint.tsx';
import { WebhookKeys } from './webhook-keys.tsx';

/** Configuration of the platform. */
export default function PlatformPage() {
  const canManage = useCan('MANAGE');
  const { data: config, error, refetch } = useConfig();
  return (
    <Page title="Platform settings" subtitle="How payments, webhooks and addresses of this platform work.">
      {!canManage && <Note>This session can read the settings. Changes need a token with MANAGE.</Note>}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!config && !error && (
        <Section title="Settings">
          <LoadingTable label="settings" />
        </Section>
      )}
      {config && (
        <>
          <WebhookEndpoint config={config} canManage={canManage} />
          <WebhookKeys canManage={canManage} />
          <CurrencySettings config={config} canManage={canManage} />
          <FeeSettings config={config} canManage={canManage} />
          <UmaSettings config={config} canManage={canManage} />
          <HostedPages config={config} canManage={canManage} />
        </>
      )}
    </Page>
  );
}
