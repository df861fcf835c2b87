import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../http/drain.ts';
import { type RateLimit, RateLimiter } from '../http/rate-limit.ts';
import { toApiError } from '../http/server.ts';
import { ApiError } from '../kernel/errors.ts';
import { idPattern, uuidPattern } from '../kernel/ids.ts';
import { answerTo, UmaRefusal } from '../kernel/uma-codes.ts';
import { umaPaths } from './addresses.ts';
import type { UmaNeeds } from './needs.ts';
import { answerLookup, answerPayRequest, hostAt } from './receive.ts';
import { sandboxInvoicePaid, takeCallback } from './settle.ts';

/** Of one address, which may be that of a proxy. */
const REQUESTS: RateLimit = { perSecond: 200, burst: 2_000 };
const UUID = new RegExp(uuidPattern);
const PAYMENT = new RegExp(`${idPattern('Transaction')}|^[\\w:-]{1,100}$`);

interface UmaOptions extends UmaNeeds {
  drain: Drain;
  log: Logger;
}

type Params = Record<string, string>;

/** What other providers call, under the domains of platforms: no credentials, but signatures. */
export function addUmaEndpoints(app: FastifyInstance, needs: UmaOptions): void {
  const options = optionsOf(needs);
  app.get(umaPaths.publicKeys, options, async (request, reply) => {
    const { platform, host } = await hostAt(needs, domainOf(request));
    return sendJson(reply, await needs.umaNetwork[platform.mode].publicKeys(host));
  });
  app.get(umaPaths.configuration, options, async (request, reply) => {
    const { platform } = await hostAt(needs, domainOf(request));
    return sendJson(reply, JSON.stringify(await needs.umaNetwork[platform.mode].configuration()));
  });
  app.get(umaPaths.lookup, options, async (request, reply) => {
    const domain = domainOf(request);
    const { user = '' } = request.params as Params;
    return sendJson(reply, await answerLookup(needs, { domain, user, query: single(request.query) }));
  });
  app.post(umaPaths.pay, options, async (request, reply) => {
    const { domain = '', user = '' } = request.params as Params;
    return sendJson(reply, await answerPayRequest(needs, { domain, user, body: request.body }));
  });
  app.post(umaPaths.settled, options, async (request, reply) => {
    const { domain = '', id = '' } = request.params as Params;
    await takeCallback(needs, { domain, id, body: request.body });
    return sendJson(reply, '{}');
  });
  app.post(umaPaths.sandboxInvoice, options, async (request, reply) => {
    await sandboxInvoicePaid(needs, readPayment(request));
    return sendJson(reply, '{}');
  });
}

const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text);

/** A domain that forwards its requests to us says so: by the host it was asked for, or by naming it beside. */
function domainOf({ headers, host }: FastifyRequest): string {
  const forwarded = headers['x-forwarded-host'];
  const [first] = (Array.isArray(forwarded) ? forwarded : (forwarded ?? '').split(',')) as string[];
  return (first?.trim() || host).toLowerCase();
}

/** Of a parameter that comes twice the first counts. */
const single = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [name, [value].flat()[0] ?? '']),
  );

function readPayment({ params, body }: FastifyRequest) {
  const { platform = '', id = '' } = params as Params;
  const { paymentId, proof } = (body ?? {}) as Record<string, unknown>;
  const isWhole = typeof paymentId === 'string' && typeof proof === 'string' && PAYMENT.test(paymentId);
  if (isWhole && UUID.test(platform) && UUID.test(id))
    return { platformId: `Platform:${platform}`, id, paymentId, proof };
  throw new UmaRefusal('REQUEST_NOT_FOUND', 'There is no such invoice.');
}

function optionsOf({ drain, log }: UmaOptions): RouteShorthandOptions {
  const limiter = new RateLimiter(REQUESTS, 'address');
  return {
    onRequest: async (request, reply) => {
      drain.admit(reply);
      limiter.take(request.ip);
    },
    // In the words of the protocol, whatever went wrong.
    errorHandler: (error, request, reply) => {
      const refusal = error instanceof UmaRefusal ? error : toApiError(error);
      if ((refusal as unknown) !== error) log.error({ requestId: request.id, err: error }, 'request failed');
      const { status, body } = answerTo(refusal as UmaRefusal | ApiError);
      if (refusal instanceof ApiError) reply.headers(refusal.headers ?? {});
      reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
    },
  };
}
