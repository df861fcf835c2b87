import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import style from '../../../../web/hosted/invitation.css?text';
import script from '../../../../web/hosted/invitation.ts?text';
import type { Drain } from '../../engine/http/drain.ts';
import { framedMessage, respondWithPage } from '../../engine/http/page-failures.ts';
import { addAssets, sendPage } from '../../engine/http/pages.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { languages } from '../../foundation/kernel/languages.ts';
import { assetUrl, scriptWith } from '../../foundation/pages/assets.ts';
import type { AssetUrls } from '../../foundation/pages/shell.ts';
import { browserContext } from '../../foundation/texts/page-context.ts';
import { perLanguage } from '../../foundation/texts/per-language.ts';
import { platformPage } from '../platforms/hosted-pages.ts';
import { openInvitation, type PageDeps } from './invitations.ts';
import { closedInvitationPage, invitationPage, unknownInvitationPage } from './page.ts';

const PATH = '/invitations';
const ASSETS_PATH = `${PATH}/assets`;
const styleAsset = { name: 'page.css', text: style };
const scriptAsset = perLanguage((language, { invitation }) => ({
  name: `page-${language}.js`,
  text: scriptWith(script, { texts: invitation.script }),
}));
const filesIn = perLanguage(
  (language): AssetUrls => ({
    style: assetUrl(ASSETS_PATH, styleAsset),
    script: assetUrl(ASSETS_PATH, scriptAsset(language)),
    icon: '/favicon.svg',
  }),
);

const failurePage = framedMessage({ filesIn, nameIn: ({ invitation }) => invitation.name });

interface PageOptions extends PageDeps {
  /** By mode: true if the invitations are tests without real money. */
  isTest: Record<PlatformMode, boolean>;
  drain: Drain;
  log: Logger;
}

/** Default page of an invitation. It is outside of the API, needs no credentials and accepts codes of all platforms. */
export function addInvitationPage(app: FastifyInstance, { drain, log, isTest, ...deps }: PageOptions): void {
  addAssets(app, ASSETS_PATH, [styleAsset, ...languages.map(scriptAsset)]);
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.setErrorHandler(respondWithPage({ log, pageOf: failurePage }));
      scope.get<{ Params: { code: string } }>('/:code', async ({ params, ip, headers }, reply) => {
        const found = await openInvitation(deps, addressGroup(ip), params.code);
        const accepted = headers['accept-language'];
        const { status } = found?.invitation ?? {};
        if (found && status === 'PENDING') {
          const platform = { id: found.invitation.platformId, name: found.platform.name };
          const context = await platformPage(deps.db, platform, accepted);
          const view = { context, found, isTest: isTest[found.platform.mode] };
          return sendPage(reply, {
            language: context.language,
            content: invitationPage(filesIn(context.language), view),
          });
        }
        const context = browserContext(accepted);
        const { language } = context;
        return status === undefined || status === 'PENDING'
          ? sendPage(reply, { language, status: 404, content: unknownInvitationPage(filesIn(language), context) })
          : sendPage(reply, {
              language,
              status: 410,
              content: closedInvitationPage(filesIn(language), context, status),
            });
      });
    },
    { prefix: PATH },
  );
}
