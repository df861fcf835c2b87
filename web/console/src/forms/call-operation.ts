import { api } from '../api/client.ts';
import type { PreparedRequest } from './prepared-request.ts';

type Method = (...inputs: unknown[]) => PromiseLike<unknown>;

/** Method of the client library by its name, `customers.create`; undefined if platforms cannot call it. */
export function findMethod(name: string): Method | undefined {
  let node: unknown = api;
  for (const part of name.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  return typeof node === 'function' ? (node as Method) : undefined;
}

/** Sends the request with the client library, which repeats it safely and reports the errors of the server. */
export async function callOperation({ operation, path, query, body }: PreparedRequest): Promise<unknown> {
  const method = findMethod(operation.clientMethod);
  if (!method) throw new Error(`${operation.operationId} is not available in the console.`);
  const hasQuery = operation.parameters.some((one) => one.in === 'query');
  return await method(...path, ...(hasQuery ? [query] : []), ...(operation.body ? [body ?? {}] : []));
}
