import { partsOf } from './id-text.ts';

/** Pages of resources by the type in their id. Without a page, the console lists the requests about a resource. */
const paths = new Map<string, (id: string) => string>([
  ['Transaction', (id) => `/payments/${id}`],
  ['CardTransaction', (id) => `/payments/${id}`],
  ['Quote', (id) => `/payments/${id.replace('Quote:', 'Transaction:')}`],
  ['Customer', (id) => `/customers/${id}`],
  ['Card', (id) => `/cards/${id}`],
  ['InternalAccount', (id) => `/ledger/accounts/${id}`],
  ['Webhook', (id) => `/developers/webhooks?event=${id}`],
  ['Message', () => '/sandbox'],
]);

/** Page of a resource, if the console has one. */
export const pathOfResource = (id: string): string | undefined => paths.get(partsOf(id).type)?.(id);

/** Page of a logged request, whose id is its X-Request-Id and has no type. */
export const pathOfRequest = (id: string): string => `/developers/requests?request=${id}`;

/** List of the requests that name a resource. */
export const pathOfRequestsAbout = (id: string): string => `/developers/requests?resourceId=${encodeURIComponent(id)}`;
