import { refusal } from './refusal.ts';

export interface UpstreamOptions {
  /** The base of the API: `https://pay.example/api/2025-10-13`. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** The first word of the service's headers. */
  headerPrefix?: string;
  timeoutMs?: number;
}

export interface Forwarded {
  method: string;
  /** With its query, as it is spelled. */
  path: string;
  headers: Headers;
  body?: Uint8Array<ArrayBuffer>;
}

/** The service, with the credentials of the platform. */
export type Upstream = (request: Forwarded) => Promise<Response>;

const TIMEOUT_MS = 30_000;
const SENT = ['accept', 'content-type', 'idempotency-key', 'request-id'];
const RETURNED = ['content-type', 'idempotent-replayed', 'retry-after'];

/** Forwards byte for byte: of the headers, those that wallet calls have, and never a cookie. */
export function openUpstream({ apiUrl, clientId, clientSecret, ...options }: UpstreamOptions): Upstream {
  const { headerPrefix = 'Service', timeoutMs = TIMEOUT_MS } = options;
  const base = apiUrl.replace(/\/$/, '');
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const sent = [...SENT, `${headerPrefix}-Wallet-Signature`];
  return async ({ method, path, headers, body }) => {
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...picked(headers, sent), authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body }),
      });
      return await returned(response);
    } catch {
      return refusal(502, 'BAD_GATEWAY', 'The payments service did not answer.');
    }
  };
}

async function returned(response: Response): Promise<Response> {
  // Refused are the credentials of the platform, which the person in the browser can do nothing about.
  if (response.headers.has('www-authenticate')) {
    return refusal(500, 'INTERNAL_ERROR', 'The payments service refuses the credentials of this server.');
  }
  const { status } = response;
  const content = await response.arrayBuffer();
  const headers = { ...picked(response.headers, RETURNED), 'cache-control': 'no-store' };
  return new Response(content.byteLength > 0 ? content : null, { status, headers });
}

const picked = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));
