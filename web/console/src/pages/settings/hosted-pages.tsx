import { type ChangeEvent, useState } from 'react';
import type { PlatformConfig, PlatformConfigUpdateRequest } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Labelled, Select, TextField } from '../../parts/fields.tsx';
import { Card, Section } from '../../parts/page.tsx';
import css from './settings.module.css';
import { useConfigUpdate } from './use-config.ts';

interface SettingProps {
  config: PlatformConfig;
  canManage: boolean;
}

type Changes = NonNullable<PlatformConfigUpdateRequest['hostedPages']>;

const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'pt', label: 'Portuguese' },
];

const DEFAULT_COLOR = '#0b5d66';

/** Brand and language of the pages that end users see. */
export function HostedPages({ config, canManage }: SettingProps) {
  const { name, logoUrl, accentColor, language } = config.hostedPages;
  const [draft, setDraft] = useState({ name: name ?? '', color: accentColor ?? '', language: language ?? '' });
  const update = useConfigUpdate('Hosted pages saved');
  const save = (hostedPages: Changes) => update.mutate({ hostedPages });
  const changeLogo = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) save({ logo: await dataUrl(file) });
  };
  return (
    <Section title="Hosted pages">
      <Card>
        <p className={css.lead}>
          End users see these on the pages for verification, invitations and card numbers.
          {logoUrl && <img className={css.logo} src={new URL(logoUrl).pathname} alt="Logo" />}
        </p>
        {!canManage && <p className={css.value}>{name ?? 'The name of the platform is shown.'}</p>}
        {canManage && (
          <Form onSubmit={() => save(changesOf(draft))}>
            <TextField
              label="Name"
              value={draft.name}
              onChange={(value) => setDraft({ ...draft, name: value })}
              help="Empty shows the name of the platform."
              isOptional
            />
            <TextField
              label="Accent colour"
              value={draft.color}
              onChange={(value) => setDraft({ ...draft, color: value })}
              placeholder={DEFAULT_COLOR}
              help="Colour of buttons and links, such as #0b5d66. Pages derive readable variants for light and dark."
              isOptional
            />
            <Select
              label="Language"
              value={draft.language}
              onChange={(value) => setDraft({ ...draft, language: value })}
              options={languages}
              none="That of the browser"
            />
            <Labelled label="Logo" help="PNG, JPEG or WebP, at most 64 KB. It is saved when you choose it." isOptional>
              {(control) => (
                <input {...control} type="file" accept="image/png,image/jpeg,image/webp" onChange={changeLogo} />
              )}
            </Labelled>
            {update.error && <ErrorNote error={update.error} />}
            <div className={css.row}>
              <Button look="primary" type="submit" isBusy={update.isPending}>
                Save pages
              </Button>
              {logoUrl && <Button onClick={() => save({ logo: null })}>Remove logo</Button>}
            </div>
          </Form>
        )}
      </Card>
    </Section>
  );
}

/** Empty fields restore the defaults. */
const changesOf = ({ name, color, language }: { name: string; color: string; language: string }): Changes => ({
  name: name.trim() || null,
  accentColor: color.trim() || null,
  language: (language || null) as NonNullable<Changes['language']> | null,
});

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
