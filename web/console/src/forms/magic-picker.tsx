import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { MagicValue } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import css from './forms.module.css';
import { withMagic } from './magic.ts';

interface MagicPickerProps {
  label: string;
  values: readonly MagicValue[];
  current: string;
  example: string;
  onPick: (value: string) => void;
}

/** Scenarios of the sandbox that a field can select. */
export function MagicPicker({ label, values, current, example, onPick }: MagicPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const pick = (magic: MagicValue): void => {
    onPick(withMagic(current || example, magic));
    setOpen(false);
  };
  return (
    <>
      <Button look="quiet" className={css.picker} onClick={() => setOpen(true)} aria-label={`Scenario for ${label}`}>
        <Sparkles size={14} aria-hidden="true" />
        Scenario
      </Button>
      {isOpen && (
        <Dialog title={`Scenarios: ${label}`} onClose={() => setOpen(false)}>
          <ul className={css.scenarios}>
            {values.map((magic) => (
              <li key={`${magic.area} ${magic.value}`}>
                <button type="button" className={css.scenario} onClick={() => pick(magic)}>
                  <code>{magic.value}</code>
                  <span>
                    <span className={css.effect}>{magic.effect}</span>
                    <span className={css.area}>{magic.area}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
