import type { FastifyInstance } from 'fastify';
import { pageFiles } from '../http/page-files.ts';
import { sendPage } from '../http/pages.ts';
import { messagePage } from '../kernel/page-shell.ts';
import { browserContext } from '../texts/page-context.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/** Target of sandbox liveness links: no provider hosts a page there. Tokens are not stored, so only their form counts. */
export function addLivenessPage(app: FastifyInstance): void {
  app.get<{ Params: { token: string } }>('/verify/liveness/:token', async ({ params, headers }, reply) => {
    const { language, texts } = browserContext(headers['accept-language']);
    const { name, sandbox, unknown } = texts.common.liveness;
    const shell = { language, brand: { name }, purpose: texts.common.hostedBy };
    return TOKEN.test(params.token)
      ? sendPage(reply, { language, content: messagePage(pageFiles, { ...shell, sign: 'wait', ...sandbox }) })
      : sendPage(reply, {
          language,
          status: 404,
          content: messagePage(pageFiles, { ...shell, sign: 'bad', ...unknown }),
        });
  });
}
