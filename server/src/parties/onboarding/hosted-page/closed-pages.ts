import { type Html, html } from '../../../foundation/pages/html.ts';
import { type AssetUrls, messagePage, pageShell, type Sign } from '../../../foundation/pages/shell.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
import { messageShell, type PageContext } from '../../../foundation/texts/page-context.ts';

/** A page without a visit: it contains no personal data, and the brand only if a link of the platform was opened. */
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
 * Leads from the address with the token to the one without. The page redirects itself: only a navigation from our own
 * site carries the SameSite=Strict cookie, and the address with the token leaves the history.
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

/** Contacts that must be verified first are verified on the platform. */
export const contactPage = (files: AssetUrls, context: PageContext): Html =>
  closedPage(files, context, 'wait', context.texts.verification.closed.contact);
