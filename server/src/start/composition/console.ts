import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { basicHeader, readBasic } from '../../engine/http/credentials.ts';
import type { Drain } from '../../engine/http/drain.ts';
import type { LimiterOf } from '../../engine/http/rate-limit.ts';
import { listenAlso } from '../../engine/http/second-listener.ts';
import { BASE_PATH, type Config } from '../../foundation/config.ts';
import type { ConsoleDeps } from '../../surfaces/console/access.ts';
import { authenticateConsole, authenticatePerson } from '../../surfaces/console/callers.ts';
import { servedPaths } from '../../surfaces/console/listeners.ts';
import type { ConsoleRequest } from '../../surfaces/console/origin.ts';
import { addConsolePage } from '../../surfaces/console/page-routes.ts';
import { addConsolePasskeys } from '../../surfaces/console/passkey-routes.ts';
import { addConsoleSessions, type ConsoleRouteOptions } from '../../surfaces/console/routes.ts';
import { addSandboxLogin } from '../../surfaces/console/sandbox-login-routes.ts';
import { PlatformReadings } from '../../surfaces/operator/platform-reads.ts';
import { consoleLogins } from './limiters.ts';
import { allowsLoginLinks, allowsSandboxLogin } from './modes.ts';

interface ConsoleOptions extends Omit<ConsoleDeps, 'origin'> {
  limiterOf: LimiterOf;
  drain: Drain;
  log: Logger;
  /** Directory of the built files. */
  directory: URL;
}

/** Builds the sessions and pages of the console. */
export function buildConsole(config: Config, options: ConsoleOptions) {
  const { accessCache, limiterOf, directory } = options;
  const { publicUrl, consoleHosts, consolePort } = config;
  const origin = { publicUrl, consoleHosts, consolePort };
  const deps = { ...options, origin, readings: new PlatformReadings(options.db) };
  let listener: Server | undefined;
  return {
    /** Options of the HTTP server. */
    forServer: {
      authenticateConsole: {
        caller: (request: ConsoleRequest) => authenticateConsole(deps, request),
        operator: (request: Parameters<typeof authenticatePerson>[1]) => authenticatePerson(deps, request),
      },
      isServed: servedPaths(consolePort, [BASE_PATH, '/operator']),
    },
    /** Listens on CONSOLE_PORT, if set. */
    listen: async ({ http, host }: { http: FastifyInstance; host: string }): Promise<void> => {
      if (consolePort !== undefined) listener = await listenAlso(http.server, { host, port: consolePort });
    },
    stopListening: (): void => void listener?.close(),
    addTo: (http: FastifyInstance): void => {
      const sessionOptions: ConsoleRouteOptions = {
        ...deps,
        logins: consoleLogins(limiterOf),
        allowsLoginLinks: allowsLoginLinks(config),
        authenticateToken: (id, secret) => accessCache.authenticate(basicHeader(id, secret), readBasic),
      };
      addConsoleSessions(http, sessionOptions);
      addConsolePasskeys(http, sessionOptions);
      if (allowsSandboxLogin(config)) addSandboxLogin(http, sessionOptions);
      addConsolePage(http, { api: BASE_PATH, origin, directory });
      http.get('/', async ({ headers, socket }, reply) => {
        const hasConsole = consolePort === undefined || socket.localPort === consolePort;
        if (hasConsole && headers.accept?.includes('text/html')) return reply.redirect('/console');
        reply.callNotFound();
        return reply;
      });
    },
  };
}
