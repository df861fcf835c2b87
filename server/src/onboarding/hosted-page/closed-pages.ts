import { type Html, html } from '../../kernel/html.ts';
import { type AssetUrls, messagePage, pageShell } from '../../kernel/page-shell.ts';

/** A page without a visit: it contains no personal data. */
const closedPage = (files: AssetUrls, message: { title: string; text: string }): Html =>
  messagePage(files, { name: 'Verification', purpose: 'Hosted by Causeway', ...message });

const ASK_AGAIN = 'Please ask for a new link where you got this one.';

export const unknownPage = (files: AssetUrls): Html =>
  closedPage(files, {
    title: 'This link does not work',
    text: `It may be incomplete or no longer valid. ${ASK_AGAIN}`,
  });

export const closedLinkPage = (files: AssetUrls): Html =>
  closedPage(files, {
    title: 'This link is no longer valid',
    text: `It has expired or was already used. ${ASK_AGAIN}`,
  });

/**
 * Leads from the address with the token to the one without. The page redirects itself: only a navigation from our own
 * site carries the SameSite=Strict cookie, and the address with the token leaves the history.
 */
export function entrancePage(files: AssetUrls, base: string): Html {
  const content = html`<div class="head"><h1>One moment</h1></div>
    <div class="actions"><a class="button" href="${base}">Continue</a></div>`;
  const head = html`<meta http-equiv="refresh" content="0;url=${base}">`;
  return pageShell(files, { name: 'Verification', purpose: 'Hosted by Causeway', title: 'One moment', head }, content);
}

const rejections: Readonly<Record<number, { title: string; text: string }>> = {
  403: {
    title: 'This page is out of date',
    text: 'Nothing was saved. Please open your link again and repeat the last step.',
  },
  409: {
    title: 'Something has changed',
    text: 'Your application was changed in the meantime. Please open your link again.',
  },
  413: { title: 'That is too large', text: 'The file or the form is too large. A file can have up to 10 MB.' },
  429: { title: 'Please wait a moment', text: 'There were too many requests. Try again in a minute.' },
};

const FAILURE = {
  title: 'Something went wrong',
  text: 'Sorry, the mistake is on our side. Everything you saved is safe. Please try again in a moment.',
};
const UNFIT = { title: 'We did not understand that', text: 'Please go back and try again.' };

export const rejectionPage = (files: AssetUrls, status: number): Html =>
  closedPage(files, rejections[status] ?? (status >= 500 ? FAILURE : UNFIT));

/** Contacts that must be verified first are verified on the platform. */
export const contactPage = (files: AssetUrls): Html =>
  closedPage(files, {
    title: 'Please confirm your contact details first',
    text: 'Please confirm your email address or phone number where you got this link. Then open the link again: everything you saved is still here.',
  });
