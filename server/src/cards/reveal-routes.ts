import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../http/drain.ts';
import { sendPage } from '../http/pages.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CardDeps } from './deps.ts';
import { openReveal, REVEAL_PATH, type Revelation } from './reveal.ts';
import { gonePage, numberPage, unknownPage } from './reveal-page.ts';

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
    { exposeHeadRoute: false, onRequest: async (_request, reply) => drain.admit(reply) },
    async (request, reply) => {
      const revelation = await openReveal(deps, request.params.token, clock.now());
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      if (revelation.outcome === 'SHOWN') log.info(revelation.reveal, 'a card number was shown');
      reply.header('permissions-policy', 'clipboard-write=(self)');
      return sendPage(reply, { ...pageOf(revelation, nonce), policy: policyFor(revelation, nonce) });
    },
  );
}

function pageOf(revelation: Revelation, nonce: string) {
  switch (revelation.outcome) {
    case 'SHOWN':
      return { content: numberPage(revelation.details, nonce) };
    case 'GONE':
      return { status: 410, content: gonePage(nonce) };
    case 'UNKNOWN':
      return { status: 404, content: unknownPage(nonce) };
  }
}

/** The page loads nothing, sends nothing, and runs only its own script. */
function policyFor(revelation: Revelation, nonce: string) {
  const framedBy = 'framedBy' in revelation ? revelation.framedBy.join(' ') : '';
  return {
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'none'",
    'connect-src': "'none'",
    'form-action': "'none'",
    'frame-ancestors': framedBy || "'none'",
  };
}
