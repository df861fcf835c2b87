import { useEffect } from 'react';
import { ErrorNote } from '../parts/error-note.tsx';
import css from './login.module.css';

interface UnreachablePageProps {
  error: unknown;
  onRetry: () => void;
}

/** In place of the console while it is unknown whether the session is valid. */
export function UnreachablePage({ error, onRetry }: UnreachablePageProps) {
  useEffect(() => {
    document.title = 'No connection - Causeway';
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <main className={css.screen}>
      <div className={css.box}>
        <p className={css.brand}>
          Causeway <span>console</span>
        </p>
        <h1 className={css.title}>The console cannot start</h1>
        <p className={css.host}>{location.host}</p>
        <ErrorNote error={error} onRetry={onRetry} />
        <p className={css.text}>You are still logged in. Nothing is lost.</p>
      </div>
    </main>
  );
}
