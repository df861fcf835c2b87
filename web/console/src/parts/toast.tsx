import { CircleAlert, CircleCheck } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import css from './toast.module.css';

interface Toast {
  id: number;
  text: string;
  isFailure: boolean;
}

const SHOWN_MS = 5_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Reports the result of an action for a few seconds. Failures that need attention belong in the page instead. */
export function toast(text: string, { isFailure = false } = {}): void {
  lastId += 1;
  const id = lastId;
  change([...toasts, { id, text, isFailure }]);
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={css.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, isFailure }) => {
        const Icon = isFailure ? CircleAlert : CircleCheck;
        return (
          <div key={id} className={css.toast}>
            <Icon size={16} aria-hidden="true" />
            {text}
          </div>
        );
      })}
    </div>
  );
}
