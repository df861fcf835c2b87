import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type CustomerOneOf, type ExternalAccount, type InternalAccount } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';
import { shortId } from '../../parts/id.tsx';

/** Name of a person, a business or an account, and its country if it is known. */
export interface Party {
  name: string;
  country?: string | undefined;
}

/** Names by id. Ids beyond the newest hundred of each kind are shown as ids. */
export interface Names {
  of: (id: string) => Party;
  has: (id: string) => boolean;
}

const NEWEST = { limit: 100 } as const;
/** Names change rarely. */
const FRESH_MS = 60_000;

interface Beneficiary {
  fullName?: string;
  legalName?: string;
  countryOfResidence?: string;
  address?: { country?: string };
}

function partyOf({ accountInfo }: ExternalAccount): Party | undefined {
  const { beneficiary, country } = accountInfo as { beneficiary?: Beneficiary; country?: string };
  const name = beneficiary?.fullName ?? beneficiary?.legalName;
  if (!name) return undefined;
  return { name, country: beneficiary?.address?.country ?? beneficiary?.countryOfResidence ?? country };
}

export const customerName = (customer: CustomerOneOf): string =>
  (customer.customerType === 'INDIVIDUAL' ? customer.fullName : customer.businessInfo?.legalName) ??
  customer.platformCustomerId;

/** Names of customers, their accounts and the platform, for lists that have ids only. */
export function useNames(): Names {
  const { current } = useSession();
  const customers = useQuery({
    queryKey: ['names', 'customers'],
    queryFn: async ({ signal }) => (await api.customers.list(NEWEST, { signal })).data,
    staleTime: FRESH_MS,
  });
  const external = useQuery({
    queryKey: ['names', 'external-accounts'],
    queryFn: async ({ signal }) => {
      const [ofCustomers, ofPlatform] = await Promise.all([
        api.customers.externalAccounts.list(NEWEST, { signal }),
        api.platform.externalAccounts.list(NEWEST, { signal }),
      ]);
      return [...ofCustomers.data, ...ofPlatform.data];
    },
    staleTime: FRESH_MS,
  });
  const internal = useInternalAccounts();
  return useMemo(() => {
    const parties = new Map<string, Party>();
    if (current) parties.set(current.id, { name: current.name });
    for (const customer of customers.data ?? []) {
      parties.set(customer.id, { name: customerName(customer), country: customer.region });
    }
    for (const account of external.data ?? []) {
      const party = partyOf(account);
      if (party) parties.set(account.id, party);
    }
    for (const { id, customerId } of internal.data ?? []) {
      const owner = parties.get(customerId ?? current?.id ?? '');
      if (owner) parties.set(id, owner);
    }
    return { of: (id) => parties.get(id) ?? { name: shortId(id) }, has: (id) => parties.has(id) };
  }, [current, customers.data, external.data, internal.data]);
}

/** Internal accounts of the newest customers, then of the platform. */
export function useInternalAccounts() {
  return useQuery<InternalAccount[]>({
    queryKey: ['internal-accounts'],
    queryFn: async ({ signal }) => {
      const [ofPlatform, ofCustomers] = await Promise.all([
        api.platform.internalAccounts.list({}, { signal }),
        api.customers.internalAccounts.list(NEWEST, { signal }),
      ]);
      return [...ofCustomers.data, ...ofPlatform.data];
    },
  });
}
