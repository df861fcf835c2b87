import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Drain } from '../../engine/http/drain.ts';
import type { Limiter } from '../../engine/http/rate-limit.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { isLoopback } from '../../foundation/kernel/ip-networks.ts';
import { findSandboxToken } from '../../parties/platforms/first-platform.ts';
import type { ConsoleDeps } from './access.ts';
import { startSession } from './login.ts';
import { cookieHeader, requireLoopbackHost, requireSameOrigin } from './origin.ts';
import { sessionJson } from './session-json.ts';

interface SandboxLoginOptions extends ConsoleDeps {
  drain: Drain;
  logins: { byToken: Limiter };
}

/** Headers that reveal a proxy or tunnel, behind which the browser may be on another machine. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Opens a session of the first sandbox for the playground without credentials. Added only to servers that print login
 * links; requires a browser on this machine and a page of this origin.
 */
export function addSandboxLogin(app: FastifyInstance, options: SandboxLoginOptions): void {
  const { db, origin, clock, drain, logins } = options;
  const onRequest = async (request: FastifyRequest, reply: Parameters<Drain['admit']>[0]): Promise<void> => {
    drain.admit(reply);
    requireSameOrigin(request);
    requireLoopbackHost(request);
    requireThisMachine(request);
  };
  app.post('/playground/login', { onRequest }, async (request, reply) => {
    const token = await findSandboxToken(db);
    if (!token) throw tokenMissing();
    await logins.byToken.take(token.tokenId);
    const started = await startSession(options, { subject: { kind: 'TOKEN', ...token }, now: clock.now() });
    if (!started) throw tokenMissing();
    reply.header('set-cookie', cookieHeader(origin, request, started.secrets.cookie));
    return reply.send({ key: started.secrets.key, session: sessionJson(started.open) });
  });
}

function requireThisMachine({ headers, socket }: FastifyRequest): void {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  if (!isForwarded && isLoopback(socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')) return;
  throw new ApiError('FORBIDDEN', 'The login without credentials is for browsers on the machine of the server.', {
    reason: 'NOT_THIS_MACHINE',
    hint: 'Enter the client id and secret of an API token.',
  });
}

const tokenMissing = (): ApiError =>
  new ApiError('CONFLICT', 'No sandbox has an API token with every permission.', {
    reason: 'NO_SANDBOX_TOKEN',
    hint: 'Enter the client id and secret of an API token; "causeway tokens create" creates one.',
  });
