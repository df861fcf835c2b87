import type { FastifyInstance } from 'fastify';
import { pageFiles } from '../http/page-files.ts';
import { sendPage } from '../http/pages.ts';
import { messagePage } from '../kernel/page-shell.ts';

const TOKEN = /^[0-9a-f]{64}$/;
const shell = { name: 'Liveness check', purpose: 'Hosted by Causeway' };

/** Target of sandbox liveness links: no provider hosts a page there. Tokens are not stored, so only their form counts. */
export function addLivenessPage(app: FastifyInstance): void {
  app.get<{ Params: { token: string } }>('/verify/liveness/:token', async ({ params }, reply) =>
    sendPage(reply, TOKEN.test(params.token) ? { content: sandboxPage } : { status: 404, content: unknownPage }),
  );
}

const sandboxPage = messagePage(pageFiles, {
  ...shell,
  sign: 'wait',
  title: 'You have nothing to do',
  text: 'This is a sandbox: no camera is used, and the check completes by itself five seconds after it was requested. You can close this page and go back to where you came from.',
});

const unknownPage = messagePage(pageFiles, {
  ...shell,
  sign: 'bad',
  title: 'This link does not work',
  text: 'It may be incomplete. Go back to where you came from and start the check again.',
});
