import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { errorHelp } from '../../engine/docs/error-help.ts';
import { IDEMPOTENCY_HEADER } from '../../engine/http/idempotency.ts';
import type { Route } from '../../engine/http/route.ts';
import { urlOf } from '../../engine/http/route-url.ts';
import { ApiError, type ErrorCode } from '../../foundation/kernel/errors.ts';
import { failedResult, structuredResult, type ToolArguments, type ToolFailure } from './tool.ts';

/** The caller of a tool, as the API authenticates it. */
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

/** Sends the arguments as an API request, so that the same checks, limits and records apply. */
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

/** Reports that a sandbox fault closed the connection instead of responding. */
function lost(): never {
  const hint = 'It may have succeeded. Repeat the call: a quote is paid once.';
  throw new ApiError('SERVICE_UNAVAILABLE', 'The answer of the operation was lost.', { hint });
}

/** Arguments outside the path are members of the body, or of the query if the operation has no body. */
function requestOf(route: Route, given: ToolArguments) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(given[name]));
  const others = Object.entries(given).filter(([name]) => !route.path.includes(`{${name}}`));
  if (route.body) return { path, query: {}, body: Object.fromEntries(others) };
  return { path, query: Object.fromEntries(others.map(([name, value]) => [name, textOf(value)])), body: undefined };
}

/** JSON.stringify for objects: their `toString` may come from the arguments. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Sends a dash for values with characters that no id contains; every operation rejects it. */
const segment = (value: unknown): string => (typeof value === 'string' && /^[\w:-]+$/.test(value) ? value : '-');

interface ErrorBody {
  code: string;
  message: string;
  details?: { hint?: string; docUrl?: string; [member: string]: unknown } | undefined;
}

/** Returns the code, the message with its hint, and the other details, such as invalid fields. */
export function failureIn({ code, message, details: { hint, ...details } = {} }: ErrorBody): ToolFailure {
  const { docUrl } = details;
  const help = errorHelp[code as ErrorCode]?.fix ?? `See ${docUrl}.`;
  return { code, message, hint: hint ?? help, ...details };
}
