import { useEffect, useState } from 'react';
import { type ConsoleSession, type Login, LoginError, logIn } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { messageOf } from '../parts/error-message.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { Note } from '../parts/note.tsx';
import { EntryScreen } from './entry-screen.tsx';
import css from './login.module.css';
import { PasskeyLogin } from './operations/passkey-login.tsx';

interface LoginPageProps {
  onLogin: (session: ConsoleSession) => void;
  /** The last session expired or was ended elsewhere. */
  hasEnded: boolean;
}

/** Code of a one-time link: in the fragment, which browsers never send to a server. */
const codeInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('code');

export function LoginPage({ onLogin, hasEnded }: LoginPageProps) {
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoginError>();

  const submit = (login: Login): void => {
    setBusy(true);
    setFailure(undefined);
    logIn(login)
      .then(onLogin)
      .catch((error: unknown) => setFailure(error instanceof LoginError ? error : new LoginError(messageOf(error))))
      .finally(() => setBusy(false));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once, when it is opened
  useEffect(() => {
    document.title = 'Log in - Causeway';
    const redeem = (): void => {
      const code = codeInAddress();
      if (!code) return;
      history.replaceState(null, '', location.pathname + location.search);
      submit({ code });
    };
    redeem();
    // A link that is pasted into an open tab changes only the fragment and loads no page.
    window.addEventListener('hashchange', redeem);
    return () => window.removeEventListener('hashchange', redeem);
  }, []);

  return (
    <EntryScreen title="Log in">
      <p className={css.host}>{location.host}</p>
      {hasEnded && !failure && <Note tone="warn">The session has ended. Log in again to go on.</Note>}
      {failure && (
        <Note tone="bad">
          <p>{failure.message}</p>
          {failure.hint && <p>{failure.hint}</p>}
        </Note>
      )}
      <p className={css.text}>
        Use an API token of your platform. The console gets the permissions of the token, and the session ends with it.
      </p>
      <Form onSubmit={() => submit({ clientId: clientId.trim(), clientSecret: clientSecret.trim() })}>
        <TextField label="Client id" value={clientId} onChange={setClientId} autoComplete="username" isRequired />
        <TextField
          label="Client secret"
          type="password"
          value={clientSecret}
          onChange={setClientSecret}
          autoComplete="current-password"
          isRequired
        />
        <Button look="primary" type="submit" isBusy={isBusy}>
          Log in
        </Button>
      </Form>
      <PasskeyLogin onLogin={onLogin} />
      <p className={css.text}>
        On the machine of a sandbox, <code>causeway console</code> prints a link that logs you in.
      </p>
    </EntryScreen>
  );
}
