import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useListedPages } from './navigation.tsx';
import css from './palette.module.css';
import { type Choice, searchSource } from './palette-search.ts';

/** Finds pages by name, and resources by id or name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [, navigate] = useLocation();
  const choices = useChoices(text.trim());
  useEffect(() => dialog.current?.showModal(), []);

  const open = (choice: Choice | undefined): void => {
    if (!choice) return;
    onClose();
    navigate(choice.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((active + step + choices.length) % Math.max(choices.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(choices[active]);
    }
  };
  const optionId = (index: number): string => `${listId}-${index}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the palette; a click on the backdrop is an addition
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label="Find a page or a resource"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        className={css.input}
        role="combobox"
        aria-label="Page, id or name"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={choices.length > 0 ? optionId(active) : undefined}
        placeholder="Page, id or name"
        value={text}
        spellCheck={false}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
      />
      <div id={listId} className={css.list} role="listbox" aria-label="Found">
        {choices.map((choice, index) => {
          const Icon = choice.icon ?? FileText;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list
            <div
              key={`${choice.href} ${choice.label} ${choice.note}`}
              id={optionId(index)}
              className={css.option}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseMove={() => setActive(index)}
              onClick={() => open(choice)}
            >
              <Icon size={16} aria-hidden="true" />
              <span className={css.label}>
                {choice.label}
                {choice.note && <span className={css.note}>{choice.note}</span>}
              </span>
              <span className={css.kind}>{choice.kind}</span>
            </div>
          );
        })}
      </div>
      {choices.length === 0 && <p className={css.nothing}>Nothing found.</p>}
    </dialog>
  );
}

const MIN_SEARCH = 3;

function useChoices(text: string): readonly Choice[] {
  const pages = useListedPages();
  const found = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => searchSource(text, signal),
    enabled: text.length >= MIN_SEARCH,
    staleTime: 5_000,
  });
  const words = text.toLowerCase();
  const matching = pages.filter(({ menu }) => menu.label.toLowerCase().includes(words));
  return [
    ...(found.data ?? []),
    ...matching.map(({ menu, path }) => ({ label: menu.label, kind: 'Page', href: path, icon: menu.icon })),
  ];
}
