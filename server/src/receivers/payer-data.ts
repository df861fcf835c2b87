export interface PayerDataField {
  name: string;
  mandatory: boolean;
}

const insisted = (...names: string[]): PayerDataField[] => names.map((name) => ({ name, mandatory: true }));
const welcome = (...names: string[]): PayerDataField[] => names.map((name) => ({ name, mandatory: false }));

/** What the institutions of a currency want to know of whoever pays into it. */
const byCurrency: Readonly<Record<string, readonly PayerDataField[]>> = {
  AED: insisted('FULL_NAME', 'COUNTRY_OF_RESIDENCE'),
  CNY: insisted('FULL_NAME', 'NATIONALITY'),
  EUR: [...insisted('FULL_NAME'), ...welcome('POSTAL_ADDRESS')],
  GBP: [...insisted('FULL_NAME'), ...welcome('POSTAL_ADDRESS')],
  INR: [...insisted('FULL_NAME', 'COUNTRY_OF_RESIDENCE'), ...welcome('BIRTH_DATE')],
  NGN: insisted('FULL_NAME', 'NATIONALITY'),
  PHP: [...insisted('FULL_NAME'), ...welcome('BIRTH_DATE')],
};

/** Correspondent banks pass on who pays, whatever the currency. */
const byRail: Readonly<Record<string, readonly PayerDataField[]>> = {
  SWIFT: insisted('FULL_NAME', 'POSTAL_ADDRESS'),
};

export const payerDataFor = (currency: string, rails: readonly string[]): PayerDataField[] =>
  union([byCurrency[currency] ?? [], ...rails.map((rail) => byRail[rail] ?? [])]);

/** Each field once; who insists on it prevails. */
export function union(lists: readonly (readonly PayerDataField[])[]): PayerDataField[] {
  const fields = new Map<string, boolean>();
  for (const { name, mandatory } of lists.flat()) fields.set(name, mandatory || (fields.get(name) ?? false));
  return [...fields].map(([name, mandatory]) => ({ name, mandatory }));
}
