import { type Html, html } from '../kernel/html.ts';
import { tokens } from '../kernel/page-tokens.ts';
import type { CardDetails } from '../providers/issuer/port.ts';
import { HIDES_AFTER_SECONDS, script } from './reveal-script.ts';

/** The number is in the markup; the script only copies and hides it. */
export function numberPage({ brand, number, securityCode, expMonth, expYear }: CardDetails, nonce: string): Html {
  const fields = [
    { name: 'Card number', value: number.replaceAll(/(\d{4})(?=\d)/g, '$1 ') },
    { name: 'Expiry', value: `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}` },
    { name: 'Security code', value: securityCode },
  ];
  return layout(
    { title: 'Card details', nonce, script },
    html`<h1>${brandNames[brand]} card</h1>
<dl id="details">${fields.map(field)}</dl>
<p class="foot"><button type="button" id="hide">Hide now</button> <span>Hides by itself after ${HIDES_AFTER_SECONDS} seconds.</span></p>
<p id="status" role="status"></p>`,
  );
}

const brandNames: Record<CardDetails['brand'], string> = { VISA: 'Visa', MASTERCARD: 'Mastercard' };

const field = ({ name, value }: { name: string; value: string }): Html => html`
<div><dt>${name}</dt><dd><span class="value">${value}</span><button type="button" class="copy" aria-label="Copy ${name.toLowerCase()}">Copy</button></dd></div>`;

/** Does not say whether the link was used or has expired: the remedy is the same. */
export const gonePage = (nonce: string): Html =>
  layout(
    { title: 'Link used or expired', nonce },
    html`<h1>This link has been used or has expired</h1>
<p>Card details are shown once, within a minute. Go back to where you came from and ask to see them again.</p>`,
  );

export const unknownPage = (nonce: string): Html =>
  layout(
    { title: 'Link does not work', nonce },
    html`<h1>This link does not work</h1>
<p>Go back to where you came from and ask to see the card details again.</p>`,
  );

interface PageLayout {
  title: string;
  nonce: string;
  script?: string;
}

const layout = ({ title, nonce, script }: PageLayout, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${{ markup: style }}</style>
</head>
<body>
<main>
${content}
</main>
${script !== undefined && html`<script nonce="${nonce}">${{ markup: script }}</script>`}
</body>
</html>
`;

/** Inline, because the page loads nothing. */
const style = `${tokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 var(--font); }
main { max-width: 26rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0 0 .75rem; font-size: 1.125rem; line-height: 1.35; font-weight: 650; }
h1 + p { margin: 0; color: var(--muted); }
dl { margin: 0; }
dl div { padding: .5rem 0; border-top: 1px solid var(--line); }
dt { color: var(--muted); font-size: .875rem; }
dd { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: space-between; margin: 0; }
.value { font: 600 1.125rem/1.5 var(--mono); font-variant-numeric: tabular-nums; }
button { min-height: 2.75rem; padding: 0 .875rem; border: 1px solid var(--line-strong); border-radius: var(--radius);
  background: none; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: var(--accent-soft); }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.foot { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: 0; padding: .75rem 0;
  border-top: 1px solid var(--line); color: var(--muted); font-size: .875rem; }
#status { min-height: 1.5rem; margin: 0; color: var(--muted); font-size: .875rem; }
`;
