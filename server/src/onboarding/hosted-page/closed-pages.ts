import { type Html, html } from '../../kernel/html.ts';
import { document, type Files } from './layout.ts';

/** A page for somebody who is not in a visit: it tells nothing of anybody. */
function closedPage(files: Files, { title, text }: { title: string; text: string }): Html {
  const content = html`<div class="head"><h1 tabindex="-1">${title}</h1><p class="lead">${text}</p></div>`;
  return document(files, { name: 'Verification', purpose: 'Hosted by Causeway', title }, content);
}

const ASK_AGAIN = 'Please ask for a new link where you got this one.';

export const unknownPage = (files: Files): Html =>
  closedPage(files, {
    title: 'This link does not work',
    text: `It may be incomplete, or not valid any more. ${ASK_AGAIN}`,
  });

export const closedLinkPage = (files: Files): Html =>
  closedPage(files, {
    title: 'This link is no longer valid',
    text: `It has expired or was used already. ${ASK_AGAIN}`,
  });

/**
 * Leads from the address with the token to the one without. The page goes there by itself, so that the browser takes it
 * for a step on our site and sends the strict cookie along, and forgets the address it came from.
 */
export function entrancePage(files: Files, base: string): Html {
  const content = html`<div class="head"><h1>One moment</h1></div>
    <div class="actions"><a class="button" href="${base}">Continue</a></div>`;
  const head = html`<meta http-equiv="refresh" content="0;url=${base}">`;
  return document(files, { name: 'Verification', purpose: 'Hosted by Causeway', title: 'One moment', head }, content);
}

const refusals: Readonly<Record<number, { title: string; text: string }>> = {
  403: {
    title: 'This page is out of date',
    text: 'Nothing was saved. Please open your link again and repeat the last step.',
  },
  409: {
    title: 'This cannot be done now',
    text: 'Something has changed in the meantime. Please open your link again.',
  },
  413: { title: 'That was too much', text: 'The file or the form is too large. A file may have 10 MB.' },
  429: { title: 'Please wait a moment', text: 'There were too many requests. Try again in a minute.' },
};

const FAILURE = {
  title: 'Something went wrong',
  text: 'This is our fault, and what you saved is safe. Please try again in a moment.',
};
const UNFIT = { title: 'We did not understand that', text: 'Please go back and try again.' };

export const refusalPage = (files: Files, status: number): Html =>
  closedPage(files, refusals[status] ?? (status >= 500 ? FAILURE : UNFIT));

/** For somebody whose address or phone must be proven first, which happens at the platform. */
export const contactPage = (files: Files): Html =>
  closedPage(files, {
    title: 'Please confirm your contact details first',
    text: 'Your email address or phone number has to be confirmed where you got this link. After that, open the link again: what you saved is still here.',
  });
