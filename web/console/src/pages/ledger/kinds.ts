import type { LedgerAccountKind } from '../../api/client.ts';

/** Kinds of accounts in plain words, as the API names them. */
const titles: Readonly<Record<LedgerAccountKind, string>> = {
  CUSTOMER: 'Customer accounts',
  PLATFORM: 'Platform accounts',
  RAIL_NOSTRO: 'Money at banks and rails',
  FEES_SERVICE: 'Fees of the service',
  FEES_PLATFORM: 'Platform fees in progress',
  FX_POSITION: 'Exchange position',
  TRANSIT_PAYOUT: 'Payouts in transit',
  TRANSIT_FUNDING: 'Funding in transit',
  SUSPENSE: 'Suspense',
  CARD_AUTHORIZED: 'Card authorizations',
  CARD_SETTLEMENT: 'Card settlement',
  RECEIVABLE: 'Receivables',
};

export const kindOptions = Object.entries(titles).map(([value, label]) => ({ value, label }));

export const titleOf = (kind: LedgerAccountKind): string => titles[kind];

/** Kind in the URL, or undefined if the text is not a kind. */
export const kindFrom = (text: string | undefined): LedgerAccountKind | undefined =>
  text !== undefined && Object.hasOwn(titles, text) ? (text as LedgerAccountKind) : undefined;

/** Path of a page with the filters that have a value. */
export function pathWith(path: string, filters: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}
