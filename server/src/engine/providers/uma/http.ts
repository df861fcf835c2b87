import { SECOND_MS } from '../../../foundation/kernel/clock.ts';

const LOOKUP_TIMEOUT_MS = 10 * SECOND_MS;
/** Longer than other timeouts, because the receiving platform may have to approve the payment first. */
const PAY_TIMEOUT_MS = 20 * SECOND_MS;
const CALLBACK_TIMEOUT_MS = 5 * SECOND_MS;
const MAX_ANSWER_BYTES = 128 * 1_024;

interface UmaHttpRequest {
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  maxResponseBytes: number;
}

export interface UmaResponse {
  status: number;
  answer: string;
}

/** HTTP transport that connects only to allowed addresses and follows no redirects (webhooks/transport.ts). */
export interface UmaTransport {
  get(request: UmaHttpRequest): Promise<UmaResponse>;
  post(request: UmaHttpRequest & { body: string }): Promise<UmaResponse>;
}

export interface UmaHttp {
  get(domain: string, pathAndQuery: string): Promise<UmaResponse>;
  pay(url: string, body: string): Promise<UmaResponse>;
  notify(url: string, body: string): Promise<UmaResponse>;
}

/** Local hosts, for which no authority issues certificates. Plain http is allowed for these only. */
const isLocal = (host: string): boolean => /^(localhost|127\.0\.0\.1|.*\.local|.*\.internal)(:\d+)?$/.test(host);

export const schemeOf = (domain: string): 'http' | 'https' => (isLocal(domain) ? 'http' : 'https');

/** True for an https URL, or an http URL of a local host. */
export function isCallable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLocal(host)));
}

export function umaHttp(transport: UmaTransport, userAgent: string): UmaHttp {
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const post = (url: string, body: string, timeoutMs: number): Promise<UmaResponse> =>
    transport.post({
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      timeoutMs,
      maxResponseBytes: MAX_ANSWER_BYTES,
    });
  return {
    get: (domain, pathAndQuery) =>
      transport.get({
        url: `${schemeOf(domain)}://${domain}${pathAndQuery}`,
        headers,
        timeoutMs: LOOKUP_TIMEOUT_MS,
        maxResponseBytes: MAX_ANSWER_BYTES,
      }),
    pay: (url, body) => post(url, body, PAY_TIMEOUT_MS),
    notify: (url, body) => post(url, body, CALLBACK_TIMEOUT_MS),
  };
}
