import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { BASE_PATH, type Config } from '../config.ts';
import type { ConsoleDeps } from '../console/access.ts';
import { authenticateConsole, authenticatePerson } from '../console/callers.ts';
import { addConsolePage } from '../console/page-routes.ts';
import { addConsolePasskeys } from '../console/passkey-routes.ts';
import { addConsoleSessions, type ConsoleRouteOptions } from '../console/routes.ts';
import { basicHeader, readBasic } from '../http/credentials.ts';
import type { Drain } from '../http/drain.ts';
import type { LimiterOf } from '../http/rate-limit.ts';
import { PlatformReadings } from '../operator/readings.ts';
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
  const deps = { ...options, origin, readings: new PlatformReadings(options.db) };
  return {
    authenticate: {
      caller: (request: Parameters<typeof authenticateConsole>[1]) => authenticateConsole(deps, request),
      operator: (request: Parameters<typeof authenticatePerson>[1]) => authenticatePerson(deps, request),
    },
    addTo: (http: FastifyInstance): void => {
      const sessionOptions: ConsoleRouteOptions = {
        ...deps,
        logins: consoleLogins(limiterOf),
        allowsLoginLinks: allowsLoginLinks(config),
        authenticateToken: (id, secret) => accessCache.authenticate(basicHeader(id, secret), readBasic),
      };
      addConsoleSessions(http, sessionOptions);
      addConsolePasskeys(http, sessionOptions);
      addConsolePage(http, { api: BASE_PATH, origin, directory });
      http.get('/', async ({ headers }, reply) => {
        if (headers.accept?.includes('text/html')) return reply.redirect('/console');
        reply.callNotFound();
        return reply;
      });
    },
  };
}
