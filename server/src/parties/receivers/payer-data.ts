import type { RequestedField } from '../../engine/providers/uma/port.ts';

const mandatory = (...names: string[]): RequestedField[] => names.map((name) => ({ name, mandatory: true }));
const optional = (...names: string[]): RequestedField[] => names.map((name) => ({ name, mandatory: false }));

/** Payer data that institutions require, by currency. */
const byCurrency: Readonly<Record<string, readonly RequestedField[]>> = {
  AED: mandatory('FULL_NAME', 'COUNTRY_OF_RESIDENCE'),
  CNY: mandatory('FULL_NAME', 'NATIONALITY'),
  EUR: [...mandatory('FULL_NAME'), ...optional('POSTAL_ADDRESS')],
  GBP: [...mandatory('FULL_NAME'), ...optional('POSTAL_ADDRESS')],
  INR: [...mandatory('FULL_NAME', 'COUNTRY_OF_RESIDENCE'), ...optional('BIRTH_DATE')],
  NGN: mandatory('FULL_NAME', 'NATIONALITY'),
  PHP: [...mandatory('FULL_NAME'), ...optional('BIRTH_DATE')],
};

/** Payer data that correspondent banks forward, by rail. Independent of the currency. */
const byRail: Readonly<Record<string, readonly RequestedField[]>> = {
  SWIFT: mandatory('FULL_NAME', 'POSTAL_ADDRESS'),
};

export const payerDataFor = (currency: string, rails: readonly string[]): RequestedField[] =>
  mergeFields([byCurrency[currency] ?? [], ...rails.map((rail) => byRail[rail] ?? [])]);

/** Merges the lists. A field is mandatory if any list requires it. */
export function mergeFields(lists: readonly (readonly RequestedField[])[]): RequestedField[] {
  const fields = new Map<string, boolean>();
  for (const { name, mandatory } of lists.flat()) fields.set(name, mandatory || (fields.get(name) ?? false));
  return [...fields].map(([name, mandatory]) => ({ name, mandatory }));
}
