import { fetchTransport, type Transport, WalletError, type WalletRequest } from '../../sdk/wallet/src/index.ts';

export interface Token {
  clientId: string;
  clientSecret: string;
}

/** One request and its answer, as sent and received. */
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

/** Shown in place of the secret. */
const AUTHORIZATION = 'Basic base64(clientId:clientSecret)';

/**
 * Sends the requests of the wallet and of the page, and passes each to `onExchange`. Only a page of the sandbox may hold
 * a token: elsewhere requests go through a proxy (sdk/wallet/proxy).
 */
export function recordingTransport(
  api: string,
  { clientId, clientSecret }: Token,
  onExchange: (exchange: Exchange) => void,
): Transport {
  const token = btoa(String.fromCharCode(...new TextEncoder().encode(`${clientId}:${clientSecret}`)));
  // With `omit` the browser shows no login dialog when the service rejects the token.
  const send = fetchTransport(api, { headers: { Authorization: `Basic ${token}` }, credentials: 'omit' });
  return async (request: WalletRequest) => {
    const response = await send(request);
    onExchange({
      method: request.method,
      path: api + request.path,
      requestHeaders: { Authorization: AUTHORIZATION, ...request.headers },
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
  const answer = JSON.parse(response.body || '{}');
  if (response.status < 400) return answer;
  const { status } = response;
  const { code = `HTTP_${status}`, message = '', details } = answer;
  throw new WalletError('REJECTED', message, { rejection: { status, code, message, hint: details?.hint } });
}
