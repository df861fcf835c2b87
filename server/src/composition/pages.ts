import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addLivenessPage } from '../accounts/liveness-routes.ts';
import { addProcessor } from '../cards/processor-routes.ts';
import { addRevealPage } from '../cards/reveal-routes.ts';
import { BASE_PATH, type Config } from '../config.ts';
import { addIcon } from '../docs/icon-routes.ts';
import type { Drain } from '../http/drain.ts';
import type { Metrics } from '../http/metrics.ts';
import { addPageFiles } from '../http/page-files.ts';
import type { LimiterOf } from '../http/rate-limit.ts';
import { addInvitationPage } from '../invitations/page-routes.ts';
import { addHostedPages, addTermsPage } from '../onboarding/hosted-routes.ts';
import { addLogos } from '../platforms/logo-routes.ts';
import { readClockOffset } from '../platforms/platforms.ts';
import { LivenessLinks } from '../providers/liveness/links.ts';
import { addUmaEndpoints } from '../uma/routes.ts';
import { addAssociationFiles } from '../wallets/association-routes.ts';
import { addPlayground } from '../wallets/playground-routes.ts';
import { invitationPageGuesses, livenessPageGuesses } from './limiters.ts';
import { allowsProduction, allowsSandboxLogin } from './modes.ts';
import type { Services } from './services.ts';

interface PageOptions {
  drain: Drain;
  log: Logger;
  metrics: Metrics;
  limiterOf: LimiterOf;
  /** Directory of the playground. */
  playground: URL;
}

/** Invitations of these modes have a note that no real money is sent. */
const testModes = { SANDBOX: true, PRODUCTION: false };

/** Pages for people, files for their phones, and endpoints of other providers, beside the API. */
export function addPages(http: FastifyInstance, config: Config, services: Services, options: PageOptions): void {
  const deps = { ...services, ...options };
  addIcon(http);
  addPageFiles(http);
  addLogos(http, deps);
  const livenessLinks = new LivenessLinks(services.vault);
  addLivenessPage(http, {
    ...deps,
    livenessLinks,
    readClockOffset: (platformId) => readClockOffset(services.db, platformId),
    pageGuesses: livenessPageGuesses(options.limiterOf),
  });
  if (config.invitationUrl === undefined) {
    const pageGuesses = invitationPageGuesses(options.limiterOf);
    addInvitationPage(http, { ...deps, pageGuesses, isTest: testModes });
  }
  addAssociationFiles(http, config.associatedApps);
  addHostedPages(http, deps);
  addUmaEndpoints(http, deps);
  addRevealPage(http, deps);
  if (config.cardProcessor) addProcessor(http, { ...deps, secret: config.cardProcessor.secret });
  if (!config.endUserTermsUrl) addTermsPage(http);
  if (!allowsProduction(config)) {
    const hasSandboxLogin = allowsSandboxLogin(config);
    addPlayground(http, { api: BASE_PATH, directory: options.playground, hasSandboxLogin });
  }
}
