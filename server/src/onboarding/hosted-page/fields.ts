import { NAME_RULE } from '../../customers/rules.ts';
import { countries } from '../../kernel/countries.ts';

export interface Choice {
  value: string;
  label: string;
  hint?: string;
  /** Number of sides, if the choice is a document. */
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

/** A question of the page: its name in the API, its texts and its control. */
export interface FormField {
  /** Path in the API: `address.line1`. */
  path: string;
  label: string;
  /** Label in summaries; default: `label`. */
  summary?: string;
  hint?: string;
  control: Control;
  isOptional?: boolean;
  /** The answer is never shown again. */
  isSecret?: boolean;
  /** Error for a missing answer. */
  blank: string;
  /** Error for an answer of the wrong form. */
  invalid: string;
  /** Error for an answer that a rule of the API rejects; default: `invalid`. */
  rejected?: string;
}

/** A stored secret may be left empty to keep it. */
export const optionalIfSecret = (field: FormField): FormField =>
  field.isSecret ? { ...field, isOptional: true, hint: 'Leave this empty to keep your earlier answer.' } : field;

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

/** Labels from wire names: `SOLE_PROPRIETORSHIP` is "Sole proprietorship". `words` overrides them. */
export const choicesOf = (values: readonly string[], words: Record<string, string> = {}): Choice[] =>
  values.map((value) => ({ value, label: words[value] ?? sentence(value) }));

export function sentence(value: string): string {
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Only the applicant's own address may be filled in by the browser. */
export function addressFields({ of, isOwn }: { of: string; isOwn: boolean }): FormField[] {
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

export const birthDate = (whose: string, autocomplete?: 'bday'): FormField => ({
  path: 'birthDate',
  label: 'Date of birth',
  control: { kind: 'date', ...(autocomplete && { autocomplete }) },
  blank: `Enter ${whose} date of birth`,
  invalid: 'Enter a real date of birth in the past, such as 27 March 1985',
});

export const nationality = (whose: string): FormField => ({
  path: 'nationality',
  label: 'Nationality',
  hint: `The country that issued ${whose} passport, or would issue one.`,
  control: country(),
  blank: `Choose ${whose} nationality`,
  invalid: `Choose ${whose} nationality`,
});

export const aboutFields: readonly FormField[] = [
  {
    path: 'fullName',
    label: 'Full name',
    hint: 'As written in your passport or another identity document.',
    control: text(255, { autocomplete: 'name' }),
    blank: 'Enter your full name',
    invalid: `Enter your name with ${NAME_RULE}`,
  },
  birthDate('your', 'bday'),
  nationality('your'),
];

export const homeAddressFields: readonly FormField[] = addressFields({ of: 'your home', isOwn: true });

const personIds: readonly Choice[] = [
  { value: 'SSN', label: 'Social Security number', hint: 'SSN' },
  { value: 'ITIN', label: 'Individual taxpayer number', hint: 'ITIN, begins with 9' },
  { value: 'NON_US_TAX_ID', label: 'Tax number of another country', hint: 'If you do not live in the United States' },
];

export const identifierFields: readonly FormField[] = [
  {
    path: 'idType',
    label: 'Which number do you have?',
    summary: 'Kind of number',
    control: { kind: 'radios', choices: personIds },
    blank: 'Choose which number you have',
    invalid: 'Choose one of these numbers',
    rejected: 'Choose an SSN or ITIN: you live in the United States',
  },
  {
    path: 'identifier',
    label: 'Your number',
    hint: 'An SSN or ITIN has nine digits. We encrypt your number and never show it again.',
    control: text(50, { width: 'medium' }),
    isSecret: true,
    blank: 'Enter your number',
    invalid: 'Enter the number as it is on your card or letter',
  },
  {
    path: 'countryOfIssuance',
    label: 'Country that issued it',
    hint: 'Only for the tax number of another country.',
    control: country(),
    isOptional: true,
    blank: '',
    invalid: 'Choose the country that issued the number',
    rejected:
      'Choose the country that issued your number: the United States for an SSN or ITIN, another country otherwise',
  },
];
