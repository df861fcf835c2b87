import { CausewayError, type ErrorDetails } from './causeway-error.ts';
import type { Connection } from './connection.ts';
import type { RequestOptions } from './options.ts';
import { pause } from './pause.ts';
import type { Route } from './routes.ts';

export interface Content {
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** A request that is the same, byte for byte, in every attempt. */
export interface OutgoingRequest extends Content {
  route: Route;
  /** With ids and query. */
  path: string;
  /** A repetition has no second effect. */
  isRepeatable: boolean;
  options: RequestOptions;
}

export interface ApiResponse<T = unknown> {
  value: T;
  status: number;
  /** The service had processed a request with this idempotency key before, and returned its response again. */
  isReplayed: boolean;
  /** Identifies the request in the request log of the service. */
  requestId: string | undefined;
}

/** Statuses after which it is unknown whether the request had an effect; undefined is no response. */
const UNCERTAIN: readonly (number | undefined)[] = [undefined, 502, 503, 504];
const GONE: readonly (number | undefined)[] = [404, 410];
const MAX_DELAY_MS = 8_000;
/** A longer `Retry-After` is left to the caller. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** Sends a request, and repeats it while that is safe and useful. */
export async function send(connection: Connection, request: OutgoingRequest): Promise<ApiResponse> {
  const { maxRetries = connection.maxRetries, signal } = request.options;
  let lost: CausewayError | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(connection, request, attempt);
    } catch (error) {
      if (!(error instanceof CausewayError)) throw error;
      // 401: an earlier attempt has used the challenge. Its outcome is unknown, so the lost response is reported.
      if (lost && error.status === 401 && isSigned(request)) throw lost;
      if (lost && GONE.includes(error.status) && request.route.isRemoval) return removed(error);
      const isUncertain = UNCERTAIN.includes(error.status);
      if (attempt > maxRetries || !(error.status === 429 || (isUncertain && request.isRepeatable))) throw error;
      if ((error.retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) throw error;
      if (isUncertain) lost = error;
      await pause(delayOf(error, connection.retryDelayMs * 2 ** (attempt - 1)), signal);
    }
  }
}

/** An earlier attempt, whose response was lost, has removed the resource. */
const removed = ({ requestId }: CausewayError): ApiResponse => ({
  value: undefined,
  status: 204,
  isReplayed: true,
  requestId,
});

const isSigned = ({ headers }: OutgoingRequest): boolean => 'request-id' in headers;

/** Adds jitter, so that clients that failed at the same time do not retry at the same time. */
const delayOf = ({ retryAfterSeconds = 0 }: CausewayError, backoffMs: number): number =>
  Math.max(retryAfterSeconds * 1_000, Math.min(backoffMs, MAX_DELAY_MS) * (0.5 + Math.random() / 2));

async function sendOnce(connection: Connection, request: OutgoingRequest, attempt: number): Promise<ApiResponse> {
  const { path, route } = request;
  const { name: operation, method } = route;
  const startedAt = Date.now();
  let response: Response | undefined;
  const requestId = () => response?.headers.get('x-request-id') ?? undefined;
  try {
    const [received, content] = await exchange(connection, request);
    response = received;
    return read(received, { content, requestId: requestId(), operation });
  } finally {
    const durationMs = Date.now() - startedAt;
    connection.onRequest?.({
      ...{ operation, method, path, attempt, durationMs },
      status: response?.status,
      requestId: requestId(),
    });
  }
}

/** One request and its whole response, within the time limit. */
async function exchange(connection: Connection, request: OutgoingRequest): Promise<[Response, string | Blob]> {
  const { options, route, path, headers, body } = request;
  const { name: operation, method } = route;
  const { signal, timeoutMs = connection.timeoutMs } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(abort, timeoutMs);
  try {
    const response = await connection.fetch(connection.url + path, {
      method,
      headers: { ...connection.headers, ...headers, ...options.headers },
      // A redirect would send credentials and payments to another address.
      redirect: 'manual',
      signal: controller.signal,
      ...(body !== undefined && { body }),
    });
    return [response, await (route.isFile && response.ok ? response.blob() : response.text())];
  } catch (cause) {
    signal?.throwIfAborted();
    throw controller.signal.aborted
      ? new CausewayError({ code: 'TIMED_OUT', message: `${operation}: no response within ${timeoutMs} ms`, cause })
      : new CausewayError({ code: 'NO_RESPONSE', message: `${operation}: no response from ${connection.url}`, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

interface Received {
  content: string | Blob;
  requestId: string | undefined;
  operation: string;
}

function read({ status, ok, headers }: Response, { content, requestId, operation }: Received): ApiResponse {
  const value = typeof content === 'string' ? parse(content) : content;
  if (ok && (value !== undefined || !content)) {
    return { value, status, isReplayed: headers.get('idempotent-replayed') === 'true', requestId };
  }
  const { code, message, reason, details } = (value ?? {}) as ErrorBody;
  throw new CausewayError({
    code: code ?? 'UNREADABLE',
    message: `${operation}: ${message ?? `the response with status ${status} is not from the service`}`,
    details: { ...(reason && { reason }), ...details },
    ...{ status, requestId, retryAfterSeconds: secondsUntil(headers.get('retry-after')) },
  });
}

interface ErrorBody {
  code?: string;
  message?: string;
  reason?: string;
  details?: ErrorDetails;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller accepts an empty response and rejects any other text.
    return undefined;
  }
}

/** `Retry-After` is a number of seconds, or a date in the responses of proxies. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter);
  const value = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(value) ? undefined : Math.max(value, 0);
}
