import { decimalText, timeText } from '../../foundation/kernel/languages.ts';
import { type Html, html } from '../../foundation/pages/html.ts';
import { type AssetUrls, messagePage, pageShell, type Sign } from '../../foundation/pages/shell.ts';
import { messageShell, type PageContext } from '../../foundation/texts/page-context.ts';
import type { PlatformPage } from '../platforms/hosted-pages.ts';
import { moneyText } from '../rates/money-text.ts';
import type { InvitationStatus, PublicInvitation } from './invitation-record.ts';

interface InvitationView {
  context: PlatformPage;
  found: PublicInvitation;
  /** True if no real money is sent, which the page then states. */
  isTest: boolean;
}

/** Page of an open invitation. It shows the inviter's first name, if the platform gave it, but not the UMA address. */
export function invitationPage(files: AssetUrls, view: InvitationView): Html {
  const { context, found, isTest } = view;
  const { language, brand } = context;
  const texts = context.texts.invitation;
  const { firstName, code, expiresAt } = found.invitation;
  const title = firstName === null ? texts.title : texts.titleFrom(firstName);
  const content = html`<div class="head"><h1 tabindex="-1">${title}</h1><p class="lead">${leadOf(view)}</p></div>
    ${isTest && html`<p class="note attention">${texts.sandboxNote}</p>`}
    ${codeBox(view, code)}
    <section class="claim"><h2>${texts.howTo}</h2><ol class="steps">${stepsOf(view).map(step)}</ol></section>`;
  const foot = expiresAt && html`<p>${texts.validUntil(timeText(language, expiresAt))}</p>`;
  return pageShell(files, { language, brand, purpose: texts.name, title, ...(foot && { foot }) }, content);
}

function leadOf({ context: { language, texts, brand }, found }: InvitationView): Html {
  const { lead } = texts.invitation;
  const { firstName, amountToSend } = found.invitation;
  if (!amountToSend) return firstName === null ? lead.anonymous(brand.name) : lead.named(firstName, brand.name);
  const [decimal = '', currency = ''] = moneyText(amountToSend).split(' ');
  const amount = html`<strong class="amount">${decimalText(language, decimal)} ${currency}</strong>`;
  return firstName === null
    ? lead.anonymousAmount(brand.name, amount)
    : lead.namedAmount(firstName, brand.name, amount);
}

/** Large enough to be typed on another device. The copy button is hidden until the script runs. */
const codeBox = ({ context: { texts } }: InvitationView, code: string): Html => html`<div class="code-box">
      <p class="code-label" id="code-label">${texts.invitation.code}</p>
      <p class="code" id="code" aria-labelledby="code-label">${code}</p>
      <button class="button quiet small" type="button" id="copy" hidden>${texts.invitation.copy}</button>
      <p class="hint" id="copied" role="status"></p>
    </div>`;

function stepsOf({ context: { texts }, found }: InvitationView): string[] {
  const { open, enter, notified, notifiedAmount } = texts.invitation.steps;
  return [open, enter, found.invitation.amountToSend ? notifiedAmount : notified];
}

const step = (text: string): Html => html`<li><span class="number" aria-hidden="true"></span><span>${text}</span></li>`;

type ClosedStatus = Exclude<InvitationStatus, 'PENDING'>;
const closedSigns: Record<ClosedStatus, Sign> = { CLAIMED: 'good', CANCELLED: 'bad', EXPIRED: 'wait' };

const shellOf = (context: PageContext) => messageShell(context, context.texts.invitation.name);

/** Page of a claimed, cancelled or expired invitation. Names neither the inviter nor the platform. */
export const closedInvitationPage = (files: AssetUrls, context: PageContext, status: ClosedStatus): Html =>
  messagePage(files, {
    ...shellOf(context),
    sign: closedSigns[status],
    ...context.texts.invitation.closed[status],
  });

export const unknownInvitationPage = (files: AssetUrls, context: PageContext): Html =>
  messagePage(files, { ...shellOf(context), sign: 'bad', ...context.texts.invitation.unknown });
