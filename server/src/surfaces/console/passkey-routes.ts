import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { recordAction } from '../operator/actions.ts';
import { completeEnrollment, rejectedProof, startEnrollment, startProof, verifyProof } from '../operator/passkeys.ts';
import { openSession, unauthenticated } from './access.ts';
import { startSession } from './login.ts';
import { cookieHeader, siteOf } from './origin.ts';
import { type ConsoleRouteOptions, pageHook } from './routes.ts';
import { sessionJson } from './session-json.ts';
import { proveSession } from './session-record.ts';

/** Attestations and keys of common authenticators take a few kilobytes. */
const BODY_LIMIT = 32_768;
const MAX_CODE = 100;

/** Passkeys of the people who operate the service: enrollment, login and fresh proof. */
export function addConsolePasskeys(app: FastifyInstance, options: ConsoleRouteOptions): void {
  const route = { onRequest: pageHook(options), bodyLimit: BODY_LIMIT };
  const { db, clock, origin } = options;
  const read = (request: FastifyRequest) => ({ site: siteOf(origin, request), now: clock.now() });

  app.post('/console/invitation', route, (request) =>
    limited(options, request, () => startEnrollment(options, readCode(request.body), read(request))),
  );
  app.post('/console/invitation/passkey', route, (request) =>
    limited(options, request, () => {
      const { body } = request;
      const response = { credential: readCredential(body), ...read(request) };
      return completeEnrollment(options, readCode(body), response);
    }),
  );
  app.post('/console/passkey/options', route, async (request) => {
    // Counts every request against the limit, because each stores a challenge.
    await options.logins.byAddress.take(addressGroup(request.ip));
    return startProof(db, { ...read(request), operatorId: null });
  });
  app.post('/console/passkey/login', route, async (request, reply) => {
    const { open, secrets } = await limited(options, request, () => logIn(options, request));
    reply.header('set-cookie', cookieHeader(origin, request, secrets.cookie));
    return reply.send({ key: secrets.key, session: sessionJson(open) });
  });
  app.post('/console/passkey/confirm/options', route, async (request) => {
    const { operatorId } = await personOf(options, request);
    return startProof(db, { ...read(request), operatorId });
  });
  app.post('/console/passkey/confirm', route, (request) => limited(options, request, () => confirm(options, request)));
}

/** Opens a session in the statement that consumes the challenge. */
async function logIn(options: ConsoleRouteOptions, request: FastifyRequest) {
  const now = options.clock.now();
  const response = { credential: readCredential(request.body), site: siteOf(options.origin, request), now };
  const { operatorId, guard, used } = await verifyProof(options.db, { ...response, operatorId: null });
  const action = recordAction({ operatorId, action: 'OPERATOR_LOGGED_IN', details: {}, at: now });
  const subject = { kind: 'OPERATOR', operatorPersonId: operatorId } as const;
  const started = await startSession(options, { subject, now, guard, effects: [used, action] });
  if (started) return started;
  throw rejectedProof('PASSKEY_CHALLENGE_INVALID');
}

async function confirm(options: ConsoleRouteOptions, request: FastifyRequest) {
  const { db, clock, origin, accessCache } = options;
  const { open, operatorId } = await personOf(options, request);
  const now = clock.now();
  const response = { credential: readCredential(request.body), site: siteOf(origin, request), now };
  const { guard, used } = await verifyProof(db, { ...response, operatorId });
  if (!(await proveSession(db, open.session.id, { now, guard, effects: [used] })))
    throw rejectedProof('PASSKEY_CHALLENGE_INVALID');
  await accessCache.refresh();
  return sessionJson(open);
}

async function personOf(options: ConsoleRouteOptions, request: FastifyRequest) {
  const open = await openSession(options, request);
  if (!open.person) throw unauthenticated('CONSOLE_SESSION_KIND', 'The console session is not one of an operator.');
  return { open, operatorId: open.person.id };
}

/** Counts rejected codes and passkeys per address, and logs them without their secrets. */
async function limited<T>(
  { log, logins: { byAddress } }: ConsoleRouteOptions,
  { id: requestId, ip }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const address = addressGroup(ip);
  await byAddress.take(address);
  try {
    const result = await work();
    byAddress.giveBack(address);
    return result;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) byAddress.giveBack(address);
    else log.warn({ requestId, credentials: 'passkey', address: ip, reason: error.details?.reason }, 'login rejected');
    throw error;
  }
}

function readCode(body: unknown): string {
  const code = (body as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^[0-9a-f]+$/.test(code) && code.length <= MAX_CODE) return code;
  throw invalid('code', 'code must be the code of an invitation, which is in its link after the #.');
}

function readCredential(body: unknown): object {
  const credential = (body as { credential?: unknown } | null)?.credential;
  if (typeof credential === 'object' && credential !== null) return credential;
  throw invalid('credential', 'credential must be the response of the authenticator as JSON.');
}

const invalid = (field: string, message: string): ApiError =>
  new InvalidFields([{ field, message } satisfies FieldError]);
