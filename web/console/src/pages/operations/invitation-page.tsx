import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { acceptInvitation, logInWithPasskey, type OpenInvitation, readInvitation } from '../../api/people.ts';
import { type ConsoleSession, LoginError } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Note } from '../../parts/note.tsx';
import { EntryScreen } from '../entry-screen.tsx';
import css from '../login.module.css';
import { LoginFailure } from './login-failure.tsx';

/** The code is in the fragment, which browsers never send to a server. */
const codeInAddress = (): string => location.hash.slice(1);

/** Page of an invitation: enrolls a passkey, then logs in with it. */
export function InvitationPage({ onLogin }: { onLogin: (session: ConsoleSession) => void }) {
  const [code, setCode] = useState(codeInAddress);
  const [invitation, setInvitation] = useState<OpenInvitation>();
  const [isEnrolled, setEnrolled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const read = useCallback(() => {
    setFailure(undefined);
    readInvitation(code).then(setInvitation, setFailure);
  }, [code]);

  useEffect(() => {
    document.title = 'Invitation - Causeway';
    // Removes the code from the address, so that neither the history nor screenshots contain it.
    history.replaceState(null, '', location.pathname);
    read();
    // Another link that is pasted into this tab changes only the fragment and loads no page.
    const open = (): void => {
      setInvitation(undefined);
      setCode(codeInAddress());
    };
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, [read]);

  const run = (work: Promise<void>): void => {
    setBusy(true);
    setFailure(undefined);
    work.catch(setFailure).finally(() => setBusy(false));
  };
  const enroll = async (): Promise<void> => {
    // A challenge is valid once, so every attempt reads a new one.
    await acceptInvitation(code, await readInvitation(code));
    setEnrolled(true);
  };
  const logIn = async (): Promise<void> => {
    const session = await logInWithPasskey();
    history.replaceState(null, '', '/console');
    onLogin(session);
  };

  return (
    <EntryScreen title={invitation ? `Welcome, ${invitation.name}` : 'Invitation'}>
      {failure !== undefined && <LoginFailure error={failure} />}
      {/* The address no longer has the code, so that a reload would not help. */}
      {!invitation && failure !== undefined && !(failure instanceof LoginError) && (
        <Button onClick={read}>Try again</Button>
      )}
      {invitation && !isEnrolled && (
        <>
          <p className={css.text}>
            You are invited to operate this service. Create a passkey on this device: it replaces a password, and what
            you do is recorded under your name.
          </p>
          <Button look="primary" isBusy={isBusy} onClick={() => run(enroll())}>
            {!isBusy && <KeyRound size={14} aria-hidden="true" />}
            Create a passkey
          </Button>
        </>
      )}
      {isEnrolled && (
        <>
          <Note tone="good">The passkey is saved. The link is used up.</Note>
          <Button look="primary" isBusy={isBusy} onClick={() => run(logIn())}>
            {!isBusy && <KeyRound size={14} aria-hidden="true" />}
            Log in with the passkey
          </Button>
        </>
      )}
      {!invitation && failure === undefined && <p className={css.text}>Checking the invitation…</p>}
    </EntryScreen>
  );
}
