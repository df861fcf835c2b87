import { html } from '../../pages/html.ts';
import type { verification as English } from '../en/verification.ts';

export const verification: typeof English = {
  purpose: { INDIVIDUAL: 'Vérification d’identité', BUSINESS: 'Vérification d’entreprise' },
  saved: (platform) =>
    `Vos réponses sont enregistrées au fur et à mesure et transmises à ${platform} pour la vérification.`,
  comeBack: (time) => `Vous pouvez revenir avec le même lien jusqu’au ${time}.`,
  back: 'Retour',
  progress: (step, count) => `Étape ${step} sur ${count}`,
  errors: 'Veuillez vérifier vos réponses',
  rejected: 'Certaines données n’ont pas pu être enregistrées. Veuillez vérifier vos réponses et réessayer.',
  start: 'Commencer',
  continue: 'Continuer',
  save: 'Enregistrer',
  change: 'Modifier',
  changeThese: 'Modifier ces réponses',
  done: 'Terminé',
  toDo: 'À faire',
  complete: 'Complet',
  secret: 'Renseigné, non affiché',
  address: 'Adresse',
  welcome: {
    INDIVIDUAL: {
      title: 'Vérifiez votre identité',
      lead: (platform) =>
        `${platform} vous demande de confirmer votre identité. Munissez-vous de votre passeport ou d’une autre pièce d’identité. Cela prend environ cinq minutes.`,
    },
    BUSINESS: {
      title: 'Vérifiez votre entreprise',
      lead: (platform) =>
        `${platform} vous demande de faire vérifier votre entreprise. Munissez-vous des données d’immatriculation, des documents et des informations sur les propriétaires.`,
    },
  },
  changes: {
    title: 'Certains éléments sont à revoir',
    lead: 'Tout le reste est correct et ne change pas.',
  },
  steps: {
    INDIVIDUAL: {
      about: { title: 'Vos informations', lead: 'Veuillez saisir vos données personnelles.' },
      address: { title: 'Votre domicile', lead: 'Le lieu où vous habitez. Une boîte postale ne suffit pas.' },
      identifier: {
        title: 'Votre numéro fiscal',
        lead: 'Il vous distingue des autres personnes portant le même nom.',
      },
      documents: { title: 'Votre pièce d’identité', lead: 'Une photo ou un scan suffit.' },
    },
    BUSINESS: {
      business: { title: 'Informations sur l’entreprise', lead: 'Telles qu’elles figurent au registre.' },
      address: {
        title: 'Adresse de l’entreprise',
        lead: 'Le siège social ou l’établissement principal.',
      },
      people: {
        title: 'Propriétaires et dirigeants',
        lead: 'Toutes les personnes qui détiennent 25\u00a0% ou plus, et au moins une personne qui dirige l’entreprise.',
      },
      documents: { title: 'Documents de l’entreprise', lead: 'Scans, photos ou fichiers PDF conviennent.' },
    },
    review: {
      title: 'Vérifier et envoyer',
      lead: 'Veuillez vérifier vos réponses. Une fois envoyées, elles ne peuvent plus être modifiées ici.',
    },
  },
  review: {
    missing: 'Il manque encore des réponses.',
    next: (step) => `Étape suivante\u00a0: ${step}.`,
    consent: (terms) => html`J’ai lu et j’accepte les ${terms}.`,
    terms: 'conditions applicables aux utilisateurs finaux',
    newTab: '(s’ouvre dans un nouvel onglet)',
    termsBlank: 'Acceptez les conditions pour continuer',
    truth: 'En envoyant ces informations, vous confirmez qu’elles sont exactes et complètes.',
    send: 'Envoyer pour vérification',
  },
  outcome: {
    APPROVED: {
      INDIVIDUAL: 'Votre identité est vérifiée',
      BUSINESS: 'Votre entreprise est vérifiée',
      text: (platform) => `Vous n’avez plus rien à faire. Nous avons informé ${platform}.`,
    },
    REJECTED: {
      INDIVIDUAL: 'Nous n’avons pas pu vérifier votre identité',
      BUSINESS: 'Nous n’avons pas pu vérifier votre entreprise',
      text: (platform) => `Nous avons informé ${platform}. Adressez-vous à eux pour toute question.`,
    },
    PENDING: {
      INDIVIDUAL: 'Merci. Nous vérifions vos informations',
      BUSINESS: 'Merci. Nous vérifions les informations sur votre entreprise',
      text: (platform) => `Vous n’avez rien d’autre à faire pour le moment. ${platform} vous communiquera le résultat.`,
    },
    close: 'Vous pouvez fermer cette page.',
    continueTo: (platform) => `Continuer vers ${platform}`,
    leadsTo: (host) => `Ce lien mène à ${host}.`,
  },
  closed: {
    name: 'Vérification',
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet ou n’est plus valable. Veuillez demander un nouveau lien là où vous avez obtenu celui-ci.',
    },
    expired: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré ou a déjà été utilisé. Veuillez demander un nouveau lien là où vous avez obtenu celui-ci.',
    },
    entrance: 'Un instant',
    outdated: {
      title: 'Cette page n’est plus à jour',
      text: 'Rien n’a été enregistré. Veuillez rouvrir votre lien et répéter la dernière étape.',
    },
    changed: {
      title: 'Quelque chose a changé',
      text: 'Votre demande a été modifiée entre-temps. Veuillez rouvrir votre lien.',
    },
    tooLarge: {
      title: 'C’est trop volumineux',
      text: 'Le fichier ou le formulaire est trop volumineux. Un fichier peut faire jusqu’à 10 Mo.',
    },
    failure: {
      title: 'Une erreur s’est produite',
      text: 'Désolé, le problème vient de notre côté. Tout ce que vous avez enregistré est en sécurité. Veuillez réessayer dans un instant.',
    },
    unfit: { title: 'Nous n’avons pas pu traiter cette demande', text: 'Veuillez revenir en arrière et réessayer.' },
    contact: {
      title: 'Veuillez d’abord confirmer vos coordonnées',
      text: 'Veuillez confirmer votre adresse e-mail ou votre numéro de téléphone là où vous avez obtenu ce lien. Rouvrez ensuite le lien\u00a0: tout ce que vous avez enregistré est encore là.',
    },
  },
  script: {
    anotherCountry: 'Autre pays ({number})',
    preview: 'Aperçu du fichier choisi',
    chooseFile: 'Choisir un fichier',
    takePhoto: 'Prendre une photo',
    fileBlank: 'Choisissez une photo ou un scan du document',
    fileTooLarge: 'Ce fichier dépasse 10 Mo. Choisissez-en un plus petit',
    fileInvalid: 'Choisissez un fichier PDF, JPEG ou PNG',
    upload: 'Téléverser',
    uploading: 'Envoi du fichier',
    checking: 'Vérification du fichier',
    interrupted: 'L’envoi a été interrompu. Veuillez réessayer.',
    stay: 'Rester sur cette page',
    countdown: 'Redirection dans {seconds} secondes',
    countdownOne: 'Redirection dans {seconds} seconde',
  },
};
