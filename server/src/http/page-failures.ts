import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Language } from '../kernel/languages.ts';
import { type AssetUrls, messagePage } from '../kernel/page-shell.ts';
import type { Texts } from '../texts/en.ts';
import { browserContext, messageShell } from '../texts/page-context.ts';
import { toApiError } from './api-errors.ts';
import { sendPage } from './pages.ts';

const TOO_MANY_REQUESTS = 429;

interface FailurePages {
  log: Logger;
  filesIn(language: Language): AssetUrls;
  /** Name of the pages, shown in place of a platform. */
  nameIn(texts: Texts): string;
}

/** Error handler of pages for people: answers with a page in the language of the browser instead of JSON. */
export const answerWithPage =
  ({ log, filesIn, nameIn }: FailurePages) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const rejection = toApiError(error);
    const { status } = rejection;
    if (status >= 500 && rejection !== error) log.error({ requestId: request.id, err: error }, 'page failed');
    reply.headers(rejection.headers ?? {});
    const context = browserContext(request.headers['accept-language']);
    const { language, texts } = context;
    const { busy, failure } = texts.common;
    const message = status === TOO_MANY_REQUESTS ? busy : failure;
    const shell = messageShell(context, nameIn(texts));
    return sendPage(reply, {
      status,
      language,
      content: messagePage(filesIn(language), { ...shell, sign: 'wait', ...message }),
    });
  };
