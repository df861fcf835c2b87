import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { operatorApi } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import type { SessionPlatform } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { Empty } from '../parts/note.tsx';
import { Status } from '../parts/status.tsx';
import { PagedTable } from '../parts/table.tsx';
import css from './platform-switcher.module.css';

const PAGE = 100;

/** Platform whose data an operator sees. */
export function PlatformSwitcher() {
  const { current } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.button} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <span className={css.name}>{current?.name ?? 'All platforms'}</span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </button>
      {isOpen && <Choice onClose={() => setOpen(false)} />}
    </>
  );
}

function Choice({ onClose }: { onClose: () => void }) {
  const { current, choosePlatform } = useSession();
  const [text, setText] = useState('');
  const pages = usePages(['platforms'], ({ cursor, signal }) =>
    operatorApi.platforms.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  );
  const rows = pages.rows.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(text.toLowerCase()));
  const choose = (platform: SessionPlatform | null): void => {
    onClose();
    choosePlatform(platform);
  };
  return (
    <Dialog title="Choose a platform" onClose={onClose}>
      <TextField label="Name or id" value={text} onChange={setText} isFilter />
      <PagedTable
        label="Platforms"
        pages={{ ...pages, rows }}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Name',
            cell: ({ id, name, mode }) => (
              <button type="button" className={css.choice} onClick={() => choose({ id, name, mode })}>
                {name}
              </button>
            ),
            look: 'wide',
          },
          {
            name: 'Mode',
            cell: ({ id, mode }) => (
              <Status
                status={mode}
                tone={mode === 'PRODUCTION' ? 'bad' : 'neutral'}
                label={`${mode === 'PRODUCTION' ? 'Live' : 'Sandbox'}${id === current?.id ? ', chosen' : ''}`}
              />
            ),
            look: 'narrow',
          },
        ]}
        empty={<Empty title="No platform matches" />}
      />
      {current && <Button onClick={() => choose(null)}>Show all platforms</Button>}
    </Dialog>
  );
}
