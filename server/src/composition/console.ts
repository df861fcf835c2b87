import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { BASE_PATH, type Config } from '../config.ts';
import { authenticateConsole, type ConsoleDeps, unauthenticated } from '../console/access.ts';
import { addConsolePage } from '../console/page-routes.ts';
import { addConsoleSessions } from '../console/routes.ts';
import { basicHeader, readBasic } from '../http/credentials.ts';
import type { Drain } from '../http/drain.ts';
import type { LimiterOf } from '../http/rate-limit.ts';
import type { OperatorCaller } from '../kernel/callers.ts';
import { consoleLogins } from './limiters.ts';
import { allowsLoginLinks } from './modes.ts';

interface ConsoleOptions extends Omit<ConsoleDeps, 'origin'> {
  limiterOf: LimiterOf;
  drain: Drain;
  log: Logger;
  /** Directory of the built files. */
  directory: URL;
}

/** Wires sessions and pages of the console. */
export function buildConsole(config: Config, options: ConsoleOptions) {
  const { accessCache, limiterOf, directory } = options;
  const { publicUrl, consoleHosts } = config;
  const origin = { publicUrl, consoleHosts };
  const deps = { ...options, origin };
  return {
    authenticate: {
      caller: (request: Parameters<typeof authenticateConsole>[1]) => authenticateConsole(deps, request),
      operator: async (): Promise<OperatorCaller> => {
        throw unauthenticated('the console session is not one of an operator');
      },
    },
    addTo: (http: FastifyInstance): void => {
      addConsoleSessions(http, {
        ...deps,
        logins: consoleLogins(limiterOf),
        allowsLoginLinks: allowsLoginLinks(config),
        authenticateToken: (id, secret) => accessCache.authenticate(basicHeader(id, secret), readBasic),
      });
      addConsolePage(http, { api: BASE_PATH, origin, directory });
      http.get('/', async ({ headers }, reply) => {
        if (headers.accept?.includes('text/html')) return reply.redirect('/console');
        reply.callNotFound();
        return reply;
      });
    },
  };
}
