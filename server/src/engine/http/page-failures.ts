import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Language } from '../../foundation/kernel/languages.ts';
import { type AssetUrls, messagePage } from '../../foundation/pages/shell.ts';
import type { Texts } from '../../foundation/texts/en.ts';
import { browserContext, messageShell, type PageContext } from '../../foundation/texts/page-context.ts';
import { toApiError } from './api-errors.ts';
import { type HtmlPage, sendPage } from './pages.ts';

const TOO_MANY_REQUESTS = 429;

type Message = Texts['common']['failure'];

interface FailurePages {
  log: Logger;
  pageOf(context: PageContext, message: Message): Pick<HtmlPage, 'content' | 'policy'>;
}

/** Error handler of pages for people: responds with a page in the browser's language instead of JSON. */
export const respondWithPage =
  ({ log, pageOf }: FailurePages) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const rejection = toApiError(error);
    const { status } = rejection;
    if (status >= 500 && rejection !== error) log.error({ requestId: request.id, err: error }, 'page failed');
    reply.headers(rejection.headers ?? {});
    const context = browserContext(request.headers['accept-language']);
    const { language, texts } = context;
    const { busy, failure } = texts.common;
    const message = status === TOO_MANY_REQUESTS ? busy : failure;
    return sendPage(reply, { ...pageOf(context, message), status, language });
  };

interface MessagePages {
  filesIn(language: Language): AssetUrls;
  /** Name shown in place of the platform's name. */
  nameIn(texts: Texts): string;
}

/** Error page in the layout of hosted pages. */
export const framedMessage =
  ({ filesIn, nameIn }: MessagePages): FailurePages['pageOf'] =>
  (context, message) => {
    const shell = messageShell(context, nameIn(context.texts));
    return { content: messagePage(filesIn(context.language), { ...shell, sign: 'wait', ...message }) };
  };
