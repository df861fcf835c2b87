import { useEffect } from 'react';
import { ErrorNote } from '../parts/error-note.tsx';
import { EntryScreen } from './entry-screen.tsx';
import css from './login.module.css';

interface UnreachablePageProps {
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of the console while the server cannot confirm the session. */
export function UnreachablePage({ error, onRetry }: UnreachablePageProps) {
  useEffect(() => {
    document.title = 'No connection - Causeway';
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <EntryScreen title="The console cannot start">
      <p className={css.host}>{location.host}</p>
      <ErrorNote error={error} onRetry={onRetry} />
      <p className={css.text}>You are still logged in. Nothing is lost.</p>
    </EntryScreen>
  );
}
