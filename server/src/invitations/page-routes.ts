import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../http/drain.ts';
import { answerWithPage } from '../http/page-failures.ts';
import { addAssets, assetUrl, sendPage } from '../http/pages.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { addressGroup } from '../kernel/networks.ts';
import type { AssetUrls } from '../kernel/page-shell.ts';
import { openInvitation, type PageDeps } from './invitations.ts';
import { closedInvitationPage, invitationPage, shell, unknownInvitationPage } from './page.ts';
import { script, style } from './page-files.ts';

const PATH = '/invitations';
const ASSETS_PATH = `${PATH}/assets`;
const assets = { style: { name: 'page.css', text: style }, script: { name: 'page.js', text: script } };
const files: AssetUrls = {
  style: assetUrl(ASSETS_PATH, assets.style),
  script: assetUrl(ASSETS_PATH, assets.script),
  icon: '/favicon.svg',
};

interface PageOptions extends PageDeps {
  /** Shown on every invitation of a mode. */
  notes: Record<PlatformMode, string | undefined>;
  drain: Drain;
  log: Logger;
}

/** Default page of an invitation: outside the API, without credentials, for the codes of all platforms. */
export function addInvitationPage(app: FastifyInstance, { drain, log, notes, ...deps }: PageOptions): void {
  addAssets(app, ASSETS_PATH, Object.values(assets));
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.setErrorHandler(answerWithPage({ log, files, shell }));
      scope.get<{ Params: { code: string } }>('/:code', async ({ params, ip }, reply) => {
        const found = await openInvitation(deps, addressGroup(ip), params.code);
        if (!found) return sendPage(reply, { status: 404, content: unknownInvitationPage(files) });
        const { status } = found.invitation;
        const note = notes[found.platform.mode];
        if (status === 'PENDING') return sendPage(reply, { content: invitationPage(files, found, note) });
        return sendPage(reply, { status: 410, content: closedInvitationPage(files, status) });
      });
    },
    { prefix: PATH },
  );
}
