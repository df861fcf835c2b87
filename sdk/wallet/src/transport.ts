import { WalletError } from './wallet-error.ts';

/** One HTTP request. The transport must not change the bytes of `body`. */
export interface WalletRequest {
  method: string;
  /** Relative to the base URL of the API, such as `/auth/credentials`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

export interface WalletResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
  body: string;
}

/** Sends requests to the service, in a browser through the platform's server. Rejects if there is no response. */
export type Transport = (request: WalletRequest) => Promise<WalletResponse>;

export interface FetchTransportOptions {
  /** Sent with every request, such as a CSRF token. */
  headers?: Readonly<Record<string, string>>;
  credentials?: RequestCredentials;
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** Sends requests with `fetch` to the platform's proxy at `baseUrl`. */
export function fetchTransport(
  baseUrl: string,
  { headers: common = {}, credentials = 'same-origin', timeoutMs = TIMEOUT_MS }: FetchTransportOptions = {},
): Transport {
  return async ({ method, path, headers, body, signal }) => {
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    try {
      const response = await fetch(baseUrl.replace(/\/$/, '') + path, {
        method,
        headers: { ...common, ...headers },
        credentials,
        redirect: 'error',
        cache: 'no-store',
        signal: controller.signal,
        ...(body !== undefined && { body }),
      });
      return { status: response.status, headers: response.headers, body: await response.text() };
    } catch (cause) {
      throw noResponse(cause, signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
}

/** The WalletError for an error of a transport. */
export function noResponse(cause: unknown, signal?: AbortSignal): WalletError {
  if (cause instanceof WalletError) return cause;
  if (signal?.aborted) return new WalletError('CANCELLED', 'The call was aborted.', { cause });
  return new WalletError('NETWORK', 'The wallet service did not answer.', { cause });
}
