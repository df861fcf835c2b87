import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import {
  type BasicCredentials,
  type Caller,
  CONSOLE_SESSION_HEADER,
  type OperatorCaller,
} from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { toApiError } from './api-errors.ts';
import { readBasic, readBearer, requireFreshProof, requirePermission } from './credentials.ts';
import type { Route, StreamRequest } from './route.ts';
import type { HttpOptions } from './server-options.ts';
import type { Trace } from './trace.ts';

/** Rate limits of operations without credentials: per address, and for all addresses together. */
export const GUESSES = { perSecond: 1, burst: 60 };
export const ALL_GUESSES = { perSecond: 10, burst: 600 };

/** Hook that completes without a promise when its work is synchronous, as for a cached caller. */
export function hook(
  work: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>,
): onRequestHookHandler {
  return (request, reply, done) => {
    let working: void | Promise<void>;
    try {
      working = work(request, reply);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (working instanceof Promise) working.then(() => done(), done);
    else done();
  };
}

export function admit(
  options: HttpOptions,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  const trace = request.trace as Trace;
  const { authorization } = request.headers;
  if (route.access === 'PUBLIC') {
    return after(options.guesses.take(addressGroup(request.ip)), (rate) => {
      reply.headers(rate);
    });
  }
  if (route.access === 'OPERATOR') {
    const authenticated = isConsole(request)
      ? options.authenticateConsole.operator(request)
      : admitOperator(options, readBasic(authorization), request);
    return after(authenticated, (operator) => {
      trace.operator = operator;
      requireFreshProof(operator, route, options.clock.now());
    });
  }
  return after(callerOf(options, route, request), (caller) => {
    trace.caller = caller;
    return after(options.rateLimiter.take(caller.tokenId), (rate) => {
      reply.headers(rate);
      if (route.access !== 'AGENT') requirePermission(caller, route);
      requireFormType(route, request);
    });
  });
}

/** Authenticates the platform or agent that sent a request. */
function callerOf(options: HttpOptions, { access }: Route, request: FastifyRequest): Caller | Promise<Caller> {
  const { authorization } = request.headers;
  if (access === 'AGENT') return options.authenticateAgent(readBearer(authorization));
  return isConsole(request) ? options.authenticateConsole.caller(request) : options.authenticate(authorization);
}

const isConsole = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && headers[CONSOLE_SESSION_HEADER] !== undefined;

export const streamOf = (options: HttpOptions, route: Route, request: FastifyRequest): StreamRequest => ({
  lastEventId: request.headers['last-event-id'] as string | undefined,
  isAdmitted: async () => {
    try {
      requirePermission(await callerOf(options, route, request), route);
      return true;
    } catch (error) {
      // An unavailable database is no reason to revoke access.
      return toApiError(error).status >= 500;
    }
  },
});

/**
 * Takes tokens before the check and returns them if the credentials are right, so that only wrong attempts count.
 * Limits by address and claimed id together, because callers behind an untrusted proxy share one address.
 */
async function admitOperator(
  { operatorLogins: { byAddress, byOperator }, authenticateOperator }: HttpOptions,
  credentials: BasicCredentials,
  { ip }: FastifyRequest,
): Promise<OperatorCaller> {
  const address = `${addressGroup(ip)} ${credentials.username}`;
  const giveBack = (): void => {
    byAddress.giveBack(address);
    byOperator.giveBack(credentials.username);
  };
  await byAddress.take(address);
  await byOperator.take(credentials.username);
  try {
    const operator = await authenticateOperator(credentials);
    giveBack();
    return operator;
  } catch (error) {
    if (toApiError(error).status !== 401) giveBack();
    throw error;
  }
}

function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function requireFormType(route: Route, { headers }: FastifyRequest): void {
  const isForm = headers['content-type']?.startsWith('multipart/form-data') ?? false;
  if (isForm === (route.form !== undefined)) return;
  const type = route.form ? 'multipart/form-data' : 'application/json';
  throw new ApiError(
    'INVALID_REQUEST_FORMAT',
    'This content type is not supported.',
    { hint: `Send ${type}.` },
    { status: 415 },
  );
}
