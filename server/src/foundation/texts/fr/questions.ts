import type { questions as English } from '../en/questions.ts';

export const questions: typeof English = {
  optional: '(facultatif)',
  keepSecret: 'Laissez ce champ vide pour conserver votre réponse précédente.',
  choose: 'Choisir',
  addAnother: 'Ajouter un autre',
  day: 'Jour',
  month: 'Mois',
  year: 'Année',
  country: 'Pays',
  anotherCountry: (number) => `Autre pays (${number})`,
  fullName: {
    label: 'Nom complet',
    hint: 'Tel qu’il figure sur votre passeport ou une autre pièce d’identité.',
    blank: 'Saisissez votre nom complet',
    invalid: "Saisissez votre nom uniquement avec des lettres, des chiffres, des espaces et . , ' ( ) -",
    incomplete: 'Saisissez votre prénom et votre nom de famille',
  },
  birthDate: {
    label: 'Date de naissance',
    blank: 'Saisissez votre date de naissance',
    invalid: 'Saisissez une date de naissance réelle et passée, par exemple 27 mars 1985',
  },
  nationality: {
    label: 'Nationalité',
    hint: 'Le pays qui a délivré ou délivrerait votre passeport.',
    blank: 'Choisissez votre nationalité',
    invalid: 'Choisissez votre nationalité',
  },
  idType: {
    label: 'Quel numéro avez-vous\u00a0?',
    summary: 'Type de numéro',
    blank: 'Choisissez le numéro que vous avez',
    invalid: 'Choisissez l’un de ces numéros',
    rejected: 'Choisissez un SSN ou un ITIN\u00a0: vous habitez aux États-Unis',
  },
  idTypes: {
    SSN: { label: 'Numéro de sécurité sociale américain', hint: 'SSN (Social Security Number)' },
    ITIN: { label: 'Numéro de contribuable américain', hint: 'ITIN, commence par 9' },
    NON_US_TAX_ID: { label: 'Numéro fiscal d’un autre pays', hint: 'Si vous n’habitez pas aux États-Unis' },
  },
  identifier: {
    label: 'Votre numéro',
    hint: 'Un SSN ou un ITIN comporte neuf chiffres. Nous chiffrons votre numéro et ne l’affichons plus jamais.',
    blank: 'Saisissez votre numéro',
    invalid: 'Saisissez le numéro tel qu’il figure sur votre carte ou votre courrier',
  },
  countryOfIssuance: {
    label: 'Pays qui l’a délivré',
    hint: 'Uniquement pour le numéro fiscal d’un autre pays.',
    invalid: 'Choisissez le pays qui a délivré le numéro',
    rejected:
      'Choisissez le pays qui a délivré votre numéro\u00a0: les États-Unis pour un SSN ou un ITIN, un autre pays sinon',
  },
  address: {
    line1: {
      label: 'Numéro et rue',
      blank: 'Saisissez le numéro et la rue',
      invalid: 'Saisissez le numéro et la rue en 255 caractères au maximum',
    },
    line2: {
      label: 'Appartement, étage ou bâtiment',
      invalid: 'Saisissez l’appartement, l’étage ou le bâtiment en 255 caractères au maximum',
    },
    city: {
      label: 'Ville',
      blank: 'Saisissez la ville',
      invalid: 'Saisissez la ville en 255 caractères au maximum',
    },
    state: {
      label: 'État, province ou région',
      invalid: 'Saisissez l’État, la province ou la région en 255 caractères au maximum',
    },
    postalCode: {
      label: 'Code postal',
      blank: 'Saisissez le code postal',
      invalid: 'Saisissez un code postal de 20 caractères au maximum',
    },
    country: { label: 'Pays', blank: 'Choisissez le pays', invalid: 'Choisissez le pays dans la liste' },
  },
};
