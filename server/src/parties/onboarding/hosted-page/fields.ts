import { countries } from '../../../foundation/kernel/countries.ts';
import { alphabetical, countryNames, type Language } from '../../../foundation/kernel/languages.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
import { perLanguage } from '../../../foundation/texts/per-language.ts';
import { textsOf } from '../../../foundation/texts/texts.ts';

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

/** A question of the page: its name in the API, its control, and its texts, which are a group of `texts`. */
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
  /** Error for a missing answer; default: `invalid`. */
  blank?: string;
  /** Error for an answer of the wrong form. */
  invalid: string;
  /** Error for an answer that a rule of the API rejects; default: `invalid`. */
  rejected?: string;
  /** Error for a stored answer that is not enough for the verification; default: `invalid`. */
  incomplete?: string;
}

/** A stored secret may be left empty to keep it. */
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

/** Choices in the order of `values`, with the labels of a table of texts. */
export const choicesOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>): Choice[] =>
  values.map((value) => ({ value, label: labels[value] }));

/** Only the applicant's own address may be filled in by the browser. */
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

/** Numbers that identify a person for taxes. */
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
