import type { card as English } from '../en/card.ts';

export const card: typeof English = {
  title: 'Données de la carte',
  heading: (brand) => `Carte ${brand}`,
  number: { label: 'Numéro de carte', copy: 'Copier le numéro de carte' },
  expiry: { label: 'Date d’expiration', copy: 'Copier la date d’expiration' },
  securityCode: { label: 'Code de sécurité', copy: 'Copier le code de sécurité' },
  copy: 'Copier',
  hide: 'Masquer maintenant',
  hidesAfter: (seconds) => `Masquage automatique au bout de ${seconds} secondes.`,
  gone: {
    title: 'Lien déjà utilisé ou expiré',
    heading: 'Ce lien a déjà été utilisé ou a expiré',
    text: 'Les données de la carte sont affichées une seule fois, pendant une minute. Revenez là d’où vous venez et demandez à les voir de nouveau.',
  },
  unknown: {
    title: 'Lien non valide',
    heading: 'Ce lien ne fonctionne pas',
    text: 'Revenez là d’où vous venez et demandez à voir de nouveau les données de la carte.',
  },
  script: {
    copied: 'Copié. Le presse-papiers sera vidé dans {seconds} secondes.',
    notCopied: 'Votre navigateur n’autorise pas cette page à copier. Sélectionnez plutôt le texte.',
    emptied: 'Le presse-papiers a été vidé.',
    hidden: 'Les données de la carte sont masquées. Demandez-les de nouveau pour les voir.',
  },
};
