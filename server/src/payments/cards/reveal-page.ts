import type { CardDetails } from '../../engine/providers/issuer/port.ts';
import { accentStyle } from '../../foundation/pages/accent.ts';
import { type Html, html } from '../../foundation/pages/html.ts';
import { pageSign, type Sign } from '../../foundation/pages/shell.ts';
import { signStyle } from '../../foundation/pages/style.ts';
import { tokens } from '../../foundation/pages/tokens.ts';
import type { PageContext } from '../../foundation/texts/page-context.ts';
import { HIDES_AFTER_SECONDS, scriptWith } from './reveal-script.ts';

/** Context of the page in the frame of a platform. Its logo is left out: the page around the frame has it. */
export interface RevealContext extends PageContext {
  nonce: string;
  /** Accent colour of the platform, `#rrggbb`. */
  accentColor?: string | undefined;
}

/** The number is in the markup; the script only copies and hides it. */
export function numberPage(context: RevealContext, details: CardDetails): Html {
  const texts = context.texts.card;
  const { brand, number, securityCode, expMonth, expYear } = details;
  const fields = [
    { ...texts.number, value: number.replaceAll(/(\d{4})(?=\d)/g, '$1 ') },
    { ...texts.expiry, value: `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}` },
    { ...texts.securityCode, value: securityCode },
  ];
  const field = ({ label, copy, value }: (typeof fields)[number]): Html => html`
<div><dt>${label}</dt><dd><span class="value">${value}</span><button type="button" class="copy" aria-label="${copy}">${texts.copy}</button></dd></div>`;
  return layout(
    context,
    { title: texts.title, script: scriptWith(texts.script) },
    html`<h1>${texts.heading(brandNames[brand])}</h1>
<dl id="details">${fields.map(field)}</dl>
<p class="foot"><button type="button" id="hide">${texts.hide}</button> <span>${texts.hidesAfter(HIDES_AFTER_SECONDS)}</span></p>
<p id="status" role="status"></p>`,
  );
}

const brandNames: Record<CardDetails['brand'], string> = { VISA: 'Visa', MASTERCARD: 'Mastercard' };

/** Does not say whether the link was used or has expired: the remedy is the same. */
export const gonePage = (context: RevealContext): Html => messageOf(context, 'wait', context.texts.card.gone);

export const unknownPage = (context: RevealContext): Html => messageOf(context, 'bad', context.texts.card.unknown);

export const failurePage = (context: RevealContext, { title, text }: { title: string; text: string }): Html =>
  messageOf(context, 'wait', { title, heading: title, text });

const messageOf = (
  context: RevealContext,
  sign: Sign,
  { title, heading, text }: { title: string; heading: string; text: string },
) => layout(context, { title }, html`${pageSign(sign)}\n<h1>${heading}</h1>\n<p>${text}</p>`);

const layout = (
  { language, nonce, accentColor }: RevealContext,
  { title, script }: { title: string; script?: string },
  content: Html,
): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${{ markup: style + (accentColor ? accentStyle(accentColor) : '') }}</style>
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
${signStyle}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 var(--font); }
main { max-width: 26rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0 0 .75rem; font-size: 1.125rem; line-height: 1.35; font-weight: 650; text-wrap: balance; }
h1 + p { margin: 0; color: var(--muted); text-wrap: pretty; }
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
#status { min-height: 1.5rem; text-wrap: pretty; margin: 0; color: var(--muted); font-size: .875rem; }
`;
