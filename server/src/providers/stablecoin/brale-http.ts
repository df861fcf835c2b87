import { createHash } from 'node:crypto';
import { addMs, type Clock, SECOND_MS } from '../../kernel/clock.ts';
import { AccessRefused, type Credentials, type ProviderAccess, ProviderDown } from './port.ts';

export interface BraleSettings {
  apiUrl: string;
  authUrl: string;
}

const TIMEOUT_MS = 15 * SECOND_MS;
/** A token is given up this long before it expires. */
const TOKEN_MARGIN_MS = 60 * SECOND_MS;
const MAX_TOKENS = 1_000;
const MAX_ANSWER = 1_000_000;

export type Json = Readonly<Record<string, unknown>>;

export interface BraleRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  idempotencyKey?: string;
}

/** The word of the provider on a request that it understood and will not do. */
export class BraleRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** HTTP with the provider: OAuth client credentials, one token per client for as long as it is good. */
export class BraleHttp {
  readonly #settings: BraleSettings;
  readonly #clock: Clock;
  readonly #tokens = new Map<string, { token: string; until: Date }>();

  constructor(settings: BraleSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  async call(credentials: Credentials, request: BraleRequest): Promise<Json> {
    const isKnown = this.#tokens.has(keyOf(credentials));
    const token = await this.#token(credentials);
    const { status, body } = await send(`${this.#settings.apiUrl}${request.path}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(request.body && { 'content-type': 'application/json' }),
        ...(request.idempotencyKey && { 'idempotency-key': request.idempotencyKey }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
    });
    if (status < 300) return body;
    if (status === 401) this.#tokens.delete(keyOf(credentials));
    // A token may end before its time: the next one tells whether the credentials have ended with it.
    if (status === 401 && isKnown) return this.call(credentials, request);
    if (status === 401 || status === 403) throw new AccessRefused('REVOKED');
    throw new BraleRefusal(status, messageOf(body) ?? `the provider answered ${status}`);
  }

  /** Credentials that have never been any good are INVALID; those that stop being good later are REVOKED. */
  async #token(credentials: Credentials): Promise<string> {
    const key = keyOf(credentials);
    const now = this.#clock.now();
    const known = this.#tokens.get(key);
    if (known && known.until > now) return known.token;
    const basic = Buffer.from(`${credentials.apiClientId}:${credentials.apiClientSecret}`).toString('base64');
    const { status, body } = await send(`${this.#settings.authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    if (status === 400 || status === 401) throw new AccessRefused('INVALID');
    if (status === 403) throw new AccessRefused('REVOKED');
    const { access_token: token, expires_in: seconds } = body;
    if (status >= 300 || typeof token !== 'string') throw new ProviderDown(`no access token: status ${status}`);
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.clear();
    this.#tokens.set(key, { token, until: addMs(now, Number(seconds ?? 0) * SECOND_MS - TOKEN_MARGIN_MS) });
    return token;
  }
}

export const accountPath = ({ accountId }: Pick<ProviderAccess, 'accountId'>): string =>
  `/accounts/${encodeURIComponent(accountId)}`;

const keyOf = ({ apiClientId, apiClientSecret }: Credentials): string =>
  createHash('sha256').update(`${apiClientId}\n${apiClientSecret}`).digest('hex');

async function send(url: string, init: RequestInit): Promise<{ status: number; body: Json }> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (cause) {
    throw new ProviderDown('the provider does not answer', { cause });
  }
  const { status } = response;
  if (status >= 500 || status === 429) throw new ProviderDown(`the provider answered ${status}`);
  return { status, body: parse(text, status) };
}

function parse(text: string, status: number): Json {
  try {
    if (text.length <= MAX_ANSWER) return (text === '' ? {} : JSON.parse(text)) ?? {};
  } catch {
    // Falls through: an answer that is no JSON is not one of the API's.
  }
  if (status >= 400) return {};
  throw new ProviderDown('the provider answered with something else than JSON');
}

/** Errors are JSON:API: `{errors: [{title, detail}]}`. */
function messageOf({ errors }: Json): string | undefined {
  const [first] = Array.isArray(errors) ? errors : [];
  return first?.detail ?? first?.title;
}
