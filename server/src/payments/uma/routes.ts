import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Logger } from 'pino';
import { toApiError } from '../../engine/http/api-errors.ts';
import type { Drain } from '../../engine/http/drain.ts';
import { type RateLimit, RateLimiter } from '../../engine/http/rate-limit.ts';
import { UmaRejection, umaErrorResponse } from '../../engine/providers/protocols/uma-codes.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { idPattern, uuidPattern } from '../../foundation/kernel/ids.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { umaPaths } from './addresses.ts';
import type { UmaEndpointDeps } from './deps.ts';
import { handleLookup } from './lookup.ts';
import { handlePayRequest } from './pay-request.ts';
import { getHost } from './receiver.ts';
import { handleSandboxPayment, handleSettlementCallback } from './settlement.ts';

/** Rate limit per address, or per /64 of IPv6 addresses. */
const REQUESTS: RateLimit = { perSecond: 200, burst: 2_000 };
const UUID = new RegExp(uuidPattern);
const PAYMENT = new RegExp(`${idPattern('Transaction')}|^[\\w:-]{1,100}$`);

interface UmaOptions extends UmaEndpointDeps {
  drain: Drain;
  log: Logger;
}

interface UmaRoute {
  Params: Record<string, string>;
  Querystring: Record<string, string | string[]>;
}

/** Endpoints for other providers, on the domains of platforms. Authenticated by signatures, not by credentials. */
export function addUmaEndpoints(app: FastifyInstance, deps: UmaOptions): void {
  const options = optionsOf(deps);
  app.get(umaPaths.publicKeys, options, async (request, reply) => {
    const { platform, host } = await getHost(deps, domainOf(request));
    return sendJson(reply, await deps.banking.uma.network[platform.mode].publicKeys(host));
  });
  app.get(umaPaths.configuration, options, async (request, reply) => {
    const { platform } = await getHost(deps, domainOf(request));
    return sendJson(reply, JSON.stringify(await deps.banking.uma.network[platform.mode].configuration()));
  });
  app.get<UmaRoute>(umaPaths.lookup, options, async (request, reply) => {
    const domain = domainOf(request);
    const { user = '' } = request.params;
    return sendJson(reply, await handleLookup(deps, { domain, user, query: firstValues(request.query) }));
  });
  app.post<UmaRoute>(umaPaths.pay, options, async (request, reply) => {
    const { domain = '', user = '' } = request.params;
    return sendJson(reply, await handlePayRequest(deps, { domain, user, body: request.body }));
  });
  app.post<UmaRoute>(umaPaths.settled, options, async (request, reply) => {
    const { domain = '', id = '' } = request.params;
    await handleSettlementCallback(deps, { domain, id, body: request.body });
    return sendJson(reply, '{}');
  });
  app.post<UmaRoute>(umaPaths.sandboxInvoice, options, async (request, reply) => {
    await handleSandboxPayment(deps, readPayment(request));
    return sendJson(reply, '{}');
  });
}

const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text);

/** `host` comes from the request, or from the last X-Forwarded-Host of a trusted proxy. */
const domainOf = ({ host }: Pick<FastifyRequest, 'host'>): string => host.toLowerCase();

/** Keeps the first value of each parameter. */
const firstValues = (query: UmaRoute['Querystring']): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0] ?? '']));

function readPayment({ params, body }: FastifyRequest<UmaRoute>) {
  const { platform = '', id = '' } = params;
  const { paymentId, proof } = (body ?? {}) as Record<string, unknown>;
  const isComplete = typeof paymentId === 'string' && typeof proof === 'string' && PAYMENT.test(paymentId);
  if (isComplete && UUID.test(platform) && UUID.test(id))
    return { platformId: `Platform:${platform}`, id, paymentId, proof };
  throw new UmaRejection('REQUEST_NOT_FOUND', 'There is no such invoice.');
}

function optionsOf({ drain, log }: UmaOptions): RouteShorthandOptions {
  const limiter = new RateLimiter(REQUESTS, 'address');
  return {
    onRequest: async (request, reply) => {
      drain.admit(reply);
      limiter.take(addressGroup(request.ip));
    },
    // Returns every error in the format of the protocol.
    errorHandler: (error, request, reply) => {
      const rejection = error instanceof UmaRejection ? error : toApiError(error);
      const isServerError = rejection instanceof ApiError && rejection.status >= 500;
      if (isServerError && (rejection as unknown) !== error)
        log.error({ requestId: request.id, err: error }, 'request failed');
      const { status, body } = umaErrorResponse(rejection as UmaRejection | ApiError);
      if (rejection instanceof ApiError) reply.headers(rejection.headers ?? {});
      reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
    },
  };
}
