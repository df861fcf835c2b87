import type { QueryClient } from '@tanstack/react-query';
import { api, type CustomerOneOf, type ExternalAccount } from '../../api/client.ts';

/** Name of a person, a business or an account, and its country if it is known. */
export interface Party {
  name: string;
  country?: string | undefined;
}

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

/** Names change rarely. */
export const FRESH_MS = 60_000;
/** Most ids in one request. */
const BATCH = 100;

const IDS = /\b(?:Customer|InternalAccount|ExternalAccount):[0-9a-f-]{36}/g;
const idsByRow = new WeakMap<object, readonly string[]>();

/** Ids of parties in a value. Cached per row object: a fetch without changes returns the same objects. */
export function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'string') return value.match(IDS) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  const known = idsByRow.get(value) ?? [...new Set(JSON.stringify(value).match(IDS) ?? [])];
  idsByRow.set(value, known);
  return known;
}

/** Null for an id that no list contains. */
export type Parties = ReadonlyMap<string, Party | null>;

/** Parties by id, from the cache, or read with one request per kind and hundred ids. */
export async function findParties(client: QueryClient, ids: readonly string[], signal: AbortSignal): Promise<Parties> {
  const found = new Map<string, Party | null>();
  for (const id of ids) {
    const state = client.getQueryState<Party | null>(keyOf(id));
    if (state?.data !== undefined && Date.now() - state.dataUpdatedAt < FRESH_MS) found.set(id, state.data);
  }
  const missing = (type: string): string[] => ids.filter((id) => id.startsWith(`${type}:`) && !found.has(id));
  const owners = await ownersOf(missing('InternalAccount'), signal);
  const customers = [...new Set([...missing('Customer'), ...owners.values()])];
  const loaded = await Promise.all([
    customerParties(customers, signal),
    accountParties(missing('ExternalAccount'), signal),
  ]);
  const parties = new Map<string, Party | null>(loaded.flatMap((map) => [...map]));
  for (const [id, owner] of owners) parties.set(id, parties.get(owner) ?? null);
  for (const id of [...ids.filter((one) => !found.has(one)), ...customers]) {
    const party = parties.get(id) ?? null;
    client.setQueryData(keyOf(id), party);
    found.set(id, party);
  }
  return found;
}

const keyOf = (id: string) => ['party', id] as const;

/** Calls a list once per hundred ids. */
async function inBatches<Row>(
  ids: readonly string[],
  load: (query: { ids: string; limit: number }) => PromiseLike<{ data: Row[] }>,
): Promise<Row[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, i) =>
    ids.slice(i * BATCH, (i + 1) * BATCH),
  );
  const pages = await Promise.all(batches.map((batch) => load({ ids: batch.join(), limit: BATCH })));
  return pages.flatMap(({ data }) => data);
}

/** Owners of the internal accounts of customers. */
async function ownersOf(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const accounts = await inBatches(ids, (query) => api.customers.internalAccounts.list(query, { signal }));
  return new Map(accounts.flatMap(({ id, customerId }) => (customerId ? [[id, customerId]] : [])));
}

async function customerParties(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Party>> {
  const customers = await inBatches(ids, (query) =>
    api.customers.list({ ...query, isIncludingDeleted: true }, { signal }),
  );
  return new Map(customers.map((one) => [one.id, { name: customerName(one), country: one.region }]));
}

/** Looks among the accounts of customers first, then for the remaining ids among those of the platform. */
async function accountParties(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Party>> {
  const ofCustomers = await inBatches(ids, (query) => api.customers.externalAccounts.list(query, { signal }));
  const known = new Set(ofCustomers.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const ofPlatform = await inBatches(others, (query) => api.platform.externalAccounts.list(query, { signal }));
  return new Map(
    [...ofCustomers, ...ofPlatform].flatMap((account) => {
      const party = partyOf(account);
      return party ? [[account.id, party]] : [];
    }),
  );
}
