import type { Choice } from './palette.tsx';

/** Pages of resources by the type in their id. */
export const resourcePaths: Readonly<Record<string, (id: string) => string>> = {
  Transaction: (id) => `/payments/${id}`,
  Quote: (id) => `/payments/${id.replace('Quote:', 'Transaction:')}`,
  Customer: (id) => `/customers/${id}`,
  Card: (id) => `/cards/${id}`,
};

/** Page of a resource, if the console has one. */
export const pathOfResource = (id: string): string | undefined => resourcePaths[id.split(':')[0] ?? '']?.(id);

/** Resources that a text names. A pasted id opens its page. */
export async function searchSource(text: string, _signal: AbortSignal): Promise<Choice[]> {
  const href = pathOfResource(text);
  return href ? [{ label: text, kind: 'Resource', href }] : [];
}
