import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import css from './settings.module.css';

const SHOWN = 16;

interface SecretProps {
  text: string;
  /** For example `public key`. */
  name: string;
  isPublic?: boolean;
}

/** A key that stays hidden until a click, so that it is not shown by accident. */
export function Secret({ text, name, isPublic = false }: SecretProps) {
  const [isShown, setShown] = useState(false);
  const first = isPublic ? `${text.replace(/-+[A-Z ]+-+\s*/, '').slice(0, SHOWN)}…` : '••••••••••••';
  return (
    <span className={css.secret}>
      <code className={isShown ? css.whole : undefined}>{isShown ? text : first}</code>
      <Button look="quiet" aria-label={`${isShown ? 'Hide' : 'Show'} the ${name}`} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton text={text} label={`Copy the ${name}`} />
    </span>
  );
}
