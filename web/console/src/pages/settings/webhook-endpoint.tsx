import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type PlatformConfig } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Section } from '../../parts/page.tsx';
import css from './settings.module.css';
import { useConfigUpdate } from './use-config.ts';

interface SettingProps {
  config: PlatformConfig;
  canManage: boolean;
}

/** URL that gets the events of the platform. */
export function WebhookEndpoint({ config, canManage }: SettingProps) {
  const { webhookEndpoint = '' } = config;
  const [url, setUrl] = useState(webhookEndpoint);
  const update = useConfigUpdate('Webhook endpoint saved');
  const test = useMutation({ mutationFn: async () => await api.webhooks.test() });
  const isChanged = url.trim() !== webhookEndpoint;
  return (
    <Section title="Webhook endpoint">
      <Card>
        {canManage ? (
          <Form onSubmit={() => update.mutate({ webhookEndpoint: url.trim() })}>
            <TextField
              label="URL"
              value={url}
              onChange={setUrl}
              placeholder="https://example.com/webhooks"
              help="Gets a signed POST for every event. The server sends a test event when you save it."
            />
            <div className={css.row}>
              <Button look="primary" type="submit" isBusy={update.isPending} disabled={!isChanged || url.trim() === ''}>
                Save endpoint
              </Button>
              {webhookEndpoint && (
                <Button isBusy={test.isPending} onClick={() => test.mutate()}>
                  Send test event
                </Button>
              )}
            </div>
          </Form>
        ) : (
          <p className={css.value}>{webhookEndpoint || 'No endpoint is set.'}</p>
        )}
        {update.error && <ErrorNote error={update.error} />}
        {test.error && <ErrorNote error={test.error} />}
        {test.data && (
          <Note tone="good">
            The endpoint answered with status {test.data.response_status}
            {test.data.response_body ? `: ${test.data.response_body}` : '.'}
          </Note>
        )}
      </Card>
    </Section>
  );
}
