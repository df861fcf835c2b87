import { decimalText, smallestUnits } from '../../../decimals.ts';
import { kindOf, type Resolve, type Schema, variantsOf } from './schema.ts';

/** Input of a form: texts, lists and groups by the names of the members. Undefined was not entered. */
export type Draft = undefined | string | File | readonly Draft[] | { readonly [name: string]: Draft };
export type GroupDraft = { readonly [name: string]: Draft };

export const isGroup = (draft: Draft): draft is GroupDraft =>
  typeof draft === 'object' && !Array.isArray(draft) && !(draft instanceof File);
export const asGroup = (draft: Draft): GroupDraft => (isGroup(draft) ? draft : {});
export const asList = (draft: Draft): readonly Draft[] => (Array.isArray(draft) ? draft : []);
export const asText = (draft: Draft): string => (typeof draft === 'string' ? draft : '');

/** Decimals of a currency, undefined if it is not known. */
export type DecimalsOf = (code: string) => number | undefined;

export interface Reading {
  resolve: Resolve;
  decimalsOf: DecimalsOf;
}

/** Converts a draft to a value of the request. Invalid input is sent unchanged: the server reports the error. */
export function requestValue(schema: Schema, draft: Draft, reading: Reading, siblings: GroupDraft = {}): unknown {
  const given = reading.resolve(schema);
  switch (kindOf(given)) {
    case 'CONST':
      return given.const;
    case 'VARIANTS':
      return variantValue(given, asGroup(draft), reading);
    case 'GROUP':
      return isGroup(draft) ? groupValue(given, draft, reading) : undefined;
    case 'LIST':
      return listValue(given, draft, reading);
    case 'NUMBER':
      return numberValue(given, { text: asText(draft).trim(), siblings }, reading);
    case 'CHOICE':
      return given.enum?.find((value) => String(value) === draft);
    case 'YES_NO':
      return draft === undefined || draft === '' ? undefined : draft === 'true';
    case 'JSON':
      return jsonValue(asText(draft).trim());
    case 'FILE':
      return draft instanceof File ? draft : undefined;
    default:
      return asText(draft) === '' ? undefined : draft;
  }
}

function groupValue({ properties = {} }: Schema, draft: GroupDraft, reading: Reading): object {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, requestValue(schema, draft[name], reading, draft)] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function variantValue(schema: Schema, draft: GroupDraft, reading: Reading): object | undefined {
  const name = schema.discriminator?.propertyName ?? '';
  const chosen = asText(draft[name]);
  const variant = variantsOf(schema, reading.resolve).get(chosen);
  return variant && { [name]: chosen, ...groupValue(variant, draft, reading) };
}

function listValue({ items = {} }: Schema, draft: Draft, reading: Reading): unknown[] | undefined {
  const values = asList(draft).map((item) => requestValue(items, item, reading));
  const entered = values.filter((value) => value !== undefined);
  return entered.length > 0 ? entered : undefined;
}

function numberValue(
  schema: Schema,
  { text, siblings }: { text: string; siblings: GroupDraft },
  { decimalsOf }: Reading,
) {
  if (text === '') return undefined;
  const decimals = amountDecimals(schema, siblings, decimalsOf);
  if (decimals !== undefined) return smallestUnits(text, decimals) ?? text;
  return /^-?\d+(\.\d+)?(e[-+]\d+)?$/.test(text) ? Number(text) : text;
}

/** Amounts are 64-bit integers. With a currency beside them they are entered as decimals. */
export function amountDecimals(schema: Schema, siblings: GroupDraft, decimalsOf: DecimalsOf): number | undefined {
  if (schema.format !== 'int64') return undefined;
  const code = currencyBeside(siblings);
  return code === undefined ? undefined : decimalsOf(code);
}

/** Code of the currency among the other members of a group. */
export function currencyBeside(siblings: GroupDraft): string | undefined {
  const { currency, currencyCode } = siblings;
  const found = [currency, currencyCode, asGroup(currency)['code']].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return found as string | undefined;
}

/** A text that is not JSON is sent unchanged: the server reports the error. */
function jsonValue(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Ids in examples: they name resources that do not exist on this platform. */
const ID = /^[A-Z][A-Za-z]+:[0-9a-f-]{36}$/;

/** A draft with the values of an example, without its ids. */
export function draftOf(schema: Schema, value: unknown, reading: Reading, siblings: GroupDraft = {}): Draft {
  const given = reading.resolve(schema);
  const kind = kindOf(given);
  if (value === null || value === undefined || (typeof value === 'string' && ID.test(value))) return undefined;
  if (kind === 'JSON') return JSON.stringify(value, null, 2);
  if (kind === 'LIST')
    return (value as unknown[]).map((item) => draftOf(given.items ?? {}, item, reading)).filter(Boolean);
  if (kind === 'VARIANTS') {
    const name = given.discriminator?.propertyName ?? '';
    const chosen = String((value as Record<string, unknown>)[name] ?? '');
    const variant = variantsOf(given, reading.resolve).get(chosen);
    return variant && { ...asGroup(draftOf(variant, value, reading)), [name]: chosen };
  }
  if (kind === 'GROUP') {
    const members = Object.entries(given.properties ?? {});
    const group = value as GroupDraft;
    return Object.fromEntries(members.map(([name, member]) => [name, draftOf(member, group[name], reading, group)]));
  }
  const decimals = kind === 'NUMBER' ? amountDecimals(given, siblings, reading.decimalsOf) : undefined;
  if (decimals !== undefined) return decimalText(Number(value), decimals);
  return kind === 'FILE' ? undefined : String(value);
}
