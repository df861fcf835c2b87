import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_SESSION_HEADER } from '../../foundation/kernel/callers.ts';
import { addMs, monotonicMs } from '../../foundation/kernel/clock.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import { redactedKey, redactedPath, redactedRequest, redactedResponse } from './redaction.ts';
import type { Route } from './route.ts';
import { urlOf } from './route-url.ts';
import type { HttpOptions } from './server-options.ts';
import type { Trace } from './trace.ts';

/** Records metrics and the request log once per request, even if the client has disconnected. */
export function record(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): void {
  const trace = request.trace as Trace;
  if (trace.isRecorded) return;
  trace.isRecorded = true;
  const durationMs = monotonicMs() - trace.startedAt;
  const { method, path: route } = trace.route;
  options.metrics.requests.observe({ method, route, status: reply.statusCode }, durationMs);
  if (options.log.isLevelEnabled('debug')) {
    options.log.debug({ requestId: request.id, method, route, status: reply.statusCode, durationMs }, 'request');
  }
  const { caller } = trace;
  if (!caller || isConsoleRead(request)) return;
  options.requestLog.add(() => ({
    platformId: caller.platform.id,
    id: request.id,
    at: addMs(options.clock.now(), -durationMs),
    method: request.method,
    path: shownPath(options, request, trace.route),
    route,
    status: reply.statusCode,
    code: trace.code,
    durationMs,
    tokenId: caller.tokenId,
    idempotencyKey: redactedKey(trace.route, request.headers[IDEMPOTENCY_HEADER] as string | undefined),
    isReplay: trace.isReplay ?? false,
    warnings: trace.warnings,
    responseBytes: trace.responseText === undefined ? undefined : Buffer.byteLength(trace.responseText),
    ...bodiesOf(trace, request, reply),
  }));
}

/** Bodies of successful reads are not logged: redacting and storing a body costs more than the read itself. */
function bodiesOf({ route, responseText }: Trace, request: FastifyRequest, { statusCode }: FastifyReply) {
  if (isRead(request) && statusCode < 400) return { requestBody: undefined, responseBody: undefined };
  return {
    requestBody: redactedRequest(route, request.body),
    responseBody: redactedResponse(route, statusCode, responseText),
  };
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** Reads of the console are not logged: a console page that shows the log would fill it with its own requests. */
const isConsoleRead = (request: FastifyRequest): boolean =>
  isRead(request) && CONSOLE_SESSION_HEADER in request.headers && request.headers.authorization === undefined;

function shownPath({ basePath }: HttpOptions, { url, params }: FastifyRequest, route: Route): string {
  if (route.secretPath) return urlOf(basePath, route);
  return redactedPath(route, url.split('?')[0] ?? '', params);
}
