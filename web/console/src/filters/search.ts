/** Values of the filters by name; absent ones are not set. */
export type FilterValues<Name extends string> = Partial<Record<Name, string>>;

/** Values of these filters in the query of an address. Empty ones count as absent. */
export function filtersIn<Name extends string>(search: string, names: readonly Name[]): FilterValues<Name> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => present(name, params.get(name)))) as FilterValues<Name>;
}

const present = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : []);

/** The query of an address after some of its filters have changed; undefined removes one. Empty without any. */
export function searchWith(search: string, changes: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, String(value));
    else params.delete(name);
  }
  return params.size > 0 ? `?${params}` : '';
}
