import { type Html, html } from '../../kernel/html.ts';
import type { Screen } from './layout.ts';
import type { Visit } from './visit.ts';

/** Delay of the automatic redirect. */
const REDIRECT_SECONDS = 10;

type Sign = 'good' | 'wait' | 'bad';

const drawings: Record<Sign, Html> = {
  good: html`<path d="M5 12.5l4.5 4.5L19 7.5"/>`,
  wait: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  bad: html`<path d="M12 7v6"/><path d="M12 17h.01"/>`,
};

interface OutcomeText {
  sign: Sign;
  title: string;
  text: string;
}

/** The outcome of the application, with the link back to the platform. */
export function outcomeScreen(visit: Visit): Screen {
  const { sign, title, text } = outcomeOf(visit);
  const mark = html`<span class="sign ${sign}" aria-hidden="true"><svg viewBox="0 0 24 24">${drawings[sign]}</svg></span>`;
  return { title, lead: text, sign: mark, isOver: true, body: backLink(visit) };
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
