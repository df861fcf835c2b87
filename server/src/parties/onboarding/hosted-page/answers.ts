import { countries } from '../../../foundation/kernel/countries.ts';
import type { FieldError } from '../../../foundation/kernel/errors.ts';
import type { Errors, Values } from './controls.ts';
import type { Choice, Control, FormField } from './fields.ts';

/** A submitted form, converted to members of the API. */
export interface Answers {
  input: Record<string, unknown>;
  /** Texts as entered, to show them again. Excludes secrets. */
  values: Values;
  errors: Errors;
}

/** Reads the given fields of a form and ignores all others. */
export function readAnswers(fields: readonly FormField[], sent: URLSearchParams): Answers {
  const input: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const answer = read(field, sent);
    if (answer === BLANK && !field.isOptional) errors[field.path] = field.blank ?? field.invalid;
    else if (answer === INVALID) errors[field.path] = field.invalid;
    else if (answer !== BLANK) setAt(input, field.path, answer);
  }
  return { input, values: typed(fields, sent), errors };
}

/** Stored answers as values of the controls. */
export function knownValues(fields: readonly FormField[], known: object): Values {
  const entries = fields
    .filter((field) => !field.isSecret)
    .flatMap((field): [string, readonly string[]][] => {
      const value = valueAt(known, field.path);
      if (value === undefined || value === null) return [];
      if (field.control.kind !== 'date') return [[field.path, [value].flat().map(String)]];
      const [year = '', month = '', day = ''] = String(value).split('-');
      return [
        [`${field.path}.year`, [year]],
        [`${field.path}.month`, [String(Number(month))]],
        [`${field.path}.day`, [String(Number(day))]],
      ];
    });
  return Object.fromEntries(entries);
}

/** Errors of the API by field. All errors about fields outside of the form become one `general` error. */
export function rejectionErrors(
  fields: readonly FormField[],
  rejected: readonly FieldError[],
  general: string,
): Errors {
  const entries = rejected.map(({ field: path }): [string, string] => {
    const field = fields.find((known) => known.path === path || path.startsWith(`${known.path}.`));
    return field ? [field.path, field.rejected ?? field.invalid] : ['', general];
  });
  return Object.fromEntries(entries);
}

export function valueAt(known: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], known);
}

const BLANK = Symbol('blank');
const INVALID = Symbol('invalid');

function read({ path, control }: FormField, sent: URLSearchParams): unknown {
  switch (control.kind) {
    case 'text':
      return readText(sent.get(path) ?? '', control);
    case 'percentage':
      return readPercentage(sent.get(path) ?? '');
    case 'date':
      return readDate(['year', 'month', 'day'].map((part) => (sent.get(`${path}.${part}`) ?? '').trim()));
    case 'select':
    case 'radios':
      return readChoice(sent.get(path) ?? '', isAmong(control.choices));
    case 'checkboxes':
      return readChoices(sent.getAll(path), isAmong(control.choices));
    case 'countries':
      return readChoices(sent.getAll(path), (code) => countries.has(code));
  }
}

/** Characters that are invalid in a line of text. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;

function readText(given: string, { maxLength }: Extract<Control, { kind: 'text' }>): unknown {
  const text = given.trim();
  if (text === '') return BLANK;
  return text.length > maxLength || UNFIT.test(text) ? INVALID : text;
}

function readPercentage(given: string): unknown {
  const text = given.trim().replace(/\s*%$/, '');
  if (text === '') return BLANK;
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : INVALID;
}

function readDate([year = '', month = '', day = '']: readonly string[]): unknown {
  if (!year && !month && !day) return BLANK;
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return INVALID;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? INVALID : text;
}

const isAmong =
  (choices: readonly Choice[]) =>
  (given: string): boolean =>
    choices.some(({ value }) => value === given);

function readChoice(given: string, isChoice: (given: string) => boolean): unknown {
  if (given === '') return BLANK;
  return isChoice(given) ? given : INVALID;
}

function readChoices(given: readonly string[], isChoice: (given: string) => boolean): unknown {
  const chosen = [...new Set(given.filter(Boolean))];
  if (chosen.length === 0) return BLANK;
  return chosen.every(isChoice) ? chosen : INVALID;
}

export function setAt(into: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() as string;
  const parent = names.reduce((object, name) => {
    object[name] ??= {};
    return object[name] as Record<string, unknown>;
  }, into);
  parent[last] = value;
}

function typed(fields: readonly FormField[], sent: URLSearchParams): Values {
  const names = fields
    .filter((field) => !field.isSecret)
    .flatMap(({ path, control }) =>
      control.kind === 'date' ? ['year', 'month', 'day'].map((part) => `${path}.${part}`) : [path],
    );
  return Object.fromEntries(names.map((name) => [name, sent.getAll(name)]));
}
