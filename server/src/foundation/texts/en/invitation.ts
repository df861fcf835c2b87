import { type Html, html } from '../../pages/html.ts';

/** Page of an invitation. */
export const invitation = {
  name: 'Invitation',
  title: 'You are invited',
  titleFrom: (firstName: string) => `${firstName} invites you`,
  lead: {
    anonymous: (platform: string) =>
      html`A customer of ${platform} invites you to send and receive money with an address of your own.`,
    named: (firstName: string, platform: string) =>
      html`${firstName}, who uses ${platform}, invites you to send and receive money with an address of your own.`,
    anonymousAmount: (platform: string, amount: Html) => html`A customer of ${platform} wants to send you ${amount}.`,
    namedAmount: (firstName: string, platform: string, amount: Html) =>
      html`${firstName}, who uses ${platform}, wants to send you ${amount}.`,
  },
  sandboxNote: 'This is a test invitation. No real money is sent.',
  code: 'Your invitation code',
  copy: 'Copy code',
  howTo: 'How to accept',
  steps: {
    open: 'Open the app of a payment provider that takes part, or sign up with one.',
    enter: 'Choose to accept an invitation and enter the code.',
    notified: 'The person who invites you is notified.',
    notifiedAmount: 'The sender is notified and can send you the money.',
  },
  validUntil: (time: string) => `Valid until ${time}. The code works once.`,
  closed: {
    CLAIMED: {
      title: 'This invitation was already accepted',
      text: 'An invitation works once. If it was not you who accepted it: ask the person who invited you for a new one.',
    },
    CANCELLED: {
      title: 'This invitation was cancelled',
      text: 'It can no longer be accepted. Ask the person who invited you for a new one.',
    },
    EXPIRED: {
      title: 'This invitation has expired',
      text: 'It can no longer be accepted. Ask the person who invited you for a new one.',
    },
  },
  unknown: {
    title: 'This invitation does not exist',
    text: 'The link may be incomplete or mistyped. Open it again from the message that you received.',
  },
  script: {
    copied: 'Copied.',
    notCopied: 'Your browser does not let this page copy. The code is selected: copy it yourself.',
  },
};
