import { fetchTransport, type Transport, WalletError, type WalletRequest } from '../../sdk/wallet/src/index.ts';

/** Header that authenticates requests, and the text without the secret that the page shows for it. */
export interface Credentials {
  header: string;
  value: string;
  shownValue: string;
  /** With `omit` the browser shows no login dialog when the service rejects a token. */
  credentials: RequestCredentials;
}

/** One request and its response, as sent and received. */
export interface Exchange {
  method: string;
  /** With the base URL of the API. */
  path: string;
  requestHeaders: Readonly<Record<string, string>>;
  requestBody: string | undefined;
  status: number;
  responseHeaders: Readonly<Record<string, string>>;
  responseBody: string;
}

const AUTHORIZATION = 'Authorization';
const SESSION = 'X-Console-Session';

export const isSecretHeader = (name: string): boolean => name === AUTHORIZATION || name === SESSION;

export function tokenCredentials(clientId: string, clientSecret: string): Credentials {
  const token = btoa(String.fromCharCode(...new TextEncoder().encode(`${clientId}:${clientSecret}`)));
  const shownValue = 'Basic base64(clientId:clientSecret)';
  return { header: AUTHORIZATION, value: `Basic ${token}`, shownValue, credentials: 'omit' };
}

/** The other half of the secret of a session is a cookie. */
export const sessionCredentials = (key: string): Credentials => ({
  header: SESSION,
  value: key,
  shownValue: '(half of the secret of this session)',
  credentials: 'same-origin',
});

/**
 * Sends requests of the wallet and of the page, and passes each to `onExchange`. Only a page of the sandbox may hold
 * credentials: elsewhere requests go through a proxy (sdk/wallet/proxy).
 */
export function recordingTransport(
  api: string,
  { header, value, shownValue, credentials }: Credentials,
  onExchange: (exchange: Exchange) => void,
): Transport {
  const send = fetchTransport(api, { headers: { [header]: value }, credentials });
  return async (request: WalletRequest) => {
    const response = await send(request);
    onExchange({
      method: request.method,
      path: api + request.path,
      requestHeaders: { [header]: shownValue, ...request.headers },
      requestBody: request.body,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers as Headers),
      responseBody: response.body,
    });
    return response;
  };
}

/** A call of the platform, in addition to those of the wallet. */
export async function request<T>(transport: Transport, method: string, path: string, body?: object): Promise<T> {
  const content = body && { body: JSON.stringify(body) };
  const headers = { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) };
  const response = await transport({ method, path, headers, ...content });
  const value = JSON.parse(response.body || '{}');
  if (response.status < 400) return value;
  throw rejection(response.status, value);
}

/** Error response of the service. */
export interface ErrorResponse {
  code?: string;
  message?: string;
  details?: { hint?: string };
}

export function rejection(status: number, { code = `HTTP_${status}`, message = '', details }: ErrorResponse) {
  const hint = details?.hint;
  return new WalletError('REJECTED', message, { rejection: { status, code, message, ...(hint && { hint }) } });
}
