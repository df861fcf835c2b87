import { type Html, html } from '../../kernel/html.ts';
import { pageSign, type Sign } from '../../kernel/page-shell.ts';
import type { Screen } from './layout.ts';
import type { Visit } from './visit.ts';

/** Delay of the automatic redirect. */
const REDIRECT_SECONDS = 10;

interface OutcomeText {
  sign: Sign;
  title: string;
  text: string;
}

/** The outcome of the application, with the link back to the platform. */
export function outcomeScreen(visit: Visit): Screen {
  const { sign, title, text } = outcomeOf(visit);
  return { title, lead: text, sign: pageSign(sign), isOver: true, body: backLink(visit) };
}

function outcomeOf({ customer, platformName }: Visit): OutcomeText {
  const subject = customer.customerType === 'BUSINESS' ? 'your business' : 'you';
  switch (customer.verificationStatus) {
    case 'APPROVED':
      return {
        sign: 'good',
        title: customer.customerType === 'BUSINESS' ? 'Your business is verified' : 'You are verified',
        text: `There is nothing more to do. We have let ${platformName} know.`,
      };
    case 'REJECTED':
      return {
        sign: 'bad',
        title: `We could not verify ${subject}`,
        text: `We have let ${platformName} know. Please contact them if you have questions.`,
      };
    default:
      return {
        sign: 'wait',
        title: 'Thank you. We are checking your details',
        text: `There is nothing more to do for now. ${platformName} will let you know the result.`,
      };
  }
}

/** Only to the redirectUri that the platform set for the link. */
function backLink({ redirectUri, platformName }: Visit): Html {
  if (redirectUri === null) return html`<p>You can close this page.</p>`;
  return html`<div class="way"><div class="actions"><a class="button" href="${redirectUri}" rel="noreferrer" data-redirect="${REDIRECT_SECONDS}">Continue to ${platformName}</a></div>
    <p class="hint">This leads to ${new URL(redirectUri).host}.</p></div>`;
}
