import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { access } from '../src/engine/http/route.ts';
import { urlOf } from '../src/engine/http/route-url.ts';
import { BASE_PATH } from '../src/foundation/config.ts';
import { addMs, HOUR_MS, MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import { Authenticator } from './support/authenticator.ts';
import type { Client } from './support/client.ts';
import { type ConsoleHeaders, sameOrigin, send } from './support/console.ts';
import { newIndividual, upload } from './support/documents.ts';
import {
  accept,
  assertion,
  fromPage,
  invite,
  logInWith,
  loginAsPerson,
  newPerson,
  type Person,
} from './support/people.ts';
import { searchDatabase } from './support/search-database.ts';

let ahead = 0;
const clock = { now: () => addMs(systemClock.now(), ahead) };

let app: TestApp;
/** An operator with API credentials and no session. */
let operator: Client;
let ada: Person;
let session: ConsoleHeaders;
beforeAll(async () => {
  app = await TestApp.start({ clock });
  operator = await app.newOperator();
  ada = await newPerson(app);
  session = await loginAsPerson(app, ada);
});
afterEach(() => {
  ahead = 0;
});
afterAll(() => app.stop());

const asPerson = (method: string, path: string, { body, headers = session, platform }: PersonRequest = {}) =>
  send(`${app.url}${path}`, {
    method,
    headers: { ...sameOrigin, ...headers, ...(platform && { 'x-console-platform': platform }) },
    body,
  });
interface PersonRequest {
  body?: object;
  headers?: ConsoleHeaders;
  platform?: string;
}

const actionsOf = async (operatorId: string, query = ''): Promise<Record<string, any>[]> =>
  (await operator.get(`/operator/actions?limit=100&operatorId=${operatorId}${query}`)).body.data;
const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);
const stateOf = async (id: string) =>
  (await operator.get('/operator/people')).body.data.find((person: { id: string }) => person.id === id);

describe('an invitation', () => {
  it('opens the console at the host that the console has of its own', async () => {
    const config = { consolePort: 4343, consoleHosts: ['console.example.com'] };
    const beside = await TestApp.start({ beside: app, config });
    const { url } = (await operator.at(beside.url).post('/operator/people', { name: 'Remote' })).body;
    expect(url).toMatch(/^https:\/\/console\.example\.com\/console\/invitation#/);
    await beside.stop();
  });

  it('enrolls one passkey, by which the person logs in under their own name', async () => {
    const invitation = await invite(app, 'Grace');
    expect(await stateOf(invitation.id)).toMatchObject({ kind: 'PERSON', state: 'INVITED', passkeys: 0 });
    const { answer, passkey } = await accept(app, invitation);
    expect([answer.status, answer.json]).toEqual([200, { id: invitation.id, name: 'Grace' }]);
    expect(await stateOf(invitation.id)).toMatchObject({ state: 'ACTIVE', passkeys: 1, invitationExpiresAt: null });
    const again = await accept(app, invitation);
    expect([again.answer.status, again.answer.json.details.reason]).toEqual([401, 'INVITATION_INVALID']);
    const { json } = await logInWith(app, await assertion(app, passkey));
    expect(json.session).toEqual({
      id: expect.stringMatching(/^ConsoleSession:/),
      kind: 'OPERATOR',
      platform: null,
      permissions: ['VIEW'],
      operator: { id: invitation.id, name: 'Grace' },
      expiresAt: expect.any(String),
    });
    const recorded = (await actionsOf(invitation.id)).map(({ action }) => action);
    expect(recorded).toEqual(['OPERATOR_LOGGED_IN', 'PASSKEY_ENROLLED']);
    expect(await searchDatabase(app.database.db, invitation.code)).toEqual([]);
  });

  it('is redeemed by exactly one of several concurrent responses', async () => {
    const invitation = await invite(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(app, invitation)));
    expect(answers.map(({ answer }) => answer.status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await stateOf(invitation.id)).toMatchObject({ passkeys: 1 });
  });

  it('expires after a day, and is void once the person is revoked', async () => {
    const old = await invite(app, 'Late', addMs(systemClock.now(), -24 * HOUR_MS));
    expect((await accept(app, old)).answer.status).toBe(401);
    expect(await stateOf(old.id)).toMatchObject({ state: 'EXPIRED' });
    const doomed = await invite(app, 'Doomed');
    expect((await operator.post(`/operator/people/${doomed.id}/revoke`)).body).toMatchObject({ state: 'REVOKED' });
    expect((await accept(app, doomed)).answer.status).toBe(401);
  });

  it('is replaced by a new one, and adds a passkey to those of the person', async () => {
    const invitation = await invite(app, 'Two keys');
    const { body } = await operator.post(`/operator/people/${invitation.id}/invite`);
    expect((await accept(app, invitation)).answer.status).toBe(401);
    const code = new URL(body.url).hash.slice(1);
    expect(body.url).toContain(`${app.url}/console/invitation#`);
    expect((await accept(app, { code })).answer.status).toBe(200);
    const { body: second } = await operator.post(`/operator/people/${invitation.id}/invite`);
    expect((await accept(app, { code: new URL(second.url).hash.slice(1) })).answer.status).toBe(200);
    expect(await stateOf(invitation.id)).toMatchObject({ state: 'ACTIVE', passkeys: 2 });
  });

  it('enrolls no passkey of another origin, without user verification, or with another challenge', async () => {
    const { code } = await invite(app);
    const enroll = async (passkey: Authenticator, origin = app.url, challenge?: string) => {
      const { json } = await fromPage(app, '/console/invitation', { body: { code } });
      const credential = passkey.register({ challenge: challenge ?? json.options.challenge, origin });
      return fromPage(app, '/console/invitation/passkey', { body: { code, credential } });
    };
    const careless = new Authenticator();
    careless.isVerifying = false;
    for (const answer of [
      await enroll(new Authenticator(), 'https://evil.example'),
      await enroll(new Authenticator({ rpId: 'evil.example' })),
      await enroll(careless),
      await enroll(new Authenticator(), app.url, Buffer.from('guessed').toString('base64url')),
    ]) {
      expect([answer.status, answer.json.details.errors[0].field]).toEqual([400, 'credential']);
    }
    expect((await enroll(new Authenticator())).status).toBe(200);
  });

  it('is not given for API credentials, which have no passkey', async () => {
    const { status, body } = await operator.post(`/operator/people/${operator.clientId}/invite`);
    expect([status, body.details.reason]).toEqual([409, 'NOT_INVITABLE']);
    expect((await operator.post(`/operator/people/${newId('Operator')}/invite`)).status).toBe(404);
  });
});

describe('a login by passkey', () => {
  it('accepts a response once, under concurrency too', async () => {
    const credential = await assertion(app, ada.passkey);
    const answers = await Promise.all(Array.from({ length: 5 }, () => logInWith(app, credential)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const rejected = answers.find(({ status }) => status === 401);
    expect(rejected?.json.details.reason).toBe('PASSKEY_CHALLENGE_INVALID');
    expect(rejected?.headers['set-cookie']).toBeUndefined();
  });

  it('rejects another origin, a person who was not verified, and an unknown passkey', async () => {
    const reasonOf = async (credential: object) => (await logInWith(app, credential)).json.details.reason;
    expect(await reasonOf(await assertion(app, ada.passkey, { origin: 'https://evil.example' }))).toContain(
      'PASSKEY_REJECTED',
    );
    ada.passkey.isVerifying = false;
    const unverified = await assertion(app, ada.passkey);
    ada.passkey.isVerifying = true;
    expect(await reasonOf(unverified)).toBe('PASSKEY_REJECTED');
    expect(await reasonOf(await assertion(app, new Authenticator()))).toBe('PASSKEY_UNKNOWN');
    expect(app.logs.some((line) => line.includes('login rejected') && line.includes('PASSKEY_UNKNOWN'))).toBe(true);
  });

  it('rejects a challenge that is older than five minutes, or was given for an enrollment', async () => {
    const credential = await assertion(app, ada.passkey);
    ahead = 5 * MINUTE_MS + 1;
    expect((await logInWith(app, credential)).json.details.reason).toBe('PASSKEY_CHALLENGE_INVALID');
    const { code } = await invite(app);
    const { json } = await fromPage(app, '/console/invitation', { body: { code } });
    const borrowed = ada.passkey.assert({ challenge: json.options.challenge, origin: app.url });
    expect((await logInWith(app, borrowed)).json.details.reason).toBe('PASSKEY_CHALLENGE_INVALID');
  });

  it('is for pages of this origin only, and not for the address of a machine', async () => {
    const path = `${app.url}/console/passkey/options`;
    expect((await send(path, { method: 'POST', body: {} })).status).toBe(403);
    expect((await send(path, { method: 'POST', headers: { ...sameOrigin, host: 'evil.example' } })).status).toBe(421);
    const host = new URL(app.url).host.replace('localhost', '127.0.0.1');
    const { status, json } = await send(path, { method: 'POST', headers: { ...sameOrigin, host }, body: {} });
    expect([status, json.details.reason]).toEqual([409, 'HOST_NAME_REQUIRED']);
  });
});

describe('a session of a person', () => {
  it('acts in the name of the person', async () => {
    const made = await asPerson('POST', '/operator/platforms', { body: { name: 'By Ada', mode: 'SANDBOX' } });
    expect(made.status).toBe(201);
    const [recorded] = await actionsOf(ada.id, '&action=PLATFORM_CREATED');
    expect(recorded).toMatchObject({ operatorId: ada.id, operatorName: 'Ada', resourceId: made.json.id });
  });

  it('ends at once when the person is revoked, and with the session alone', async () => {
    const person = await newPerson(app, 'Leaving');
    const [first, second] = [await loginAsPerson(app, person), await loginAsPerson(app, person)];
    const status = async (headers: ConsoleHeaders) => (await asPerson('GET', '/operator/people', { headers })).status;
    const { json } = await asPerson('GET', '/operator/sessions');
    const mine = json.data.filter(({ operatorId }: { operatorId: string }) => operatorId === person.id);
    expect(mine).toHaveLength(2);
    expect((await asPerson('DELETE', `/operator/sessions/${mine[0].id}`)).status).toBe(204);
    expect([await status(first), await status(second)]).toEqual([200, 401]);
    expect((await asPerson('DELETE', `/operator/sessions/${mine[0].id}`)).status).toBe(404);
    expect((await asPerson('POST', `/operator/people/${person.id}/revoke`)).json).toMatchObject({ state: 'REVOKED' });
    expect(await status(first)).toBe(401);
    expect((await logInWith(app, await assertion(app, person.passkey))).status).toBe(401);
    const again = await asPerson('POST', `/operator/people/${person.id}/revoke`);
    expect([again.status, again.json.details.reason]).toEqual([409, 'OPERATOR_REVOKED']);
    expect((await actionsOf(ada.id, `&resourceId=${person.id}`)).map(({ action }) => action)).toEqual([
      'OPERATOR_REVOKED',
    ]);
  });

  it('needs a fresh passkey for sensitive operations after five minutes', async () => {
    const headers = await loginAsPerson(app, ada);
    const create = () => asPerson('POST', '/operator/people', { headers, body: { name: 'Next' } });
    expect((await create()).status).toBe(201);
    ahead = 5 * MINUTE_MS + 1_000;
    const rejected = await create();
    expect([rejected.status, rejected.json.code, rejected.json.details.reason]).toEqual([
      403,
      'FORBIDDEN',
      'STEP_UP_REQUIRED',
    ]);
    expect((await asPerson('GET', '/operator/people', { headers })).status).toBe(200);
    const confirm = async (passkey: Authenticator) => {
      const { json } = await fromPage(app, '/console/passkey/confirm/options', { headers });
      const credential = passkey.assert({ challenge: json.challenge, origin: app.url });
      return fromPage(app, '/console/passkey/confirm', { headers, body: { credential } });
    };
    const other = await newPerson(app, 'Other');
    expect((await confirm(other.passkey)).json.details.reason).toBe('PASSKEY_UNKNOWN');
    const login = await assertion(app, ada.passkey);
    const wrong = await fromPage(app, '/console/passkey/confirm', { headers, body: { credential: login } });
    expect(wrong.json.details.reason).toBe('PASSKEY_CHALLENGE_INVALID');
    expect((await create()).status).toBe(403);
    expect((await confirm(ada.passkey)).json).toMatchObject({ operator: { id: ada.id } });
    expect((await create()).status).toBe(201);
  });

  it('has exactly the access that the routes define', async () => {
    const [stale, { platformId }] = [await loginAsPerson(app, ada), app.client];
    ahead = 6 * MINUTE_MS;
    const differences: unknown[] = [];
    for (const route of app.app.routes) {
      if (route.access === 'PUBLIC') continue;
      const path = urlOf(BASE_PATH, route).replaceAll(/\{\w+\}/g, 'x');
      const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} };
      const { status, json } = await asPerson(route.method, path, { ...body, headers: stale, platform: platformId });
      const isAdmitted = status !== 401 && status !== 403;
      const expected =
        route.access === 'OPERATOR'
          ? !route.stepUp
          : route.access !== 'AGENT' && access[route.access].some((granted) => granted === 'VIEW');
      const isOfMode = route.onlyFor === undefined || route.onlyFor === 'SANDBOX';
      if (isAdmitted !== (expected && isOfMode)) differences.push([route.operationId, status, json?.details?.reason]);
      if (route.stepUp && json.details.reason !== 'STEP_UP_REQUIRED') differences.push([route.operationId, json]);
      if (route.method === 'GET' && route.access === 'OPERATOR' && !isAdmitted) differences.push(route.operationId);
    }
    expect(differences).toEqual([]);
  });

  it('reads a platform only if it names one, which is recorded once an hour', async () => {
    const { platformId } = await app.newPlatform();
    const read = (platform?: string) => asPerson('GET', `${BASE_PATH}/config`, platform ? { platform } : {});
    const unnamed = await read();
    expect([unnamed.status, unnamed.json.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await read(newId('Platform'))).status).toBe(404);
    const answers = await Promise.all([1, 2, 3].map(() => read(platformId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const readings = () => actionsOf(ada.id, `&action=PLATFORM_READ&platformId=${platformId}`);
    expect(await readings()).toHaveLength(1);
    const hours = new Set([hourOf(clock.now())]);
    for (const minutes of [20, 40, 65]) {
      ahead = minutes * MINUTE_MS;
      expect((await read(platformId)).status).toBe(200);
      hours.add(hourOf(clock.now()));
    }
    expect(await readings()).toHaveLength(hours.size);
  });

  it('opens a document, which is in the log of actions', async () => {
    const client = await app.newPlatform();
    const { body: document } = await upload(client, await newIndividual(client));
    const opened = await asPerson('GET', `/operator/documents/${document.id}/content`);
    expect([opened.status, opened.headers['content-security-policy']]).toEqual([
      200,
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    ]);
    expect(await actionsOf(ada.id, `&resourceId=${document.id}`)).toMatchObject([{ action: 'DOCUMENT_READ' }]);
  });
});
