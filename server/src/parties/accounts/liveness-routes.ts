import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../../engine/http/drain.ts';
import { framedMessage, respondWithPage } from '../../engine/http/page-failures.ts';
import { pageFiles } from '../../engine/http/page-files.ts';
import { type HtmlPage, sendPage } from '../../engine/http/pages.ts';
import type { Limiter } from '../../engine/http/rate-limit.ts';
import type { LivenessLinkFinder } from '../../engine/providers/liveness/port.ts';
import { addMs, type Clock } from '../../foundation/kernel/clock.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { messagePage, type Sign } from '../../foundation/pages/shell.ts';
import { browserContext, messageShell, type PageContext } from '../../foundation/texts/page-context.ts';

interface LivenessPageOptions {
  clock: Clock;
  /** Milliseconds by which the clock of a platform is ahead of real time. */
  getClockOffset(platformId: string): Promise<number>;
  livenessLinks: LivenessLinkFinder;
  /** Rate limit of wrong tokens by address. */
  pageGuesses: Limiter;
  drain: Drain;
  log: Logger;
}

const failurePage = framedMessage({ filesIn: () => pageFiles, nameIn: ({ common }) => common.liveness.name });

/** Page to which sandbox liveness links lead. In production the provider hosts it. */
export function addLivenessPage(app: FastifyInstance, { drain, log, ...deps }: LivenessPageOptions): void {
  app.get<{ Params: { token: string } }>(
    '/verify/liveness/:token',
    {
      onRequest: async (_request, reply) => drain.admit(reply),
      errorHandler: respondWithPage({ log, pageOf: failurePage }),
    },
    async ({ params, ip, headers }, reply) => {
      const state = await linkState(deps, addressGroup(ip), params.token);
      return sendPage(reply, pageOf(browserContext(headers['accept-language']), state));
    },
  );
}

/** Counts the attempt before the token is looked up, so that an address over the limit learns nothing. */
async function linkState(
  { clock, getClockOffset, livenessLinks, pageGuesses }: Omit<LivenessPageOptions, 'drain' | 'log'>,
  address: string,
  token: string,
): Promise<LinkState> {
  await pageGuesses.take(address);
  const link = await livenessLinks.find(token);
  if (!link) return 'unknown';
  pageGuesses.giveBack(address);
  const now = addMs(clock.now(), await getClockOffset(link.platformId));
  return now < link.expiresAt ? 'sandbox' : 'expired';
}

/** Pages by the state of the link. The state is also the key of their texts. */
const pages = {
  sandbox: { status: 200, sign: 'wait' },
  unknown: { status: 404, sign: 'bad' },
  expired: { status: 410, sign: 'wait' },
} as const satisfies Record<string, { status: number; sign: Sign }>;
type LinkState = keyof typeof pages;

function pageOf(context: PageContext, state: LinkState): HtmlPage {
  const { language, texts } = context;
  const { status, sign } = pages[state];
  const { name, [state]: message } = texts.common.liveness;
  return { status, language, content: messagePage(pageFiles, { ...messageShell(context, name), sign, ...message }) };
}
