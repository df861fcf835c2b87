import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Values of the filters by name; absent ones are not set. */
export type FilterValues<Name extends string> = Partial<Record<Name, string>>;

interface Filters<Name extends string> {
  values: FilterValues<Name>;
  /** Changes some filters; undefined removes one. */
  set: (changes: Partial<Record<Name, string | undefined>>) => void;
  clear: () => void;
  hasAny: boolean;
}

/** Filters live in the URL, so that a filtered list can be shared, bookmarked and reached by Back. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const search = useSearch();
  const key = names.join();
  const values = useMemo(() => {
    const params = new URLSearchParams(search);
    const known = key.split(',') as Name[];
    return Object.fromEntries(known.flatMap((name) => present(name, params.get(name)))) as FilterValues<Name>;
  }, [search, key]);

  const set = useCallback<Filters<Name>['set']>((changes) => {
    const params = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) params.set(name, String(value));
      else params.delete(name);
    }
    navigate(withSearch(params), { replace: true });
  }, []);

  const clear = useCallback(
    () => set(Object.fromEntries(names.map((name) => [name, undefined])) as never),
    [names, set],
  );
  return { values, set, clear, hasAny: Object.keys(values).length > 0 };
}

const present = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : []);

const withSearch = (params: URLSearchParams): string => `${location.pathname}${params.size > 0 ? `?${params}` : ''}`;
