import { html } from '../../pages/html.ts';
import type { invitation as English } from '../en/invitation.ts';

export const invitation: typeof English = {
  name: 'Einladung',
  title: 'Sie sind eingeladen',
  titleFrom: (firstName) => `${firstName} lädt Sie ein`,
  lead: {
    anonymous: (platform) =>
      html`Ein Kunde von ${platform} lädt Sie ein, mit einer eigenen Adresse Geld zu senden und zu empfangen.`,
    named: (firstName, platform) =>
      html`${firstName} nutzt ${platform} und lädt Sie ein, mit einer eigenen Adresse Geld zu senden und zu empfangen.`,
    anonymousAmount: (platform, amount) => html`Ein Kunde von ${platform} möchte Ihnen ${amount} senden.`,
    namedAmount: (firstName, platform, amount) =>
      html`${firstName} nutzt ${platform} und möchte Ihnen ${amount} senden.`,
  },
  sandboxNote: 'Dies ist eine Testeinladung. Es wird kein echtes Geld gesendet.',
  code: 'Ihr Einladungscode',
  copy: 'Code kopieren',
  howTo: 'So nehmen Sie die Einladung an',
  steps: {
    open: 'Öffnen Sie die App eines teilnehmenden Zahlungsanbieters oder registrieren Sie sich bei einem.',
    enter: 'Wählen Sie „Einladung annehmen“ und geben Sie den Code ein.',
    notified: 'Die Person, die Sie einlädt, wird benachrichtigt.',
    notifiedAmount: 'Der Absender wird benachrichtigt und kann Ihnen das Geld senden.',
  },
  validUntil: (time) => `Gültig bis ${time}. Der Code kann einmal verwendet werden.`,
  closed: {
    CLAIMED: {
      title: 'Diese Einladung wurde bereits angenommen',
      text: 'Eine Einladung kann nur einmal verwendet werden. Falls nicht Sie sie angenommen haben, bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
    CANCELLED: {
      title: 'Diese Einladung wurde zurückgezogen',
      text: 'Sie kann nicht mehr angenommen werden. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
    EXPIRED: {
      title: 'Diese Einladung ist abgelaufen',
      text: 'Sie kann nicht mehr angenommen werden. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
  },
  unknown: {
    title: 'Diese Einladung gibt es nicht',
    text: 'Der Link ist möglicherweise unvollständig oder enthält einen Tippfehler. Öffnen Sie ihn erneut aus der Nachricht, die Sie erhalten haben.',
  },
  script: {
    copied: 'Kopiert.',
    notCopied: 'Ihr Browser erlaubt dieser Seite das Kopieren nicht. Der Code ist markiert: Kopieren Sie ihn selbst.',
  },
};
