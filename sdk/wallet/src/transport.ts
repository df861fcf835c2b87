import { WalletError } from './wallet-error.ts';

/** One HTTP request; `body` must arrive byte for byte. */
export interface WalletRequest {
  method: string;
  /** Below the base of the API, such as `/auth/credentials`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

export interface WalletResponse {
  status: number;
  /** `get` is all that is asked of it. */
  headers: Pick<Headers, 'get'>;
  body: string;
}

/** Carries requests to the service, in a browser by way of the platform's server. Rejects where there is no answer. */
export type Transport = (request: WalletRequest) => Promise<WalletResponse>;

export interface FetchTransportOptions {
  /** Sent with every request, such as a token against forged requests. */
  headers?: Readonly<Record<string, string>>;
  credentials?: RequestCredentials;
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** Sends to `baseUrl` + path with `fetch`, where the proxy of the platform listens. */
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
      throw noAnswer(cause, signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
}

/** Whatever a transport threw, in our words. */
export function noAnswer(cause: unknown, signal?: AbortSignal): WalletError {
  if (cause instanceof WalletError) return cause;
  if (signal?.aborted) return new WalletError('CANCELLED', 'The call was called off.', { cause });
  return new WalletError('NETWORK', 'The wallet service did not answer.', { cause });
}
