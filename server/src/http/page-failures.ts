import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type AssetUrls, messagePage, type PageShell } from '../kernel/page-shell.ts';
import { sendPage } from './pages.ts';
import { toApiError } from './server.ts';

const BUSY = { title: 'Please wait a moment', text: 'There were too many requests. Try again in a minute.' };
const FAILURE = { title: 'Something went wrong', text: 'The mistake is on our side. Try again in a moment.' };
const TOO_MANY_REQUESTS = 429;

interface FailurePages {
  log: Logger;
  files: AssetUrls;
  shell: Pick<PageShell, 'name' | 'purpose'>;
}

/** Error handler of pages for people: answers with a page instead of JSON. */
export const answerWithPage =
  ({ log, files, shell }: FailurePages) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const rejection = toApiError(error);
    const { status } = rejection;
    if (status >= 500 && rejection !== error) log.error({ requestId: request.id, err: error }, 'page failed');
    reply.headers(rejection.headers ?? {});
    const content = messagePage(files, { ...shell, sign: 'wait', ...(status === TOO_MANY_REQUESTS ? BUSY : FAILURE) });
    return sendPage(reply, { status, content });
  };
