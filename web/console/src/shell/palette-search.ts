import { api, type SearchResult } from '../api/client.ts';
import { shortId } from '../parts/id-text.ts';
import { wordsOf } from '../parts/status-text.ts';
import type { Choice } from './palette.tsx';

const requestPath = (id: string): string => `/developers/requests?request=${id}`;
const requestsOf = (id: string): string => `/developers/requests?resourceId=${encodeURIComponent(id)}`;

/** Pages of resources by the type in their id. Other resources are shown by the requests that name them. */
export const resourcePaths: Readonly<Record<string, (id: string) => string>> = {
  Transaction: (id) => `/payments/${id}`,
  Quote: (id) => `/payments/${id.replace('Quote:', 'Transaction:')}`,
  Customer: (id) => `/customers/${id}`,
  Card: (id) => `/cards/${id}`,
  Webhook: (id) => `/developers/webhooks?event=${id}`,
};

/** Page of a resource, if the console has one. */
export const pathOfResource = (id: string): string | undefined => resourcePaths[id.split(':')[0] ?? '']?.(id);

/** Resources that a text names: an id, a part of one, a name, an email address or a reference. */
export async function searchSource(text: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api.search.list({ q: text }, { signal });
  return data.map(choiceOf);
}

const choiceOf = ({ type, id, title, subtitle }: SearchResult): Choice => ({
  label: title,
  note: [shortId(id), subtitle].filter(Boolean).join(' · '),
  kind: wordsOf(type),
  href: type === 'REQUEST' ? requestPath(id) : (pathOfResource(id) ?? requestsOf(id)),
});
