import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toApiError } from '../../engine/http/api-errors.ts';
import { readBearer } from '../../engine/http/credentials.ts';
import type { Drain } from '../../engine/http/drain.ts';
import type { Limiter } from '../../engine/http/rate-limit.ts';
import type { Route } from '../../engine/http/route.ts';
import type { Caller } from '../../foundation/kernel/callers.ts';
import { once } from '../../foundation/kernel/memo.ts';
import { agentTools } from './agent-tools.ts';
import { requireOwnSite } from './own-site.ts';

const MCP_PATH = '/mcp';

export interface McpOptions {
  basePath: string;
  routes: readonly Route[];
  publicUrl: () => string;
  version: string;
  drain: Drain;
  log: Logger;
  /** Limits messages of an agent. Operations called by tools also count as its requests. */
  limiter: Limiter;
  authenticateAgent: (accessToken: string) => Promise<Caller>;
}

/** Tools for the agents of customers, over Streamable HTTP. The protocol library is loaded with the first request. */
export function addMcp(app: FastifyInstance, options: McpOptions): void {
  const toolsFor = once(() => agentTools({ app, ...options }));
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    onRequest: (request, reply) => admit(options, request, reply),
    handler: async (request, reply) => {
      const { respondToMcp } = await import('./handler.ts');
      const { authorization = '' } = request.headers;
      const answer = await respondToMcp(webRequest(request, options.publicUrl()), {
        version: options.version,
        tools: toolsFor()({ authorization, address: request.ip }),
        message: request.body,
        onError: (err) => options.log.error({ requestId: request.id, err }, 'request failed'),
      });
      return reply
        .status(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(await answer.text());
    },
  });
}

/** Checks site, shutdown, credentials and rate limit before the body is read. */
async function admit(options: McpOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  requireOwnSite(request.headers, options.publicUrl());
  options.drain.admit(reply);
  const { tokenId } = await authenticated(options, request);
  reply.headers(await options.limiter.take(tokenId));
}

async function authenticated({ authenticateAgent, log }: McpOptions, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  try {
    return await authenticateAgent(readBearer(authorization));
  } catch (error) {
    const { status, message, details } = toApiError(error);
    if (status === 401 && authorization !== undefined) {
      const { id: requestId, ip: address } = request;
      log.warn({ requestId, credentials: 'agent', address, reason: details?.reason ?? message }, 'login rejected');
    }
    throw error;
  }
}

/** Converts the request for the protocol library, which gets the parsed body separately. */
function webRequest({ method, url, headers }: FastifyRequest, publicUrl: string): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(new URL(url, publicUrl), { method, headers: pairs });
}
