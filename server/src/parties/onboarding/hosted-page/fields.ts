import { countries } from '../../../foundation/kernel/countries.ts';
import { alphabetical, countryNames, type Language } from '../../../foundation/kernel/languages.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
import { perLanguage } from '../../../foundation/texts/per-language.ts';
import { textsOf } from '../../../foundation/texts/texts.ts';

export interface Choice {
  value: string;
  label: string;
  hint?: string;
  /** Number of sides of the document, if the choice is a type of document. */
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
  /** Several countries, with one control each. */
  | { kind: 'countries' };

/** A question of the page: its member in the API, its control, and its texts (a group of `texts`). */
export interface FormField {
  /** Path in the API, such as `address.line1`. */
  path: string;
  label: string;
  /** Label in summaries. Default: `label`. */
  summary?: string;
  hint?: string;
  control: Control;
  isOptional?: boolean;
  /** True if the answer must never be shown again. */
  isSecret?: boolean;
  /** Error if the answer is missing. Default: `invalid`. */
  blank?: string;
  /** Error if the answer is malformed. */
  invalid: string;
  /** Error if a rule of the API rejects the answer. Default: `invalid`. */
  rejected?: string;
  /** Error if a stored answer does not suffice for the verification. Default: `invalid`. */
  incomplete?: string;
}

/** Makes the field optional if it is a secret: leaving it empty keeps the stored value. */
export const optionalIfSecret = ({ questions }: Texts, field: FormField): FormField =>
  field.isSecret ? { ...field, isOptional: true, hint: questions.keepSecret } : field;

export const countryName = perLanguage(countryNames);

export const countryChoices = perLanguage((language): readonly Choice[] => {
  const compare = alphabetical(language);
  return [...countries]
    .map((code) => ({ value: code, label: countryName(language)(code) }))
    .sort((a, b) => compare(a.label, b.label));
});

export const text = (maxLength: number, more: Omit<Extract<Control, { kind: 'text' }>, 'kind' | 'maxLength'> = {}) =>
  ({ kind: 'text', maxLength, ...more }) as const;

export const country = (language: Language, autocomplete?: string): Control => ({
  kind: 'select',
  choices: countryChoices(language),
  ...(autocomplete && { autocomplete }),
});

/** Choices in the order of `values`, with labels from a table of texts. */
export const choicesOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>): Choice[] =>
  values.map((value) => ({ value, label: labels[value] }));

/** The browser may fill in the address only if it is the applicant's own. */
export function addressFields(language: Language, { isOwn }: { isOwn: boolean }): FormField[] {
  const { line1, line2, city, state, postalCode, country: countryTexts } = textsOf[language].questions.address;
  const filledBy = (name: string) => (isOwn ? { autocomplete: name } : {});
  return [
    { path: 'address.line1', ...line1, control: text(255, filledBy('address-line1')) },
    { path: 'address.line2', ...line2, control: text(255, filledBy('address-line2')), isOptional: true },
    { path: 'address.city', ...city, control: text(255, filledBy('address-level2')) },
    { path: 'address.state', ...state, control: text(255, filledBy('address-level1')), isOptional: true },
    {
      path: 'address.postalCode',
      ...postalCode,
      control: text(20, { ...filledBy('postal-code'), width: 'medium' }),
    },
    { path: 'address.country', ...countryTexts, control: country(language, isOwn ? 'country' : undefined) },
  ];
}

export const aboutFields = perLanguage((language, { questions }): readonly FormField[] => [
  { path: 'fullName', ...questions.fullName, control: text(255, { autocomplete: 'name' }) },
  { path: 'birthDate', ...questions.birthDate, control: { kind: 'date', autocomplete: 'bday' } },
  { path: 'nationality', ...questions.nationality, control: country(language) },
]);

/** Types of tax identification numbers. */
export const idTypes = ['SSN', 'ITIN', 'NON_US_TAX_ID'] as const;

export const identifierFields = perLanguage((language, { questions }): readonly FormField[] => [
  {
    path: 'idType',
    ...questions.idType,
    control: { kind: 'radios', choices: idTypes.map((value) => ({ value, ...questions.idTypes[value] })) },
  },
  { path: 'identifier', ...questions.identifier, control: text(50, { width: 'medium' }), isSecret: true },
  { path: 'countryOfIssuance', ...questions.countryOfIssuance, control: country(language), isOptional: true },
]);
