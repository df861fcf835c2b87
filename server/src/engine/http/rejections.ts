import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { toApiError } from './api-errors.ts';
import { readBasic } from './credentials.ts';
import { errorBody } from './idempotency.ts';
import { record } from './recording.ts';
import { dropResponse, onWire } from './responses.ts';
import type { HttpOptions } from './server-options.ts';

const MAX_CLAIMED_ID = 100;

export function respondWithError(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const rejection = toApiError(error);
  // Logs unexpected errors as failures, and outages as warnings.
  if (rejection.status >= 500 && rejection !== error)
    options.log.error({ requestId: request.id, err: error }, 'request failed');
  else if (rejection.status === 503) options.log.warn({ requestId: request.id, err: error }, 'request rejected');
  const { trace } = request;
  if (trace && isRejectedLogin(request, rejection)) logRejectedLogin(options, request, rejection);
  const text = onWire(options, rejection.status, rejectionText(options, request, rejection));
  if (trace) Object.assign(trace, { code: rejection.code, responseText: text });
  reply.status(rejection.status);
  if (trace?.losesResponse) dropResponse(reply);
  else
    reply
      .headers(rejection.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(text);
  if (trace) record(options, request, reply);
  return reply;
}

/** True if the request was rejected for its credentials. */
function isRejectedLogin({ trace, headers }: FastifyRequest, { status }: ApiError): boolean {
  if (!trace || trace.caller || trace.operator || trace.route.access === 'PUBLIC') return false;
  return headers.authorization !== undefined && (status === 401 || status === 429);
}

/** Logs the address and the claimed id, never the secret. */
function logRejectedLogin({ log }: HttpOptions, request: FastifyRequest, { message, details }: ApiError): void {
  const { trace, headers, id: requestId, ip: address } = request;
  const access = trace?.route.access;
  const credentials = access === 'OPERATOR' ? 'operator' : access === 'AGENT' ? 'agent' : 'platform';
  const claimedId = access === 'AGENT' ? undefined : claimedIdOf(headers.authorization);
  log.warn({ requestId, credentials, claimedId, address, reason: details?.reason ?? message }, 'login rejected');
}

/** Returns undefined if the header contains no Basic credentials. */
function claimedIdOf(authorization: string | undefined): string | undefined {
  try {
    return readBasic(authorization).username.slice(0, MAX_CLAIMED_ID);
  } catch {
    return undefined;
  }
}

export function rejectionText({ docUrl }: HttpOptions, { id }: FastifyRequest, rejection: ApiError): string {
  const details = {
    ...rejection.details,
    docUrl: docUrl(rejection.code),
    ...(rejection.status === 500 && { requestId: id }),
  };
  const { code, message, status } = rejection;
  return JSON.stringify(errorBody(new ApiError(code, message, details, { status })));
}

/** Responds to input that the HTTP parser rejects: sends an error in the usual format and closes the connection. */
export function respondToMalformedRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = malformedRequestStatus[error.code ?? ''] ?? { status: 400, text: 'Bad Request' };
  const rejection = new ApiError('INVALID_REQUEST_FORMAT', status.text, undefined, { status: status.status });
  const body = JSON.stringify(errorBody(rejection));
  const head = [`HTTP/1.1 ${status.status} ${status.text}`, 'Content-Type: application/json; charset=utf-8'];
  socket.end(
    `${head.join('\r\n')}\r\nX-Request-Id: ${uuidv7()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const malformedRequestStatus: Record<string, { status: number; text: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, text: 'Request Header Fields Too Large' },
};
