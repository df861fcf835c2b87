import { type Html, html } from '../../../foundation/pages/html.ts';
import { pageSign, type Sign } from '../../../foundation/pages/shell.ts';
import type { Screen } from './layout.ts';
import type { Visit } from './visit.ts';

/** Delay before the automatic redirect. */
const REDIRECT_SECONDS = 10;

/** Icons by status. Any other status is shown as PENDING. */
const signs = { APPROVED: 'good', REJECTED: 'bad', PENDING: 'wait' } as const satisfies Record<string, Sign>;

/** Shows the outcome of the application, with a link back to the platform. */
export function outcomeScreen(visit: Visit): Screen {
  const { customer, brand, texts } = visit;
  const { verificationStatus: status, customerType } = customer;
  const outcome = status === 'APPROVED' || status === 'REJECTED' ? status : 'PENDING';
  const { text, [customerType]: title } = texts.verification.outcome[outcome];
  return { title, lead: text(brand.name), sign: pageSign(signs[outcome]), isOver: true, body: backLink(visit) };
}

/** Links only to the redirectUri that the platform has set for the link. */
function backLink({ redirectUri, brand, texts }: Visit): Html {
  const { close, continueTo, leadsTo } = texts.verification.outcome;
  if (redirectUri === null) return html`<p>${close}</p>`;
  return html`<div class="way"><div class="actions"><a class="button" href="${redirectUri}" rel="noreferrer" data-redirect="${REDIRECT_SECONDS}">${continueTo(brand.name)}</a></div>
    <p class="hint">${leadsTo(new URL(redirectUri).host)}</p></div>`;
}
