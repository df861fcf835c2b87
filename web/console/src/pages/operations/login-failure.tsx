import { LoginError } from '../../api/session.ts';
import { messageOf } from '../../parts/error-message.ts';
import { Note } from '../../parts/note.tsx';

/** A rejected invitation or passkey, with the message of the server. */
export const LoginFailure = ({ error }: { error: unknown }) => (
  <Note tone="bad">
    <p>{messageOf(error)}</p>
    {error instanceof LoginError && error.hint && <p>{error.hint}</p>}
  </Note>
);
