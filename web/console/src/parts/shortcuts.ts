import { useEffect, useRef } from 'react';
import { singleKeys } from './preferences.ts';

type Action = () => void;

const actions = new Map<string, Action[]>();
let pendingPrefix = '';

/** Binds a key or a sequence such as `g p` while the component is mounted; the newest binding of a key wins. */
export function useShortcut(keys: string, action: Action | undefined): void {
  const latest = useRef(action);
  latest.current = action;
  const isBound = action !== undefined;
  useEffect(() => {
    if (!isBound) return;
    const run: Action = () => latest.current?.();
    actions.set(keys, [run, ...(actions.get(keys) ?? [])]);
    return () =>
      void actions.set(
        keys,
        (actions.get(keys) ?? []).filter((one) => one !== run),
      );
  }, [keys, isBound]);
}

/** Single keys that also work while a dialog is open: they apply to its content. */
const KEYS_OF_DIALOGS = new Set(['y']);

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, [contenteditable]')) return true;
  return target.closest('dialog[open]') !== null && !KEYS_OF_DIALOGS.has(key);
}

/** Listens for the shortcuts of the whole console. */
export function listenForShortcuts(): void {
  window.addEventListener('keydown', (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'k') return run('ctrl-k', event);
    if (isCommand || event.altKey || isTaken(event) || !singleKeys.areOn()) return;
    const keys = pendingPrefix ? `${pendingPrefix} ${event.key}` : event.key;
    pendingPrefix = '';
    if (event.key === 'g' && keys === 'g') pendingPrefix = 'g';
    else run(keys, event);
  });
}

function run(keys: string, event: KeyboardEvent): void {
  const [action] = actions.get(keys) ?? [];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Moves the focus to the next or previous row of the list in the page. */
export function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const index = links.indexOf(document.activeElement as HTMLElement);
  links[Math.min(Math.max(index + step, 0), links.length - 1)]?.focus();
}

export const focusFilter = (): void => document.querySelector<HTMLElement>('[data-filter]')?.focus();
