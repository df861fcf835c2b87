import { useState } from 'react';
import type { PlatformConfig } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { Card, Section } from '../../parts/page.tsx';
import css from './settings.module.css';
import { useConfigUpdate } from './use-config.ts';

interface SettingProps {
  config: PlatformConfig;
  canManage: boolean;
}

/** Domain of the addresses by which customers are paid over UMA. */
export function UmaSettings({ config, canManage }: SettingProps) {
  const { umaDomain = '', proxyUmaSubdomain } = config;
  const [domain, setDomain] = useState(umaDomain);
  const update = useConfigUpdate('UMA domain saved');
  const current = umaDomain || proxyUmaSubdomain;
  return (
    <Section title="UMA addresses">
      <Card>
        <p className={css.lead}>
          {current ? (
            <>
              Customers get addresses such as <code>$ada@{current}</code>.
            </>
          ) : (
            'Customers get UMA addresses once a domain is set.'
          )}
        </p>
        {canManage && (
          <Form onSubmit={() => update.mutate({ umaDomain: domain.trim() })}>
            <TextField
              label="Domain"
              value={domain}
              onChange={setDomain}
              placeholder="pay.example.com"
              help="A domain that leads to this server, so that other providers find your customers."
            />
            {update.error && <ErrorNote error={update.error} />}
            <div className={css.row}>
              <Button
                look="primary"
                type="submit"
                isBusy={update.isPending}
                disabled={domain.trim() === '' || domain.trim() === umaDomain}
              >
                Save domain
              </Button>
            </div>
          </Form>
        )}
      </Card>
    </Section>
  );
}
