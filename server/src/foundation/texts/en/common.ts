import { type Html, html } from '../../pages/html.ts';

/** Words used on all pages, and messages of pages without a platform. */
export const common = {
  /** Precedes an error, for screen readers and in the title of the page. */
  error: 'Error:',
  hostedBy: 'Hosted by Causeway',
  busy: { title: 'Please wait a moment', text: 'There were too many requests. Try again in a minute.' },
  failure: { title: 'Something went wrong', text: 'The mistake is on our side. Try again in a moment.' },
  notFound: {
    title: 'Page not found',
    text: (address: Html) => html`There is no page at ${address}. The address may be mistyped, or the link may be old.`,
    docs: 'Documentation of the API',
  },
  liveness: {
    name: 'Liveness check',
    sandbox: {
      title: 'You have nothing to do',
      text: 'This is a sandbox: no camera is used, and the check completes by itself five seconds after it was requested. You can close this page and go back to where you came from.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'It may be incomplete. Go back to where you came from and start the check again.',
    },
    expired: {
      title: 'This link has expired',
      text: 'A check must be completed within its time limit. Go back to where you came from and start the check again.',
    },
  },
};
