import { type Html, html } from '../kernel/html.ts';
import { type AssetUrls, messagePage, pageShell, type Sign } from '../kernel/page-shell.ts';
import { timeText } from '../kernel/time-text.ts';
import { moneyText } from '../rates/money-text.ts';
import type { InvitationStatus, PublicInvitation } from './invitation-record.ts';

/** Shows the first name that the platform gave for this purpose, and no address of the inviter. */
export function invitationPage(files: AssetUrls, found: PublicInvitation, note: string | undefined): Html {
  const { invitation, platform } = found;
  const title = invitation.firstName === null ? 'You are invited' : `${invitation.firstName} invites you`;
  const content = html`<div class="head"><h1 tabindex="-1">${title}</h1><p class="lead">${leadOf(found)}</p></div>
    ${note && html`<p class="note attention">${note}</p>`}
    ${codeBox(invitation.code)}
    <section class="claim"><h2>How to accept</h2><ol class="steps">${stepsOf(found).map(step)}</ol></section>`;
  const foot = invitation.expiresAt && html`<p>Valid until ${timeText(invitation.expiresAt)}. The code works once.</p>`;
  return pageShell(files, { name: platform.name, purpose: 'Invitation', title, ...(foot && { foot }) }, content);
}

function leadOf({ invitation: { firstName, amountToSend }, platform }: PublicInvitation): Html {
  const inviter = firstName ?? 'A customer';
  const origin = firstName === null ? html` of ${platform.name}` : html`, who uses ${platform.name},`;
  if (!amountToSend)
    return html`${inviter}${origin} invites you to send and receive money with an address of your own.`;
  return html`${inviter}${origin} wants to send you <strong class="amount">${grouped(moneyText(amountToSend))}</strong>.`;
}

/** `1,250.00 USD`. */
const grouped = (text: string): string => text.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));

/** Large enough to be typed on another device. The script shows the button, which does nothing without it. */
const codeBox = (code: string): Html => html`<div class="code-box">
      <p class="code-label" id="code-label">Your invitation code</p>
      <p class="code" id="code" aria-labelledby="code-label">${code}</p>
      <button class="button quiet small" type="button" id="copy" hidden>Copy code</button>
      <p class="hint" id="copied" role="status"></p>
    </div>`;

const stepsOf = ({ invitation }: PublicInvitation): string[] => [
  'Open the app of a payment provider that takes part, or sign up with one.',
  'Choose to accept an invitation and enter the code.',
  invitation.amountToSend
    ? 'The sender is notified and can send you the money.'
    : 'The person who invites you is notified.',
];

const step = (text: string): Html => html`<li><span class="number" aria-hidden="true"></span><span>${text}</span></li>`;

const ASK_AGAIN = 'Ask the person who invited you for a new one.';

type ClosedStatus = Exclude<InvitationStatus, 'PENDING'>;
const closings: Record<ClosedStatus, { sign: Sign; title: string; text: string }> = {
  CLAIMED: {
    sign: 'good',
    title: 'This invitation was already accepted',
    text: `An invitation works once. If it was not you who accepted it: ${ASK_AGAIN.toLowerCase()}`,
  },
  CANCELLED: {
    sign: 'bad',
    title: 'This invitation was cancelled',
    text: `It can no longer be accepted. ${ASK_AGAIN}`,
  },
  EXPIRED: { sign: 'wait', title: 'This invitation has expired', text: `It can no longer be accepted. ${ASK_AGAIN}` },
};

/** Header of pages that name no platform. */
export const shell = { name: 'Invitation', purpose: 'Hosted by Causeway' };

/** Names neither the inviter nor the platform. */
export const closedInvitationPage = (files: AssetUrls, status: ClosedStatus): Html =>
  messagePage(files, { ...shell, ...closings[status] });

export const unknownInvitationPage = (files: AssetUrls): Html =>
  messagePage(files, {
    ...shell,
    sign: 'bad',
    title: 'This invitation does not exist',
    text: 'The link may be incomplete or mistyped. Open it again from the message that you received.',
  });
