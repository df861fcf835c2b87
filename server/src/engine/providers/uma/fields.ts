import { customerInfoFields } from '../protocols/customer-info.ts';
import type { RequestedField } from './port.ts';

/** Members that every pay request contains. */
const BUILT_IN = new Set(['identifier', 'compliance']);

/** Name of a field in UMA: `name` for FULL_NAME, camel case for the other fields. */
const memberName = (name: string): string =>
  name === 'FULL_NAME' ? 'name' : name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const memberOf = new Map(customerInfoFields.map((name) => [name as string, memberName(name)]));
const fieldOf = new Map([...memberOf].map(([name, member]) => [member, name]));

type Options = Readonly<Record<string, { mandatory: boolean }>>;

export const fieldOptions = (fields: readonly RequestedField[]): Record<string, { mandatory: boolean }> =>
  Object.fromEntries(fields.map(({ name, mandatory }) => [memberOf.get(name) ?? name, { mandatory }]));

/** Requested fields by their API names. `unknown` lists mandatory members for which the API has no field. */
export function requestedFieldsOf(options: Options = {}): { known: RequestedField[]; unknown: string[] } {
  const requested = Object.entries(options).filter(([member]) => !BUILT_IN.has(member));
  return {
    known: requested.flatMap(([member, { mandatory }]) => {
      const name = fieldOf.get(member);
      return name ? [{ name, mandatory }] : [];
    }),
    unknown: requested.filter(([member, { mandatory }]) => mandatory && !fieldOf.has(member)).map(([member]) => member),
  };
}

export const membersOf = (information: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(information)
      .map(([name, value]) => [memberOf.get(name) ?? name, value] as const)
      .filter(([member]) => !BUILT_IN.has(member)),
  );

/** Selects the members that are fields of the API, by their API names. */
export function informationOf(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const fields = Object.entries(members).flatMap(([member, value]) => {
    const name = fieldOf.get(member);
    return name && !BUILT_IN.has(member) && value !== undefined && value !== null ? [[name, value] as const] : [];
  });
  return Object.fromEntries(fields);
}
