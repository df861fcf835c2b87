import { countries } from '../../kernel/countries.ts';

export interface Choice {
  value: string;
  label: string;
  hint?: string;
  /** Of how many sides a document consists, where documents are chosen from. */
  sides?: 1 | 2;
}

export type Control =
  | {
      kind: 'text';
      maxLength: number;
      autocomplete?: string;
      inputMode?: 'numeric' | 'email' | 'tel';
      width?: 'short' | 'medium';
    }
  | { kind: 'percentage' }
  | { kind: 'date'; autocomplete?: 'bday' }
  | { kind: 'select'; choices: readonly Choice[]; autocomplete?: string }
  | { kind: 'radios' | 'checkboxes'; choices: readonly Choice[] }
  /** Several countries, one below the other. */
  | { kind: 'countries' };

/** One question of the page: what it is called on the wire, what it says to a person, and how it is answered. */
export interface Field {
  /** As the API names it: `address.line1`. */
  path: string;
  label: string;
  /** Where the answer is shown instead of asked for. */
  summary?: string;
  hint?: string;
  control: Control;
  isOptional?: boolean;
  /** Never shown again once it was given, not even to the one who gave it. */
  isSecret?: boolean;
  /** What to say when there is no answer, and when it is none that we can take. */
  blank: string;
  invalid: string;
  /** And when the answer reads well but cannot be; as `invalid` where it is not said. */
  refused?: string;
}

/** A secret that was given before may be left as it is. */
export const mayStay = (field: Field): Field =>
  field.isSecret ? { ...field, isOptional: true, hint: 'Leave this empty to keep what you gave before.' } : field;

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });
export const countryName = (code: string): string => regionNames.of(code) ?? code;

export const countryChoices: readonly Choice[] = [...countries]
  .map((code) => ({ value: code, label: countryName(code) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

export const text = (maxLength: number, more: Omit<Extract<Control, { kind: 'text' }>, 'kind' | 'maxLength'> = {}) =>
  ({ kind: 'text', maxLength, ...more }) as const;

export const country = (autocomplete?: string): Control => ({
  kind: 'select',
  choices: countryChoices,
  ...(autocomplete && { autocomplete }),
});

/** The words of choices whose wire names can be read aloud: `SOLE_PROPRIETORSHIP` is "Sole proprietorship". */
export const spoken = (values: readonly string[], words: Record<string, string> = {}): Choice[] =>
  values.map((value) => ({ value, label: words[value] ?? sentence(value) }));

export function sentence(value: string): string {
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whose address it is decides the words, and whether a browser may fill it in. */
export function addressFields({ of, isOwn }: { of: string; isOwn: boolean }): Field[] {
  const filledBy = (name: string) => (isOwn ? { autocomplete: name } : {});
  return [
    {
      path: 'address.line1',
      label: 'Street and number',
      control: text(255, filledBy('address-line1')),
      blank: `Enter the street and number of ${of}`,
      invalid: 'Enter the street and number in at most 255 characters',
    },
    {
      path: 'address.line2',
      label: 'Apartment, floor or building',
      control: text(255, filledBy('address-line2')),
      isOptional: true,
      blank: '',
      invalid: 'Enter the apartment, floor or building in at most 255 characters',
    },
    {
      path: 'address.city',
      label: 'City or town',
      control: text(255, filledBy('address-level2')),
      blank: `Enter the city or town of ${of}`,
      invalid: 'Enter the city or town in at most 255 characters',
    },
    {
      path: 'address.state',
      label: 'State, province or region',
      control: text(255, filledBy('address-level1')),
      isOptional: true,
      blank: '',
      invalid: 'Enter the state, province or region in at most 255 characters',
    },
    {
      path: 'address.postalCode',
      label: 'Postal code',
      control: text(20, { ...filledBy('postal-code'), width: 'medium' }),
      blank: `Enter the postal code of ${of}`,
      invalid: 'Enter a postal code of at most 20 characters',
    },
    {
      path: 'address.country',
      label: 'Country',
      control: country(isOwn ? 'country' : undefined),
      blank: `Choose the country of ${of}`,
      invalid: `Choose the country of ${of}`,
    },
  ];
}

export const birthDate = (whose: string, autocomplete?: 'bday'): Field => ({
  path: 'birthDate',
  label: 'Date of birth',
  control: { kind: 'date', ...(autocomplete && { autocomplete }) },
  blank: `Enter ${whose} date of birth`,
  invalid: 'Enter a real date of birth in the past, such as 27 March 1985',
});

export const nationality = (whose: string): Field => ({
  path: 'nationality',
  label: 'Nationality',
  hint: `The country that issued ${whose} passport or would issue it.`,
  control: country(),
  blank: `Choose ${whose} nationality`,
  invalid: `Choose ${whose} nationality`,
});

export const aboutFields: readonly Field[] = [
  {
    path: 'fullName',
    label: 'Full name',
    hint: 'As it is written on your passport or other identity document.',
    control: text(255, { autocomplete: 'name' }),
    blank: 'Enter your full name',
    invalid: 'Enter your name with letters, spaces and the signs of names only',
  },
  birthDate('your', 'bday'),
  nationality('your'),
];

export const homeAddressFields: readonly Field[] = addressFields({ of: 'your home', isOwn: true });

const personIds: readonly Choice[] = [
  { value: 'SSN', label: 'Social Security number', hint: 'SSN' },
  { value: 'ITIN', label: 'Individual taxpayer number', hint: 'ITIN, begins with 9' },
];

export const identifierFields: readonly Field[] = [
  {
    path: 'idType',
    label: 'Which number do you have?',
    summary: 'Kind of number',
    control: { kind: 'radios', choices: personIds },
    blank: 'Choose which number you have',
    invalid: 'Choose one of these numbers',
  },
  {
    path: 'identifier',
    label: 'Your number',
    hint: 'Nine digits, with or without dashes. It is stored sealed and not shown again.',
    control: text(50, { inputMode: 'numeric', width: 'medium' }),
    isSecret: true,
    blank: 'Enter your number',
    invalid: 'Enter the nine digits as they are on your card or letter',
  },
];
