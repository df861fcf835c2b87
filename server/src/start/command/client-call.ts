import type { ClientCall } from './snippets.ts';

/** An operation as the client library calls it. */
export interface ClientRoute {
  /** Name of the method: `quotes.create`. */
  name: string;
  method: string;
  /** With braces in place of ids. */
  path: string;
  hasQuery: boolean;
  body: 'json' | 'form' | undefined;
}

/** A request of the log. */
interface SentRequest {
  method: string;
  /** Path template of the operation, below the base path. */
  route: string;
  path: string;
  requestBody?: unknown;
}

/**
 * The method of the client library that sends this request; undefined for forms, whose files the log does not keep. Runs in
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

/** Segments of the path in place of the names in the template. */
function idsIn(route: string, path: string): string[] {
  const given = path.replace(/^\/api\/[^/]+/, '').split('/');
  return route.split('/').flatMap((segment, i) => (segment.startsWith('{') ? [decoded(given[i] ?? '')] : []));
}

/** A segment that is not encoded correctly is shown as it was sent. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
