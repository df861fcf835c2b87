import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountsToChoose } from '../../api/accounts.ts';
import type { InternalAccount } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { shortId } from '../../parts/id-text.ts';
import { FRESH_MS, findParties, idsIn, type Party } from './parties.ts';

/** Names by id. Ids without a name are shown as ids. */
export interface Names {
  of: (id: string) => Party;
  has: (id: string) => boolean;
}

const MOST_PER_CURRENCY = 100;

/** Names of the platform, and of the customers and accounts in the shown rows. */
export function useNames(...shown: readonly unknown[]): Names {
  const { current } = useSession();
  const ids = [...new Set(shown.flatMap(idsIn))].sort();
  const { data: parties } = useQuery({
    queryKey: ['names', ids.join()],
    queryFn: ({ client, signal }) => findParties(client, ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  return useMemo(() => {
    const own = current && { name: current.name };
    const find = (id: string): Party | undefined => {
      const party = parties?.get(id);
      // An internal account without a customer belongs to the platform.
      const isOwn = id === current?.id || (party === null && id.startsWith('InternalAccount:'));
      return (isOwn ? own : party) ?? undefined;
    };
    return { of: (id) => find(id) ?? { name: shortId(id) }, has: (id) => find(id) !== undefined };
  }, [current, parties]);
}

/** Internal accounts of the platform and of its customers, to choose from. */
export function useInternalAccounts() {
  return useQuery<InternalAccount[]>({
    queryKey: ['internal-accounts'],
    queryFn: ({ signal }) => accountsToChoose(MOST_PER_CURRENCY, signal),
  });
}
