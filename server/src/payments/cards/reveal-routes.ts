import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../../engine/http/drain.ts';
import { respondWithPage } from '../../engine/http/page-failures.ts';
import { sendPage } from '../../engine/http/pages.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { PageContext } from '../../foundation/texts/page-context.ts';
import { contextOf } from '../../parties/platforms/hosted-pages.ts';
import type { CardDeps } from './deps.ts';
import { openReveal, REVEAL_PATH, type Revelation } from './reveal.ts';
import { failurePage, gonePage, numberPage, type RevealContext, unknownPage } from './reveal-page.ts';

const NONCE_BYTES = 16;

interface RevealOptions extends CardDeps {
  clock: Clock;
  drain: Drain;
  log: Logger;
}

/** The page that shows a card number in an iframe of the platform: outside the API, without credentials. */
export function addRevealPage(app: FastifyInstance, { clock, drain, log, ...deps }: RevealOptions): void {
  app.get<{ Params: { token: string } }>(
    `${REVEAL_PATH}/:token`,
    // A HEAD request would consume the link and show nothing.
    {
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => drain.admit(reply),
      errorHandler: respondWithPage({ log, pageOf: failureIn }),
    },
    async (request, reply) => {
      const revelation = await openReveal(deps, request.params.token, clock.now());
      const nonce = newNonce();
      if (revelation.outcome === 'SHOWN') log.info(revelation.reveal, 'a card number was shown');
      reply.header('permissions-policy', 'clipboard-write=(self)');
      const pages = 'pages' in revelation ? revelation.pages : {};
      const page = contextOf(pages, request.headers['accept-language']);
      const context = { ...page, nonce, accentColor: pages.accentColor ?? undefined };
      const { language } = page;
      return sendPage(reply, {
        ...pageOf(revelation, context),
        language,
        policy: policyFor(nonce, framesOf(revelation)),
      });
    },
  );
}

const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64');

/** Shown in any frame: it contains no card details, and the allowed origins are unknown. */
function failureIn(page: PageContext, message: { title: string; text: string }) {
  const nonce = newNonce();
  return { content: failurePage({ ...page, nonce }, message), policy: policyFor(nonce, '*') };
}

function pageOf(revelation: Revelation, context: RevealContext) {
  switch (revelation.outcome) {
    case 'SHOWN':
      return { content: numberPage(context, revelation.details) };
    case 'GONE':
      return { status: 410, content: gonePage(context) };
    case 'UNKNOWN':
      return { status: 404, content: unknownPage(context) };
  }
}

const framesOf = (revelation: Revelation): string =>
  ('framedBy' in revelation && revelation.framedBy.join(' ')) || "'none'";

/** The page loads nothing, sends nothing, and runs only its own script. */
const policyFor = (nonce: string, framedBy: string) => ({
  'script-src': `'nonce-${nonce}'`,
  'style-src': `'nonce-${nonce}'`,
  'img-src': "'none'",
  'connect-src': "'none'",
  'form-action': "'none'",
  'frame-ancestors': framedBy,
});
