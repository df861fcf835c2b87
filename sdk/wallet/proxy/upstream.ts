import { rejection } from './rejection.ts';

export interface ForwardingOptions {
  /** Prefix of the service's headers, `Service` by default. */
  headerPrefix?: string;
  timeoutMs?: number;
}

export interface UpstreamOptions extends ForwardingOptions {
  /** Address of the service, such as `https://pay.example`; the path of the API version is added if it has none. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface ForwardedRequest {
  method: string;
  /** With the query, byte for byte. */
  path: string;
  headers: Headers;
  body?: Uint8Array<ArrayBuffer>;
}

/** Calls the service with the credentials of the platform. */
export type Upstream = (request: ForwardedRequest) => Promise<Response>;

const BASE_PATH = '/api/2025-10-13';
const TIMEOUT_MS = 30_000;
const SENT = ['accept', 'content-type', 'idempotency-key', 'request-id'];
const RETURNED = ['content-type', 'idempotent-replayed', 'retry-after'];

/** Sends a request with the credentials of the platform; `path` begins below the base URL of the API. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

export function openUpstream({ apiUrl, clientId, clientSecret, ...options }: UpstreamOptions): Upstream {
  const base = new URL(apiUrl).pathname === '/' ? new URL(BASE_PATH, apiUrl).href : apiUrl.replace(/\/$/, '');
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const send: Send = (path, init) => fetch(base + path, { ...init, headers: { ...init.headers, authorization } });
  return forwardWith(send, options);
}

/** Forwards the body byte for byte and only the headers of wallet calls; no cookies. */
export function forwardWith(
  send: Send,
  { headerPrefix = 'Service', timeoutMs = TIMEOUT_MS }: ForwardingOptions,
): Upstream {
  const sent = [...SENT, `${headerPrefix}-Wallet-Signature`];
  return async ({ method, path, headers, body }) => {
    try {
      const response = await send(path, {
        method,
        headers: picked(headers, sent),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body }),
      });
      return await responseOf(response);
    } catch {
      // Network errors and timeouts: the browser needs no details.
      return rejection(502, 'BAD_GATEWAY', 'The payments service did not answer.');
    }
  };
}

async function responseOf(response: Response): Promise<Response> {
  // The service rejects the credentials of the platform, which the user cannot correct.
  if (response.headers.has('www-authenticate')) {
    return rejection(500, 'INTERNAL_ERROR', 'The payments service rejects the credentials of this server.');
  }
  const { status } = response;
  const content = await response.arrayBuffer();
  const headers = { ...picked(response.headers, RETURNED), 'cache-control': 'no-store' };
  return new Response(content.byteLength > 0 ? content : null, { status, headers });
}

const picked = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));
