import { html } from '../../pages/html.ts';
import type { common as English } from '../en/common.ts';

export const common: typeof English = {
  error: 'Erreur\u00a0:',
  hostedBy: 'Hébergé par Causeway',
  busy: {
    title: 'Veuillez patienter un instant',
    text: 'Trop de requêtes ont été envoyées. Réessayez dans une minute.',
  },
  failure: { title: 'Une erreur s’est produite', text: 'Le problème vient de notre côté. Réessayez dans un instant.' },
  notFound: {
    title: 'Page introuvable',
    text: (address) =>
      html`Aucune page n’existe à l’adresse ${address}. L’adresse est peut-être mal saisie ou le lien est ancien.`,
    docs: 'Documentation de l’API',
  },
  liveness: {
    name: 'Détection du vivant',
    sandbox: {
      title: 'Vous n’avez rien à faire',
      text: 'Ceci est un environnement de test\u00a0: aucune caméra n’est utilisée et le contrôle se termine automatiquement cinq secondes après la demande. Vous pouvez fermer cette page et revenir là d’où vous venez.',
    },
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet. Revenez là d’où vous venez et relancez le contrôle.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Un contrôle doit être effectué dans le délai prévu. Revenez là d’où vous venez et relancez le contrôle.',
    },
  },
};
