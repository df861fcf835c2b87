import type { Upstream } from './upstream.ts';
import type { WalletCall } from './wallet-calls.ts';

interface OwnershipQuery {
  call: WalletCall;
  query: URLSearchParams;
  body: Uint8Array;
}

/** Entries in the cache of owners, which never change. */
const MAX_KNOWN = 10_000;

/** Whether a call is about one of these accounts; reads the owner from the service if the call does not name it. */
export function ownershipCheck(upstream: Upstream) {
  const known = new Map<string, string>();
  return async (
    { call: { subject, id = '' }, query, body }: OwnershipQuery,
    accountIds: readonly string[],
  ): Promise<boolean> => {
    if (subject.in === 'query') return isOneOf(accountIds, onlyValue(query, subject.name));
    if (subject.in === 'body') return isOneOf(accountIds, memberOf(body, subject.name));
    if (subject.in === 'path') return isOneOf(accountIds, id);
    if (isOneOf(accountIds, known.get(id))) return true;
    const owner = await (subject.in === 'quote'
      ? ownerOfQuote(upstream, id)
      : ownerAmong(upstream, { path: subject.path, id, accountIds }));
    if (!isOneOf(accountIds, owner)) return false;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(id, owner);
    return true;
  };
}

const isOneOf = (accountIds: readonly string[], id: unknown): id is string =>
  typeof id === 'string' && accountIds.includes(id);

/** Further or repeated parameters could be interpreted differently by the service. */
function onlyValue(query: URLSearchParams, name: string): string | undefined {
  const entries = [...query];
  return entries.length === 1 && entries[0]?.[0] === name ? entries[0][1] : undefined;
}

/** A body that is not JSON has no members; the service rejects it. */
function memberOf(body: Uint8Array, name: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))?.[name];
  } catch {
    return undefined;
  }
}

async function ownerOfQuote(upstream: Upstream, id: string): Promise<unknown> {
  const quote = await read<{ source?: { accountId?: string } }>(upstream, `/quotes/${encodeURIComponent(id)}`);
  return quote?.source?.accountId;
}

interface ListedItem {
  path: string;
  id: string;
  accountIds: readonly string[];
}

async function ownerAmong(upstream: Upstream, { path, id, accountIds }: ListedItem): Promise<string | undefined> {
  for (const accountId of accountIds) {
    const list = await read<{ data?: { id: string }[] }>(
      upstream,
      `${path}?accountId=${encodeURIComponent(accountId)}`,
    );
    if (list?.data?.some((item) => item.id === id)) return accountId;
  }
  return undefined;
}

async function read<T>(upstream: Upstream, path: string): Promise<T | undefined> {
  const response = await upstream({ method: 'GET', path, headers: new Headers({ accept: 'application/json' }) });
  return response.ok ? ((await response.json()) as T) : undefined;
}
