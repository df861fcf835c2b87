import type { Connection } from './connection.ts';
import { request } from './request.ts';
import { parseRoutes } from './routes.ts';

type Methods = Record<string, unknown>;

/** Builds an object with a method for each route, nested by the namespaces in the names of the routes. */
export function buildMethods(connection: Connection, table: string): Methods {
  const root: Methods = {};
  for (const route of parseRoutes(table)) {
    const namespaces = route.name.split('.');
    const method = namespaces.pop() ?? '';
    let parent = root;
    for (const name of namespaces) {
      parent[name] ??= {};
      parent = parent[name] as Methods;
    }
    parent[method] = (...args: unknown[]) => request(connection, route, args);
  }
  return root;
}
