import { type Html, html } from '../../../foundation/pages/html.ts';
import { type AssetUrls, messagePage, pageShell, type Sign } from '../../../foundation/pages/shell.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
import { messageShell, type PageContext } from '../../../foundation/texts/page-context.ts';

/** Frame of a page without an open visit: no personal data, and a brand only if the link is known. */
const shellOf = (context: PageContext) => messageShell(context, context.texts.verification.closed.name);

interface Message {
  title: string;
  text: string;
}

const closedPage = (files: AssetUrls, context: PageContext, sign: Sign, message: Message): Html =>
  messagePage(files, { ...shellOf(context), sign, ...message });

export const unknownPage = (files: AssetUrls, context: PageContext): Html =>
  closedPage(files, context, 'bad', context.texts.verification.closed.unknown);

export const closedLinkPage = (files: AssetUrls, context: PageContext): Html =>
  closedPage(files, context, 'wait', context.texts.verification.closed.expired);

/**
 * Leads from the URL with the token to the URL of the visit. The page redirects itself, because the SameSite=Strict
 * cookie is sent only within the site; the redirect also removes the token from the browser history.
 */
export function entrancePage(files: AssetUrls, context: PageContext, base: string): Html {
  const { verification } = context.texts;
  const title = verification.closed.entrance;
  const content = html`<div class="head"><h1>${title}</h1></div>
    <div class="actions"><a class="button" href="${base}">${verification.continue}</a></div>`;
  const head = html`<meta http-equiv="refresh" content="0;url=${base}">`;
  return pageShell(files, { ...shellOf(context), title, head }, content);
}

const rejections: Readonly<Record<number, (texts: Texts) => Message>> = {
  403: ({ verification }) => verification.closed.outdated,
  409: ({ verification }) => verification.closed.changed,
  413: ({ verification }) => verification.closed.tooLarge,
  429: ({ common }) => common.busy,
};

export function rejectionPage(files: AssetUrls, context: PageContext, status: number): Html {
  const { failure, unfit } = context.texts.verification.closed;
  const message = rejections[status]?.(context.texts) ?? (status >= 500 ? failure : unfit);
  return closedPage(files, context, 'bad', message);
}

/** Page for contacts that must be verified first, which is done in the app of the platform. */
export const contactPage = (files: AssetUrls, context: PageContext): Html =>
  closedPage(files, context, 'wait', context.texts.verification.closed.contact);
