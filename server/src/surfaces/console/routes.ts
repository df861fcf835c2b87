import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../../engine/http/drain.ts';
import type { Limiter } from '../../engine/http/rate-limit.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { openSession } from './access.ts';
import { readCredentials } from './credentials.ts';
import { type LoginDeps, loginWithToken, type NewSession, redeemCode } from './login.ts';
import { cookieHeader, requireKnownHost, requireSameOrigin } from './origin.ts';
import { sessionJson } from './session-json.ts';
import { endSession } from './session-record.ts';

const BODY_LIMIT = 4_096;
const MAX_CLAIMED_ID = 100;
const SESSION_PATH = '/console/session';

export interface ConsoleRouteOptions extends LoginDeps {
  drain: Drain;
  log: Logger;
  logins: { byAddress: Limiter; byToken: Limiter };
}

/** Login and session of the console: outside the API, because they set and read a cookie. */
export function addConsoleSessions(app: FastifyInstance, options: ConsoleRouteOptions): void {
  const { db, origin, accessCache } = options;
  const onRequest = pageHook(options);
  app.post('/console/login', { onRequest, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { open, secrets } = await login(options, request);
    reply.header('set-cookie', cookieHeader(origin, request, secrets.cookie));
    return reply.send({ key: secrets.key, session: sessionJson(open) });
  });
  app.get(SESSION_PATH, { onRequest }, async (request) => sessionJson(await openSession(options, request)));
  app.delete(SESSION_PATH, { onRequest }, async (request, reply) => {
    const { session } = await openSession(options, request);
    await endSession(db, session.id);
    await accessCache.refresh();
    return reply.status(204).header('set-cookie', cookieHeader(origin, request)).send();
  });
}

/** Allows only requests from pages of the console. */
export const pageHook =
  ({ drain, origin }: Pick<ConsoleRouteOptions, 'drain' | 'origin'>) =>
  async (request: FastifyRequest, reply: Parameters<Drain['admit']>[0]): Promise<void> => {
    drain.admit(reply);
    requireKnownHost(origin, request);
    requireSameOrigin(request);
  };

/** Takes from the limit of the address before the check and gives back after a right login: only wrong logins count. */
async function login(options: ConsoleRouteOptions, request: FastifyRequest): Promise<NewSession> {
  const { byAddress, byToken } = options.logins;
  const credentials = readCredentials(request.body);
  const address = addressGroup(request.ip);
  await byAddress.take(address);
  try {
    const admit = async (tokenId: string): Promise<unknown> => byToken.take(tokenId);
    const started =
      'code' in credentials
        ? await redeemCode(options, credentials.code)
        : await loginWithToken(options, credentials, admit);
    byAddress.giveBack(address);
    return started;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) byAddress.giveBack(address);
    else logRejection(options.log, request, { credentials, reason: error.details?.reason });
    throw error;
  }
}

interface Rejection {
  credentials: ReturnType<typeof readCredentials>;
  reason: string | undefined;
}

/** Logs the address and the claimed id, never a secret or code. */
function logRejection(log: Logger, { id: requestId, ip: address }: FastifyRequest, rejection: Rejection): void {
  const { credentials, reason } = rejection;
  const claimedId = 'clientId' in credentials ? credentials.clientId.slice(0, MAX_CLAIMED_ID) : undefined;
  log.warn({ requestId, credentials: 'console', claimedId, address, reason }, 'login rejected');
}
