import type { ClientCall } from './snippets.ts';

/** An operation with its method in the client library. */
export interface ClientRoute {
  /** Name of the method: `quotes.create`. */
  name: string;
  method: string;
  /** Path template, with names in braces in place of ids. */
  path: string;
  hasQuery: boolean;
  body: 'json' | 'form' | undefined;
}

/** A request in the request log. */
interface SentRequest {
  method: string;
  /** Path template of the operation, below the base path. */
  route: string;
  path: string;
  requestBody?: unknown;
}

/**
 * The client library method that sends this request; undefined for forms, because the log does not keep files. Runs in
 * browsers as well.
 */
export function clientCallOf(sent: SentRequest, routes: readonly ClientRoute[]): ClientCall | undefined {
  const { method, route, path, requestBody } = sent;
  const template = route.replaceAll(/\{\w+\}/g, '{}');
  const found = routes.find((one) => one.method === method && one.path === template);
  if (!found || found.body === 'form') return undefined;
  const query = found.hasQuery && found.body ? [{}] : [];
  const body = found.body && requestBody !== null && requestBody !== undefined ? [requestBody] : [];
  return { name: found.name, args: [...idsIn(route, path), ...query, ...body] };
}

/** Path segments at the positions of names in the template. */
function idsIn(route: string, path: string): string[] {
  const given = path.replace(/^\/api\/[^/]+/, '').split('/');
  return route.split('/').flatMap((segment, i) => (segment.startsWith('{') ? [decoded(given[i] ?? '')] : []));
}

/** A segment with invalid encoding is shown as sent. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
