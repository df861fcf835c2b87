import { useCallback, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { type FilterValues, filtersIn, searchWith } from './search.ts';

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
  const values = useMemo(() => filtersIn(search, key.split(',') as Name[]), [search, key]);

  const set = useCallback<Filters<Name>['set']>((changes) => {
    navigate(location.pathname + searchWith(location.search, changes), { replace: true });
  }, []);

  const clear = useCallback(
    () => set(Object.fromEntries(names.map((name) => [name, undefined])) as never),
    [names, set],
  );
  return { values, set, clear, hasAny: Object.keys(values).length > 0 };
}
