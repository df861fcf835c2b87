import { CausewayError } from '../api/client.ts';
import { Button } from './button.tsx';
import css from './note.module.css';
import { Note } from './note.tsx';

interface ErrorNoteProps {
  error: unknown;
  onRetry?: () => void;
}

/** A failure with the words of the server: message, hint, every invalid field, and the id of the request. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const actions = onRetry && <Button onClick={onRetry}>Try again</Button>;
  if (!(error instanceof CausewayError)) {
    return (
      <Note tone="bad" actions={actions}>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </Note>
    );
  }
  const { message, details, fieldErrors, requestId, docUrl, code } = error;
  return (
    <Note tone="bad" actions={actions}>
      <p>{message}</p>
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
