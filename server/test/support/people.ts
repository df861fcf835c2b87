import { systemClock } from '../../src/foundation/kernel/clock.ts';
import { type Invitation, invitePerson } from '../../src/surfaces/operator/invitations.ts';
import type { TestApp } from './app.ts';
import { Authenticator } from './authenticator.ts';
import { type ConsoleHeaders, headersOf, sameOrigin, send } from './console.ts';

/** A person who operates the service, with a passkey in software. */
export interface Person {
  id: string;
  name: string;
  passkey: Authenticator;
}

export const invite = ({ app, database }: TestApp, name = 'Ada', at = systemClock.now()): Promise<Invitation> =>
  invitePerson({ db: database.db, vault: app.vault }, name, { at, by: { systemUser: 'test' } });

/** Sends a request of a page of the console. */
export const fromPage = (
  { url }: Pick<TestApp, 'url'>,
  path: string,
  {
    body = {},
    headers = {},
    method = 'POST',
  }: { body?: object; headers?: Record<string, string>; method?: string } = {},
) => send(`${url}${path}`, { method, headers: { ...sameOrigin, ...headers }, ...(method !== 'GET' && { body }) });

/** Accepts an invitation with a new passkey. */
export async function accept(app: TestApp, { code }: Pick<Invitation, 'code'>, passkey = new Authenticator()) {
  const { json } = await fromPage(app, '/console/invitation', { body: { code } });
  const credential = passkey.register({ challenge: json.options?.challenge ?? '', origin: app.url });
  const answer = await fromPage(app, '/console/invitation/passkey', { body: { code, credential } });
  return { answer, passkey };
}

export async function newPerson(app: TestApp, name = 'Ada'): Promise<Person> {
  const invitation = await invite(app, name);
  const { answer, passkey } = await accept(app, invitation);
  if (answer.status !== 200) throw new Error(`enrollment: ${answer.status} ${answer.text}`);
  return { id: invitation.id, name, passkey };
}

/** The response of a passkey to a new challenge. */
export async function assertion(app: TestApp, passkey: Authenticator, { origin = app.url } = {}) {
  const { json } = await fromPage(app, '/console/passkey/options');
  return passkey.assert({ challenge: json.challenge, origin });
}

export const logInWith = (app: TestApp, credential: object) =>
  fromPage(app, '/console/passkey/login', { body: { credential } });

/** Both halves of the secret of a new session. */
export async function loginAsPerson(app: TestApp, { passkey }: Pick<Person, 'passkey'>): Promise<ConsoleHeaders> {
  const answer = await logInWith(app, await assertion(app, passkey));
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return headersOf(answer);
}
