import { platformRoutes } from '../../../../../sdk/client/src/generated/routes.ts';
import { parseRoutes } from '../../../../../sdk/client/src/routes.ts';
import type { ClientCall } from '../../../../../server/src/start/command/snippets.ts';
import { BASE_PATH } from '../../api/client.ts';
import { findMethod } from '../../forms/call-operation.ts';

/** One call of a flow, by the method of the client library. */
export interface FlowCall {
  name: string;
  /** Values of the path, in its order. */
  ids?: readonly string[];
  query?: Readonly<Record<string, string>>;
  body?: object;
}

/** The same call as a request. */
export interface FlowRequest {
  method: string;
  route: string;
  /** With the base path and the query. */
  path: string;
  /** As people read it: ids are not encoded. */
  shownPath: string;
  requestBody?: object;
  call: ClientCall;
}

const routes = new Map(parseRoutes(platformRoutes).map((route) => [route.name, route]));

export function requestOf({ name, ids = [], query, body }: FlowCall): FlowRequest {
  const route = routes.get(name);
  if (!route) throw new Error(`The API has no operation ${name}.`);
  const values = [...ids];
  const filled = route.path.replaceAll('{}', () => encodeURIComponent(values.shift() ?? ''));
  const search = query ? `?${new URLSearchParams(query)}` : '';
  return {
    method: route.method,
    route: route.path,
    path: BASE_PATH + filled + search,
    shownPath: decodeURIComponent(filled + search),
    ...(body && { requestBody: body }),
    call: { name, args: [...ids, ...(query ? [query] : []), ...(body ? [body] : [])] },
  };
}

/** Sends the call with the session of the console. */
export async function send(call: FlowCall): Promise<unknown> {
  const { name, args } = requestOf(call).call;
  const method = findMethod(name);
  if (!method) throw new Error(`The console cannot call ${name}.`);
  return await method(...args);
}
