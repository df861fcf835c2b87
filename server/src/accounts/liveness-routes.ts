import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../http/drain.ts';
import { answerWithPage } from '../http/page-failures.ts';
import { pageFiles } from '../http/page-files.ts';
import { type HtmlPage, sendPage } from '../http/pages.ts';
import type { Limiter } from '../http/rate-limit.ts';
import { addMs, type Clock } from '../kernel/clock.ts';
import { addressGroup } from '../kernel/networks.ts';
import { messagePage } from '../kernel/page-shell.ts';
import type { LivenessLinkFinder } from '../providers/liveness/port.ts';

const shell = { name: 'Liveness check', purpose: 'Hosted by Causeway' };

interface LivenessPageOptions {
  clock: Clock;
  /** Milliseconds by which the clock of a platform is ahead. */
  readClockOffset(platformId: string): Promise<number>;
  livenessLinks: LivenessLinkFinder;
  /** Limit of wrong tokens by address. */
  pageGuesses: Limiter;
  drain: Drain;
  log: Logger;
}

/** Target of sandbox liveness links: no provider hosts a page there. */
export function addLivenessPage(app: FastifyInstance, { drain, log, ...deps }: LivenessPageOptions): void {
  app.get<{ Params: { token: string } }>(
    '/verify/liveness/:token',
    {
      onRequest: async (_request, reply) => drain.admit(reply),
      errorHandler: answerWithPage({ log, files: pageFiles, shell }),
    },
    async ({ params, ip }, reply) => sendPage(reply, await pageOf(deps, addressGroup(ip), params.token)),
  );
}

/** Counts the token before it is checked, so that an address over the limit learns nothing. */
async function pageOf(
  { clock, readClockOffset, livenessLinks, pageGuesses }: Omit<LivenessPageOptions, 'drain' | 'log'>,
  address: string,
  token: string,
): Promise<HtmlPage> {
  await pageGuesses.take(address);
  const link = await livenessLinks.find(token);
  if (!link) return { status: 404, content: unknownPage };
  pageGuesses.giveBack(address);
  const now = addMs(clock.now(), await readClockOffset(link.platformId));
  return now < link.expiresAt ? { content: sandboxPage } : { status: 410, content: expiredPage };
}

const sandboxPage = messagePage(pageFiles, {
  ...shell,
  sign: 'wait',
  title: 'You have nothing to do',
  text: 'This is a sandbox: no camera is used, and the check completes by itself five seconds after it was requested. You can close this page and go back to where you came from.',
});

const START_AGAIN = 'Go back to where you came from and start the check again.';

const unknownPage = messagePage(pageFiles, {
  ...shell,
  sign: 'bad',
  title: 'This link does not work',
  text: `It may be incomplete. ${START_AGAIN}`,
});

const expiredPage = messagePage(pageFiles, {
  ...shell,
  sign: 'wait',
  title: 'This link has expired',
  text: `A check must be completed within its time limit. ${START_AGAIN}`,
});
