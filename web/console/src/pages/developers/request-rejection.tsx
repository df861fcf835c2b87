import { Note } from '../../parts/note.tsx';

/** Members of an error that the log keeps. */
export interface Rejection {
  message?: string;
  details?: {
    hint?: string;
    docUrl?: string;
    errors?: { field: string; message?: string }[];
  };
}

/** Message of a rejection, with a link to the page that explains its code. */
export function RequestRejection({
  code,
  rejection,
}: {
  code: string | undefined;
  rejection: Rejection | null | undefined;
}) {
  const { message, details: { hint, docUrl, errors = [] } = {} } = rejection ?? {};
  return (
    <Note tone="bad">
      <p>{message ?? 'The response has no body.'}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ field, message: rule }) => (
            <li key={`${field} ${rule}`}>
              <code>{field}</code>
              {rule && `: ${rule}`}
            </li>
          ))}
        </ul>
      )}
      {hint && <p>{hint}</p>}
      {code && <p>{docUrl ? <a href={docUrl}>About {code}</a> : code}</p>}
    </Note>
  );
}
