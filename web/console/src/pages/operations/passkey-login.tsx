import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { logInWithPasskey } from '../../api/people.ts';
import type { ConsoleSession } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { LoginFailure } from './login-failure.tsx';
import css from './passkey-login.module.css';

/** Login of the people who operate the service. */
export function PasskeyLogin({ onLogin }: { onLogin: (session: ConsoleSession) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const logIn = (): void => {
    setBusy(true);
    setFailure(undefined);
    logInWithPasskey()
      .then(onLogin, setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <section className={css.login} aria-label="Operators">
      <p className={css.or}>Operators of the service</p>
      {failure !== undefined && <LoginFailure error={failure} />}
      <Button isBusy={isBusy} onClick={logIn}>
        {!isBusy && <KeyRound size={14} aria-hidden="true" />}
        Log in with a passkey
      </Button>
    </section>
  );
}
