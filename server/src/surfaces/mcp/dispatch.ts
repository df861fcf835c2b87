import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { errorHelp } from '../../engine/docs/error-help.ts';
import { IDEMPOTENCY_HEADER } from '../../engine/http/idempotency.ts';
import type { Route } from '../../engine/http/route.ts';
import { urlOf } from '../../engine/http/route-url.ts';
import { ApiError, type ErrorCode } from '../../foundation/kernel/errors.ts';
import { failedResult, structuredResult, type ToolArguments, type ToolFailure } from './tool.ts';

/** The caller of a tool, as the API sees it. */
export interface ToolCaller {
  authorization: string;
  address: string;
}

interface Dispatch {
  app: FastifyInstance;
  basePath: string;
  caller: ToolCaller;
}

interface Operation {
  route: Route;
  given: ToolArguments;
  idempotencyKey?: string | undefined;
}

/** Sends the arguments as a request of the API, so that all of its checks, limits and records apply, and no others. */
export async function dispatch({ app, basePath, caller }: Dispatch, operation: Operation): Promise<CallToolResult> {
  const { route, idempotencyKey } = operation;
  const { path, query, body } = requestOf(route, operation.given);
  const { statusCode, body: text } = await app
    .inject({
      method: route.method,
      url: urlOf(basePath, { ...route, path }),
      query,
      headers: {
        authorization: caller.authorization,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
      },
      ...(body && { payload: JSON.stringify(body) }),
      remoteAddress: caller.address,
    })
    .catch(lost);
  const value = JSON.parse(text);
  return statusCode < 400 ? structuredResult(value, text) : failedResult(failureIn(value));
}

/** A fault of the sandbox has closed the connection in place of a response. */
function lost(): never {
  const hint = 'It may have succeeded. Repeat the call: a quote is paid once.';
  throw new ApiError('SERVICE_UNAVAILABLE', 'The answer of the operation was lost.', { hint });
}

/** Arguments that the path does not name belong to the body, or to the query of an operation without one. */
function requestOf(route: Route, given: ToolArguments) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(given[name]));
  const others = Object.entries(given).filter(([name]) => !route.path.includes(`{${name}}`));
  if (route.body) return { path, query: {}, body: Object.fromEntries(others) };
  return { path, query: Object.fromEntries(others.map(([name, value]) => [name, textOf(value)])), body: undefined };
}

/** An object may have a `toString` of its own, which is no function. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** An id has no other characters. Anything else is sent as a dash, which no operation accepts. */
const segment = (value: unknown): string => (typeof value === 'string' && /^[\w:-]+$/.test(value) ? value : '-');

interface ErrorBody {
  code: string;
  message: string;
  details?: { hint?: string; docUrl?: string; [member: string]: unknown } | undefined;
}

/** Names the code, the message and the way out, and keeps the other details, such as invalid fields. */
export function failureIn({ code, message, details: { hint, ...details } = {} }: ErrorBody): ToolFailure {
  const { docUrl } = details;
  const help = errorHelp[code as ErrorCode]?.fix ?? `See ${docUrl}.`;
  return { code, message, hint: hint ?? help, ...details };
}
