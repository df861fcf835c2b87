import { type Language, monthNames } from '../../../foundation/kernel/languages.ts';
import { attributes, type Html, html } from '../../../foundation/pages/html.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
import { perLanguage } from '../../../foundation/texts/per-language.ts';
import { textsOf } from '../../../foundation/texts/texts.ts';
import { type Choice, type Control, countryChoices, type FormField } from './fields.ts';

/** Values of the controls by name. */
export type Values = Readonly<Record<string, readonly string[]>>;
/** Error messages by field path. */
export type Errors = Readonly<Record<string, string>>;

interface Filled {
  language: Language;
  values: Values;
  errors: Errors;
}

type ControlOf<K extends Control['kind']> = Extract<Control, { kind: K }>;

/** Attributes that all controls have: ids, and references to descriptions for screen readers. */
interface Part {
  id: string;
  name: string;
  described: { 'aria-describedby': string | undefined; 'aria-invalid': 'true' | undefined };
  required: boolean;
  values: Values;
  language: Language;
  texts: Texts['questions'];
}

/** Maximum number of countries in a list, and number of empty controls offered. */
const MAX_COUNTRIES = 20;
const FREE_PLACES = 2;

/** Renders a question with its hint, its error and its control. */
export function renderField(field: FormField, { language, values, errors }: Filled): Html {
  const { questions: texts, common } = textsOf[language];
  const id = idOf(field.path);
  const error = errors[field.path];
  const describedBy = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const described = {
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
  };
  const part: Part = { id, name: field.path, described, required: !field.isOptional, values, language, texts };
  const control = renderControl(field.control, part);
  const notes = html`
    ${field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
    ${error && html`<p class="error" id="${id}-error"><span class="unseen">${common.error} </span>${error}</p>`}`;
  const label = html`${field.label}${field.isOptional && html` <span class="optional">${texts.optional}</span>`}`;
  const className = error ? 'field wrong' : 'field';
  if (!isGroup(field.control)) {
    return html`<div class="${className}"><label for="${id}">${label}</label>${notes}${control}</div>`;
  }
  const group = attributes({ class: className, id, 'aria-describedby': describedBy || undefined });
  return html`<fieldset${group}><legend>${label}</legend>${notes}${control}</fieldset>`;
}

/** Id to which the error summary links. */
export const firstControlId = (field: FormField): string => {
  const suffix = { date: '-day', radios: '-0', checkboxes: '-0', countries: '-0' } as const;
  return `${idOf(field.path)}${suffix[field.control.kind as keyof typeof suffix] ?? ''}`;
};

export const idOf = (path: string): string => path.replaceAll('.', '-');

const isGroup = ({ kind }: Control): boolean => ['date', 'radios', 'checkboxes', 'countries'].includes(kind);

function renderControl(control: Control, part: Part): Html {
  const renderers = { text, percentage, date, select, radios, checkboxes: radios, countries };
  return (renderers[control.kind] as (control: Control, part: Part) => Html)(control, part);
}

const first = ({ values, name }: Part): string => values[name]?.[0] ?? '';

function text(control: ControlOf<'text'>, part: Part): Html {
  const { maxLength, autocomplete = 'off', inputMode, width } = control;
  const type = inputMode === 'email' || inputMode === 'tel' ? inputMode : 'text';
  return html`<input${attributes({
    type,
    id: part.id,
    name: part.name,
    value: first(part),
    maxlength: maxLength,
    autocomplete,
    inputmode: inputMode,
    spellcheck: 'false',
    class: width,
    required: part.required,
    ...part.described,
  })}>`;
}

function percentage(_control: ControlOf<'percentage'>, part: Part): Html {
  const input = attributes({
    type: 'text',
    id: part.id,
    name: part.name,
    value: first(part),
    inputmode: 'numeric',
    maxlength: 3,
    autocomplete: 'off',
    class: 'short',
    required: part.required,
    ...part.described,
  });
  return html`<span class="with-unit"><input${input}><span class="unit" aria-hidden="true">%</span></span>`;
}

const months = perLanguage((language) => monthNames(language).map((label, i) => ({ value: String(i + 1), label })));

/** Three text controls, because a year of birth is slow to find in a calendar. */
function date({ autocomplete }: ControlOf<'date'>, part: Part): Html {
  const piece = (name: string, more: Record<string, string | number>) =>
    attributes({
      id: `${part.id}-${name}`,
      name: `${part.name}.${name}`,
      autocomplete: autocomplete ? `${autocomplete}-${name}` : 'off',
      required: part.required,
      ...part.described,
      ...more,
    });
  const value = (name: string): string => part.values[`${part.name}.${name}`]?.[0] ?? '';
  const digits = { type: 'text', inputmode: 'numeric' };
  return html`<div class="date">
    <div><label for="${part.id}-day">${part.texts.day}</label>
      <input${piece('day', { ...digits, maxlength: 2, value: value('day') })}></div>
    <div class="month"><label for="${part.id}-month">${part.texts.month}</label>
      <select${piece('month', {})}>${options(months(part.language), value('month'), part.texts.month)}</select></div>
    <div><label for="${part.id}-year">${part.texts.year}</label>
      <input${piece('year', { ...digits, maxlength: 4, value: value('year') })}></div>
  </div>`;
}

function select({ choices, autocomplete = 'off' }: ControlOf<'select'>, part: Part): Html {
  const { id, name, required, described } = part;
  return html`<select${attributes({ id, name, autocomplete, required, ...described })}>
    ${options(choices, first(part), part.texts.choose)}</select>`;
}

const options = (choices: readonly Choice[], chosen: string, placeholder: string): Html[] => [
  html`<option value="">${placeholder}</option>`,
  ...choices.map(
    ({ value, label }) => html`<option${attributes({ value, selected: value === chosen })}>${label}</option>`,
  ),
];

function radios({ kind, choices }: ControlOf<'radios' | 'checkboxes'>, part: Part): Html {
  const chosen = part.values[part.name] ?? [];
  const isRadio = kind === 'radios';
  const items = choices.map(({ value, label, hint, sides }, i) => {
    const id = `${part.id}-${i}`;
    const input = attributes({
      type: isRadio ? 'radio' : 'checkbox',
      id,
      name: part.name,
      value,
      checked: chosen.includes(value),
      required: isRadio && part.required,
      'aria-invalid': isRadio ? undefined : part.described['aria-invalid'],
      'aria-describedby': hint && `${id}-hint`,
      'data-sides': sides,
    });
    return html`<div class="choice"><input${input}><label for="${id}">${label}</label>
      ${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}</div>`;
  });
  return html`<div class="choices">${items}</div>`;
}

function countries(_control: ControlOf<'countries'>, part: Part): Html {
  const chosen = (part.values[part.name] ?? []).filter(Boolean);
  const places = Math.min(MAX_COUNTRIES, chosen.length + FREE_PLACES);
  const rows = Array.from({ length: places }, (_, i) => {
    const label = i === 0 ? part.texts.country : part.texts.anotherCountry(i + 1);
    const attrs = attributes({
      id: `${part.id}-${i}`,
      name: part.name,
      'aria-label': label,
      'aria-invalid': i === 0 ? part.described['aria-invalid'] : undefined,
      required: i === 0 && part.required,
    });
    return html`<select${attrs}>${options(countryChoices(part.language), chosen[i] ?? '', i === 0 ? part.texts.choose : part.texts.addAnother)}</select>`;
  });
  return html`<div class="countries" data-countries="${MAX_COUNTRIES}">${rows}</div>`;
}
