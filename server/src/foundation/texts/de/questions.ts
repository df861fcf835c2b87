import type { questions as English } from '../en/questions.ts';

export const questions: typeof English = {
  optional: '(freiwillige Angabe)',
  keepSecret: 'Lassen Sie dieses Feld leer, um Ihre frühere Angabe beizubehalten.',
  choose: 'Bitte wählen',
  addAnother: 'Weiteres hinzufügen',
  day: 'Tag',
  month: 'Monat',
  year: 'Jahr',
  country: 'Land',
  anotherCountry: (number) => `Weiteres Land (${number})`,
  fullName: {
    label: 'Vollständiger Name',
    hint: 'Wie in Ihrem Reisepass oder einem anderen Ausweisdokument.',
    blank: 'Geben Sie Ihren vollständigen Namen ein',
    invalid: "Geben Sie Ihren Namen nur mit Buchstaben, Ziffern, Leerzeichen und . , ' ( ) - ein",
    incomplete: 'Geben Sie Ihren Vor- und Nachnamen ein',
  },
  birthDate: {
    label: 'Geburtsdatum',
    blank: 'Geben Sie Ihr Geburtsdatum ein',
    invalid: 'Geben Sie ein gültiges Geburtsdatum in der Vergangenheit ein, zum Beispiel 27. März 1985',
  },
  nationality: {
    label: 'Staatsangehörigkeit',
    hint: 'Das Land, das Ihren Reisepass ausgestellt hat oder ausstellen würde.',
    blank: 'Wählen Sie Ihre Staatsangehörigkeit',
    invalid: 'Wählen Sie Ihre Staatsangehörigkeit',
  },
  idType: {
    label: 'Welche Nummer haben Sie?',
    summary: 'Art der Nummer',
    blank: 'Wählen Sie, welche Nummer Sie haben',
    invalid: 'Wählen Sie eine dieser Nummern',
    rejected: 'Wählen Sie eine SSN oder ITIN, da Sie in den USA wohnen',
  },
  idTypes: {
    SSN: { label: 'US-Sozialversicherungsnummer', hint: 'SSN (Social Security Number)' },
    ITIN: { label: 'US-Steuernummer für Einzelpersonen', hint: 'ITIN, beginnt mit 9' },
    NON_US_TAX_ID: {
      label: 'Steuernummer eines anderen Landes',
      hint: 'Wenn Sie nicht in den USA wohnen',
    },
  },
  identifier: {
    label: 'Ihre Nummer',
    hint: 'Eine SSN oder ITIN hat neun Ziffern. Wir verschlüsseln Ihre Nummer und zeigen sie nie wieder an.',
    blank: 'Geben Sie Ihre Nummer ein',
    invalid: 'Geben Sie die Nummer so ein, wie sie auf Ihrer Karte oder Ihrem Bescheid steht',
  },
  countryOfIssuance: {
    label: 'Ausstellendes Land',
    hint: 'Nur bei der Steuernummer eines anderen Landes.',
    invalid: 'Wählen Sie das Land, das die Nummer ausgestellt hat',
    rejected:
      'Wählen Sie das Land, das Ihre Nummer ausgestellt hat: die USA bei einer SSN oder ITIN, sonst ein anderes Land',
  },
  address: {
    line1: {
      label: 'Straße und Hausnummer',
      blank: 'Geben Sie Straße und Hausnummer ein',
      invalid: 'Geben Sie Straße und Hausnummer mit höchstens 255 Zeichen ein',
    },
    line2: {
      label: 'Wohnung, Stockwerk oder Gebäude',
      invalid: 'Geben Sie Wohnung, Stockwerk oder Gebäude mit höchstens 255 Zeichen ein',
    },
    city: {
      label: 'Ort',
      blank: 'Geben Sie den Ort ein',
      invalid: 'Geben Sie den Ort mit höchstens 255 Zeichen ein',
    },
    state: {
      label: 'Bundesland, Provinz oder Region',
      invalid: 'Geben Sie Bundesland, Provinz oder Region mit höchstens 255 Zeichen ein',
    },
    postalCode: {
      label: 'Postleitzahl',
      blank: 'Geben Sie die Postleitzahl ein',
      invalid: 'Geben Sie eine Postleitzahl mit höchstens 20 Zeichen ein',
    },
    country: { label: 'Land', blank: 'Wählen Sie das Land', invalid: 'Wählen Sie das Land aus der Liste' },
  },
};
