import style from '../../../../web/hosted/card.css?text';
import cardScript from '../../../../web/hosted/card.ts?text';
import type { CardDetails } from '../../engine/providers/issuer/port.ts';
import { accentStyle } from '../../foundation/pages/accent.ts';
import { scriptWith } from '../../foundation/pages/assets.ts';
import { type Html, html } from '../../foundation/pages/html.ts';
import { pageSign, type Sign } from '../../foundation/pages/shell.ts';
import type { PageContext } from '../../foundation/texts/page-context.ts';

const HIDES_AFTER_SECONDS = 60;

/** Data of the page that a platform shows in a frame. Without a logo: the surrounding page has it. */
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
  const script = scriptWith(cardScript, { texts: texts.script, hidesAfterSeconds: HIDES_AFTER_SECONDS });
  return layout(
    context,
    { title: texts.title, script },
    html`<h1>${texts.heading(brandNames[brand])}</h1>
<dl id="details">${fields.map(field)}</dl>
<p class="foot"><button type="button" id="hide">${texts.hide}</button> <span>${texts.hidesAfter(HIDES_AFTER_SECONDS)}</span></p>
<p id="status" role="status"></p>`,
  );
}

const brandNames: Record<CardDetails['brand'], string> = { VISA: 'Visa', MASTERCARD: 'Mastercard' };

/** One page for used and expired links, because the remedy is the same. */
export const gonePage = (context: RevealContext): Html => messageOf(context, 'wait', context.texts.card.gone);

export const unknownPage = (context: RevealContext): Html => messageOf(context, 'bad', context.texts.card.unknown);

export const failurePage = (context: RevealContext, { title, text }: { title: string; text: string }): Html =>
  messageOf(context, 'wait', { title, heading: title, text });

const messageOf = (
  context: RevealContext,
  sign: Sign,
  { title, heading, text }: { title: string; heading: string; text: string },
) => layout(context, { title }, html`${pageSign(sign)}\n<h1>${heading}</h1>\n<p>${text}</p>`);

/** Style and script are inline, because the page loads nothing. */
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
