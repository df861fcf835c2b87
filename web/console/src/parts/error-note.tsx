import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CausewayError } from '../api/client.ts';
import { Button } from './button.tsx';
import { messageOf } from './error-message.ts';
import css from './note.module.css';
import { Note } from './note.tsx';

interface ErrorNoteProps {
  error: unknown;
  onRetry?: () => void;
}

/** A failure as the server reports it: message, hint, every invalid field, and the id of the request. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const actions = onRetry && <RetryButton onRetry={onRetry} />;
  if (!(error instanceof CausewayError)) {
    return (
      <Note tone="bad" actions={actions}>
        <p>{messageOf(error)}</p>
      </Note>
    );
  }
  const { details, fieldErrors, requestId, docUrl, code } = error;
  return (
    <Note tone="bad" actions={actions}>
      <p>{messageOf(error)}</p>
      {fieldErrors.length > 0 && (
        <ul>
          {fieldErrors.map(({ field, message: text }) => (
            <li key={field}>
              <code>{field}</code>: {text}
            </li>
          ))}
        </ul>
      )}
      {details.hint && <p className={css.hint}>{details.hint}</p>}
      <p className={css.id}>
        {docUrl ? <a href={docUrl}>{code}</a> : code}
        {requestId && ` · request ${requestId}`}
      </p>
    </Note>
  );
}

/** Stays busy until the response arrives, which takes a while if the service is down. */
function RetryButton({ onRetry }: { onRetry: () => void }) {
  const [isPressed, setPressed] = useState(false);
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (!isFetching) setPressed(false);
  }, [isFetching]);
  const press = (): void => {
    setPressed(true);
    onRetry();
  };
  return (
    <Button isBusy={isPressed && isFetching} onClick={press}>
      Try again
    </Button>
  );
}
