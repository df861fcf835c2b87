import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Route, Router, Switch } from 'wouter';
import { SESSION_ENDED } from './api/client.ts';
import { type ConsoleSession, chosenPlatform, findSession, logOut, storedKey } from './api/session.ts';
import { type OpenSession, SessionContext } from './api/use-session.ts';
import { decodedParams } from './page-route.ts';
import { LoginPage } from './pages/login-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { InvitationPage } from './pages/operations/invitation-page.tsx';
import { UnreachablePage } from './pages/unreachable-page.tsx';
import { Waiting } from './parts/waiting.tsx';
import { routes } from './routes.ts';
import { PageFailure } from './shell/page-failure.tsx';
import { Shell } from './shell/shell.tsx';

/** Pages by path; their code is loaded when they are first shown. */
const pages = routes.map(({ path, load, isFor }) => ({ path, isFor, Content: lazy(load) as ComponentType<object> }));

/** The address is a one-time link. */
const hasCode = (): boolean => location.hash.startsWith('#code=');
/** Path of the link that invites an operator. It works without a session and during one of another person. */
const INVITATION_PATH = '/console/invitation';

/** Login, or the pages of a session. */
export function App() {
  const [session, setSession] = useState<ConsoleSession>();
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [hasEnded, setEnded] = useState(false);
  const queries = useQueryClient();

  const end = useCallback(() => {
    storedKey.remove();
    queries.clear();
    setSession(undefined);
  }, [queries]);

  const start = useCallback(() => {
    // A one-time link starts a new session, so the old session is not read.
    const opening = hasCode() ? Promise.resolve(undefined) : findSession();
    opening
      .then((found) => {
        setSession(found);
        setFailure(undefined);
      })
      .catch(setFailure)
      .finally(() => setReady(true));
  }, []);

  useEffect(() => {
    const onEnd = (): void => {
      setEnded(true);
      end();
    };
    const onLink = (): void => {
      if (hasCode()) end();
    };
    window.addEventListener(SESSION_ENDED, onEnd);
    window.addEventListener('hashchange', onLink);
    start();
    return () => {
      window.removeEventListener(SESSION_ENDED, onEnd);
      window.removeEventListener('hashchange', onLink);
    };
  }, [end, start]);

  if (!isReady) return <Waiting />;
  if (location.pathname === INVITATION_PATH) return <InvitationPage onLogin={setSession} />;
  if (failure !== undefined) return <UnreachablePage error={failure} onRetry={start} />;
  if (!session) return <LoginPage onLogin={setSession} hasEnded={hasEnded} />;
  return <Pages session={session} onLogOut={() => void logOut().then(end)} />;
}

function Pages({ session, onLogOut }: { session: ConsoleSession; onLogOut: () => void }) {
  const [chosen, setChosen] = useState(() => (session.kind === 'OPERATOR' ? chosenPlatform.read() : null));
  const queries = useQueryClient();
  const open = useMemo<OpenSession>(
    () => ({
      ...session,
      current: session.platform ?? chosen,
      logOut: onLogOut,
      choosePlatform: (platform) => {
        if (platform) chosenPlatform.write(platform);
        else chosenPlatform.remove();
        queries.clear();
        setChosen(platform);
      },
    }),
    [session, chosen, onLogOut, queries],
  );
  return (
    <SessionContext value={open}>
      <Router base="/console">
        <Shell>
          <PageFailure>
            <Suspense fallback={<Waiting />}>
              <Switch>
                {pages
                  .filter(({ isFor }) => isFor?.(open) ?? true)
                  .map(({ path, Content }) => (
                    <Route key={path} path={path}>
                      {(params) => <Content {...{ params: decodedParams(params) }} />}
                    </Route>
                  ))}
                <Route>
                  <NotFoundPage />
                </Route>
              </Switch>
            </Suspense>
          </PageFailure>
        </Shell>
      </Router>
    </SessionContext>
  );
}
