import type { people as English } from '../en/people.ts';

export const people: typeof English = {
  addFirst: 'Ajouter une personne',
  addAnother: 'Ajouter une autre personne',
  edit: 'Modifier',
  documents: 'Documents',
  addDocuments: 'Ajouter des documents',
  of: (name) => `de ${name}`,
  owns: (percentage) => `Détient ${percentage} %`,
  ownsToo: (percentage) => `détient ${percentage} %`,
  newLead: 'Une personne qui détient ou dirige l’entreprise. Ses documents seront demandés ensuite.',
  editLead: 'Corrigez ce qui est inexact.',
  add: 'Ajouter la personne',
  sections: {
    name: 'Nom',
    role: 'Fonction dans l’entreprise',
    address: 'Domicile',
    identifier: 'Numéro fiscal',
  },
  firstName: {
    label: 'Prénom',
    blank: 'Saisissez le prénom',
    invalid: "Saisissez le prénom uniquement avec des lettres, des chiffres, des espaces et . , ' ( ) -",
  },
  middleName: {
    label: 'Deuxième prénom',
    invalid: "Saisissez le deuxième prénom uniquement avec des lettres, des chiffres, des espaces et . , ' ( ) -",
  },
  lastName: {
    label: 'Nom de famille',
    blank: 'Saisissez le nom de famille',
    invalid: "Saisissez le nom de famille uniquement avec des lettres, des chiffres, des espaces et . , ' ( ) -",
  },
  birthDate: {
    label: 'Date de naissance',
    blank: 'Saisissez la date de naissance de la personne',
    invalid: 'Saisissez une date de naissance réelle et passée, par exemple 27 mars 1985',
  },
  nationality: {
    label: 'Nationalité',
    hint: 'Le pays qui a délivré ou délivrerait le passeport de la personne.',
    blank: 'Choisissez la nationalité de la personne',
    invalid: 'Choisissez la nationalité de la personne',
  },
  roles: {
    label: 'Fonctions de la personne',
    hint: 'Choisissez toutes celles qui conviennent.',
    blank: 'Choisissez les fonctions de la personne dans l’entreprise',
    invalid: 'Choisissez dans la liste',
  },
  roleNames: {
    UBO: 'Propriétaire',
    CONTROL_PERSON: 'Personne exerçant le contrôle',
    DIRECTOR: 'Administrateur',
    COMPANY_OFFICER: 'Cadre dirigeant',
    TRUSTEE: 'Fiduciaire',
    GENERAL_PARTNER: 'Associé commandité',
  },
  roleHints: {
    UBO: 'Détient une part de l’entreprise, directement ou indirectement',
    CONTROL_PERSON: 'Dirige l’entreprise au quotidien, par exemple le directeur général',
  },
  ownershipPercentage: {
    label: 'Part dans l’entreprise',
    hint: 'En pourcentage. Saisissez 0 si la personne ne détient rien.',
    blank: 'Saisissez la part dans l’entreprise, de 0 à 100',
    invalid: 'Saisissez un nombre entier de 0 à 100',
    rejected: 'Les propriétaires ne peuvent pas détenir ensemble plus de 100 %',
  },
  idType: {
    label: 'Quel numéro la personne a-t-elle ?',
    blank: 'Choisissez le numéro de la personne',
    invalid: 'Choisissez l’un de ces numéros',
  },
  idTypes: {
    SSN: 'Numéro de sécurité sociale américain (SSN)',
    ITIN: 'Numéro de contribuable américain (ITIN)',
    NON_US_TAX_ID: 'Numéro fiscal d’un autre pays',
  },
  identifier: {
    label: 'Numéro de la personne',
    hint: 'Nous le chiffrons et ne l’affichons plus jamais.',
    blank: 'Saisissez le numéro de la personne',
    invalid: 'Saisissez le numéro tel qu’il figure sur la carte ou le courrier de la personne',
  },
  countryOfIssuance: {
    label: 'Pays qui l’a délivré',
    invalid: 'Choisissez le pays qui a délivré le numéro',
    rejected: 'Choisissez les États-Unis pour un SSN ou un ITIN, et un autre pays pour tout autre numéro',
  },
};
