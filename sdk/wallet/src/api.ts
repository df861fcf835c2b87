import type { Context, Polling } from './context.ts';
import { noResponse, type WalletResponse } from './transport.ts';
import { type Rejection, WalletError } from './wallet-error.ts';

export interface Call {
  method: string;
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface ApiResponse<T> {
  status: number;
  body: T;
}

/** Statuses of an intermediate server whose upstream does not respond. */
const GATEWAY_TROUBLE = [502, 503, 504];

/** Sends a request, and repeats it, byte for byte, while the service responds with PROCESSING. */
export async function call<T>(context: Pick<Context, 'transport' | 'polling'>, request: Call): Promise<ApiResponse<T>> {
  const { firstDelayMs, maxDelayMs, maxRequests }: Polling = context.polling;
  for (let sent = 1, delayMs = firstDelayMs; ; sent++, delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    const response = await send(context, request);
    if (!isProcessing(response.body)) return response as ApiResponse<T>;
    if (sent >= maxRequests) {
      throw new WalletError('STILL_PROCESSING', 'The wallet service is still processing the request. Repeat it later.');
    }
    await pause(delayMs, request.signal);
  }
}

/** A body that both legs of a signed retry share: serialized once; a string is sent as it is. */
export const json = (value: unknown): Pick<Call, 'body' | 'headers'> => ({
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

async function send(
  { transport }: Pick<Context, 'transport'>,
  { headers = {}, ...rest }: Call,
): Promise<ApiResponse<unknown>> {
  const response = await transport({ ...rest, headers: { Accept: 'application/json', ...headers } }).catch((error) => {
    throw noResponse(error, rest.signal);
  });
  const { status } = response;
  if (GATEWAY_TROUBLE.includes(status)) throw noResponse(new Error(`status ${status}`));
  const body = parse(response);
  if (status < 400) return { status, body };
  const rejection = readRejection(response, body);
  throw new WalletError('REJECTED', rejection.reason ?? rejection.message, { rejection });
}

function parse({ status, body }: WalletResponse): unknown {
  if (!body) return undefined;
  try {
    return JSON.parse(body);
  } catch (cause) {
    if (status >= 400) return undefined;
    throw new WalletError('UNREADABLE', 'The response of the wallet service is not JSON.', { cause });
  }
}

interface ErrorBody {
  code?: string;
  message?: string;
  reason?: string;
  details?: { reason?: string; hint?: string };
}

function readRejection({ status, headers }: WalletResponse, body: unknown): Rejection {
  const { code, message, details, ...rest } = (body ?? {}) as ErrorBody;
  const reason = rest.reason ?? details?.reason;
  const retryAfterSeconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return {
    status,
    code: code ?? `HTTP_${status}`,
    message: message ?? `The wallet service answered ${status}.`,
    ...(reason && { reason }),
    ...(details?.hint && { hint: details.hint }),
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
  };
}

/** A resource with the status PROCESSING, such as an executed quote, has an id; the interim response has none. */
const isProcessing = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'PROCESSING' && !('id' in body);

export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(noResponse(signal?.reason, signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
