import { BASE_PATH, platformRoutes } from '../../../../sdk/client/src/generated/routes.ts';
import { parseRoutes } from '../../../../sdk/client/src/routes.ts';
import type { ClientCall } from '../../../../server/src/command/snippets.ts';

interface SentRequest {
  method: string;
  /** Path template of the operation. */
  route: string;
  path: string;
  requestBody?: unknown;
}

const routes = parseRoutes(platformRoutes);

/** The method of the client library that sends this request; undefined for forms, whose files the log does not keep. */
export function clientCallOf({ method, route, path, requestBody }: SentRequest): ClientCall | undefined {
  const template = route.replaceAll(/\{\w+\}/g, '{}');
  const found = routes.find((one) => one.method === method && one.path === template);
  if (!found || found.body === 'form') return undefined;
  const query = found.hasQuery && found.body ? [{}] : [];
  const body = found.body && requestBody !== null && requestBody !== undefined ? [requestBody] : [];
  return { name: found.name, args: [...idsIn(route, path), ...query, ...body] };
}

/** Segments of the path in place of the names in the template. */
function idsIn(route: string, path: string): string[] {
  const given = path.slice(path.startsWith(BASE_PATH) ? BASE_PATH.length : 0).split('/');
  return route.split('/').flatMap((segment, i) => (segment.startsWith('{') ? [decoded(given[i] ?? '')] : []));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
