import { customerInfoFields } from '../../kernel/customer-info.ts';
import type { FieldWish } from './port.ts';

/** Members that every pay request has by itself. */
const OWN_MEMBERS = new Set(['identifier', 'compliance']);

/** FULL_NAME is `name` to other providers; the others only write their words together. */
const nameThere = (name: string): string =>
  name === 'FULL_NAME' ? 'name' : name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const there = new Map(customerInfoFields.map((name) => [name as string, nameThere(name)]));
const here = new Map([...there].map(([name, member]) => [member, name]));

type Options = Readonly<Record<string, { mandatory: boolean }>>;

export const optionsOf = (wishes: readonly FieldWish[]): Record<string, { mandatory: boolean }> =>
  Object.fromEntries(wishes.flatMap(({ name, mandatory }) => [[there.get(name) ?? name, { mandatory }]]));

/** What is asked for, by our names; `unknown` are mandatory members that we have no word for. */
export function wishesOf(options: Options = {}): { wishes: FieldWish[]; unknown: string[] } {
  const asked = Object.entries(options).filter(([member]) => !OWN_MEMBERS.has(member));
  return {
    wishes: asked.flatMap(([member, { mandatory }]) => {
      const name = here.get(member);
      return name ? [{ name, mandatory }] : [];
    }),
    unknown: asked.filter(([member, { mandatory }]) => mandatory && !here.has(member)).map(([member]) => member),
  };
}

export const membersOf = (information: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(information)
      .map(([name, value]) => [there.get(name) ?? name, value] as const)
      .filter(([member]) => !OWN_MEMBERS.has(member)),
  );

/** What we were told, as far as we have a word for it. */
export function informationOf(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const told = Object.entries(members).flatMap(([member, value]) => {
    const name = here.get(member);
    return name && !OWN_MEMBERS.has(member) && value !== undefined && value !== null ? [[name, value] as const] : [];
  });
  return Object.fromEntries(told);
}
