import type { people as English } from '../en/people.ts';

export const people: typeof English = {
  addFirst: 'Person hinzufügen',
  addAnother: 'Weitere Person hinzufügen',
  edit: 'Bearbeiten',
  documents: 'Dokumente',
  addDocuments: 'Dokumente hinzufügen',
  of: (name) => `von ${name}`,
  owns: (percentage) => `Besitzt ${percentage} %`,
  ownsToo: (percentage) => `besitzt ${percentage} %`,
  newLead:
    'Eine Person, der das Unternehmen ganz oder teilweise gehört oder die es leitet. Ihre Dokumente folgen im nächsten Schritt.',
  editLead: 'Korrigieren Sie, was nicht stimmt.',
  add: 'Person hinzufügen',
  sections: {
    name: 'Name der Person',
    role: 'Funktion im Unternehmen',
    address: 'Wohnadresse',
    identifier: 'Steuernummer',
  },
  firstName: {
    label: 'Vorname',
    blank: 'Geben Sie den Vornamen ein',
    invalid: "Geben Sie den Vornamen nur mit Buchstaben, Ziffern, Leerzeichen und . , ' ( ) - ein",
  },
  middleName: {
    label: 'Weitere Vornamen',
    invalid: "Geben Sie weitere Vornamen nur mit Buchstaben, Ziffern, Leerzeichen und . , ' ( ) - ein",
  },
  lastName: {
    label: 'Nachname',
    blank: 'Geben Sie den Nachnamen ein',
    invalid: "Geben Sie den Nachnamen nur mit Buchstaben, Ziffern, Leerzeichen und . , ' ( ) - ein",
  },
  birthDate: {
    label: 'Geburtsdatum',
    blank: 'Geben Sie das Geburtsdatum der Person ein',
    invalid: 'Geben Sie ein gültiges Geburtsdatum in der Vergangenheit ein, zum Beispiel 27. März 1985',
  },
  nationality: {
    label: 'Staatsangehörigkeit',
    hint: 'Das Land, das den Reisepass der Person ausgestellt hat oder ausstellen würde.',
    blank: 'Wählen Sie die Staatsangehörigkeit der Person',
    invalid: 'Wählen Sie die Staatsangehörigkeit der Person',
  },
  roles: {
    label: 'Funktionen der Person',
    hint: 'Wählen Sie alle zutreffenden aus.',
    blank: 'Wählen Sie die Funktionen der Person im Unternehmen',
    invalid: 'Wählen Sie aus der Liste',
  },
  roleNames: {
    UBO: 'Eigentümer',
    CONTROL_PERSON: 'Leitende Person',
    DIRECTOR: 'Geschäftsführer',
    COMPANY_OFFICER: 'Führungskraft',
    TRUSTEE: 'Treuhänder',
    GENERAL_PARTNER: 'Persönlich haftender Gesellschafter',
  },
  roleHints: {
    UBO: 'Besitzt direkt oder indirekt einen Teil des Unternehmens',
    CONTROL_PERSON: 'Leitet das Tagesgeschäft, zum Beispiel als CEO',
  },
  ownershipPercentage: {
    label: 'Anteil am Unternehmen',
    hint: 'In Prozent. Geben Sie 0 ein, wenn die Person keinen Anteil besitzt.',
    blank: 'Geben Sie den Anteil am Unternehmen ein, 0 bis 100',
    invalid: 'Geben Sie eine ganze Zahl von 0 bis 100 ein',
    rejected: 'Alle Eigentümer zusammen können nicht mehr als 100 Prozent besitzen',
  },
  idType: {
    label: 'Welche Nummer hat die Person?',
    blank: 'Wählen Sie, welche Nummer die Person hat',
    invalid: 'Wählen Sie eine dieser Nummern',
  },
  idTypes: {
    SSN: 'US-Sozialversicherungsnummer (SSN)',
    ITIN: 'US-Steuernummer für Einzelpersonen (ITIN)',
    NON_US_TAX_ID: 'Steuernummer eines anderen Landes',
  },
  identifier: {
    label: 'Nummer der Person',
    hint: 'Wir verschlüsseln sie und zeigen sie nie wieder an.',
    blank: 'Geben Sie die Nummer der Person ein',
    invalid: 'Geben Sie die Nummer so ein, wie sie auf der Karte oder dem Bescheid der Person steht',
  },
  countryOfIssuance: {
    label: 'Ausstellendes Land',
    invalid: 'Wählen Sie das Land, das die Nummer ausgestellt hat',
    rejected: 'Wählen Sie die USA bei einer SSN oder ITIN und bei jeder anderen Nummer ein anderes Land',
  },
};
