import { type KeyboardEvent, useEffect, useState } from 'react';
import { Labelled } from '../../parts/fields.tsx';

interface FilterFieldProps {
  label: string;
  value: string | undefined;
  onCommit: (value: string | undefined) => void;
  placeholder?: string;
  /** Focused by the `/` key. */
  isFilter?: boolean;
}

/** A filter of exact text: applied by Enter or by leaving the field, because half of a value matches nothing. */
export function FilterField({ label, value = '', onCommit, placeholder, isFilter }: FilterFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (): void => {
    if (text.trim() !== value) onCommit(text.trim() || undefined);
  };
  return (
    <Labelled label={label}>
      {(control) => (
        <input
          {...control}
          value={text}
          size={14}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          data-filter={isFilter || undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}
        />
      )}
    </Labelled>
  );
}
