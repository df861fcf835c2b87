import { html } from '../../pages/html.ts';
import type { invitation as English } from '../en/invitation.ts';

export const invitation: typeof English = {
  name: 'Invitation',
  title: 'Vous avez reçu une invitation',
  titleFrom: (firstName) => `${firstName} vous invite`,
  lead: {
    anonymous: (platform) =>
      html`Un client de ${platform} vous invite à envoyer et à recevoir de l’argent avec votre propre adresse.`,
    named: (firstName, platform) =>
      html`${firstName}, qui utilise ${platform}, vous invite à envoyer et à recevoir de l’argent avec votre propre adresse.`,
    anonymousAmount: (platform, amount) => html`Un client de ${platform} souhaite vous envoyer ${amount}.`,
    namedAmount: (firstName, platform, amount) =>
      html`${firstName}, qui utilise ${platform}, souhaite vous envoyer ${amount}.`,
  },
  sandboxNote: 'Ceci est une invitation de test. Aucun argent réel n’est envoyé.',
  code: 'Votre code d’invitation',
  copy: 'Copier le code',
  howTo: 'Comment accepter l’invitation',
  steps: {
    open: 'Ouvrez l’application d’un prestataire de paiement participant ou inscrivez-vous auprès de l’un d’eux.',
    enter: 'Choisissez d’accepter une invitation et saisissez le code.',
    notified: 'La personne qui vous invite en est informée.',
    notifiedAmount: 'L’expéditeur en est informé et peut vous envoyer l’argent.',
  },
  validUntil: (time) => `Valable jusqu’au ${time}. Le code ne peut être utilisé qu’une fois.`,
  closed: {
    CLAIMED: {
      title: 'Cette invitation a déjà été acceptée',
      text: 'Une invitation ne peut être utilisée qu’une fois. Si ce n’est pas vous qui l’avez acceptée, demandez-en une nouvelle à la personne qui vous a invité.',
    },
    CANCELLED: {
      title: 'Cette invitation a été annulée',
      text: 'Elle ne peut plus être acceptée. Demandez-en une nouvelle à la personne qui vous a invité.',
    },
    EXPIRED: {
      title: 'Cette invitation a expiré',
      text: 'Elle ne peut plus être acceptée. Demandez-en une nouvelle à la personne qui vous a invité.',
    },
  },
  unknown: {
    title: 'Cette invitation n’existe pas',
    text: 'Le lien est peut-être incomplet ou mal saisi. Ouvrez-le de nouveau depuis le message que vous avez reçu.',
  },
  script: {
    copied: 'Copié.',
    notCopied:
      'Votre navigateur n’autorise pas cette page à copier. Le code est sélectionné\u00a0: copiez-le vous-même.',
  },
};
