import { useState } from 'react';
import { Details } from '../parts/details.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Checkbox } from '../parts/fields.tsx';
import { singleKeys } from '../parts/preferences.ts';
import { useListedPages } from './navigation.tsx';

/** Keyboard shortcuts, and the switch for shortcuts of a single key. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(singleKeys.areOn);
  const pages = useListedPages();
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <Details
        entries={[
          ['Ctrl K', 'Find a page or a resource'],
          ['/', 'Go to the filter'],
          ['j, k', 'Next and previous row'],
          ['y', 'Copy the request of the row or page as curl'],
          ['n', 'Run the sandbox clock to the next timer'],
          ['?', 'This help'],
          ...pages.flatMap(({ menu }) => (menu.key ? [[`g ${menu.key}`, menu.label] as const] : [])),
        ]}
      />
      <Checkbox
        label="Use single keys. Switch this off if you use speech input."
        isChecked={areOn}
        onChange={(isOn) => {
          singleKeys.set(isOn);
          setOn(isOn);
        }}
      />
    </Dialog>
  );
}
