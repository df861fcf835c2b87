import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addIcon } from '../../engine/docs/icon-routes.ts';
import type { Drain } from '../../engine/http/drain.ts';
import type { Metrics } from '../../engine/http/metrics.ts';
import { addPageFiles } from '../../engine/http/page-files.ts';
import type { LimiterOf } from '../../engine/http/rate-limit.ts';
import { LivenessLinks } from '../../engine/providers/liveness/links.ts';
import { BASE_PATH, type Config } from '../../foundation/config.ts';
import { addLivenessPage } from '../../parties/accounts/liveness-routes.ts';
import { addInvitationPage } from '../../parties/invitations/page-routes.ts';
import { addHostedPages, addTermsPage } from '../../parties/onboarding/hosted-routes.ts';
import { addLogos } from '../../parties/platforms/logo-routes.ts';
import { getClockOffset } from '../../parties/platforms/platforms.ts';
import { addAssociationFiles } from '../../parties/wallets/association-routes.ts';
import { addPlayground } from '../../parties/wallets/playground-routes.ts';
import { addProcessor } from '../../payments/cards/processor-routes.ts';
import { addRevealPage } from '../../payments/cards/reveal-routes.ts';
import { addUmaEndpoints } from '../../payments/uma/routes.ts';
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

/** In these modes an invitation says that no real money is sent. */
const testModes = { SANDBOX: true, PRODUCTION: false };

/** Serves pages for people, files for their phones, and endpoints for other providers, outside the API. */
export function addPages(http: FastifyInstance, config: Config, services: Services, options: PageOptions): void {
  const deps = { ...services, ...options };
  addIcon(http);
  addPageFiles(http);
  addLogos(http, deps);
  const livenessLinks = new LivenessLinks(services.vault);
  addLivenessPage(http, {
    ...deps,
    livenessLinks,
    getClockOffset: (platformId) => getClockOffset(services.db, platformId),
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
