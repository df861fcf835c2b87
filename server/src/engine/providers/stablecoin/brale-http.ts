import { createHash } from 'node:crypto';
import { addMs, type Clock, SECOND_MS } from '../../../foundation/kernel/clock.ts';
import { AccessDenied, type Credentials, type ProviderAccess, ProviderUnavailable } from './port.ts';

export interface BraleSettings {
  apiUrl: string;
  authUrl: string;
}

const TIMEOUT_MS = 15 * SECOND_MS;
/** Access tokens are renewed this long before they expire. */
const TOKEN_MARGIN_MS = 60 * SECOND_MS;
const MAX_TOKENS = 1_000;
const MAX_ANSWER = 1_000_000;

export type Json = Readonly<Record<string, unknown>>;

interface BraleRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  idempotencyKey?: string;
}

/** An error response of the provider. */
export class BraleRejection extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** HTTP client with OAuth client credentials. Access tokens are cached per client until they expire. */
export class BraleHttp {
  readonly #settings: BraleSettings;
  readonly #clock: Clock;
  readonly #tokens = new Map<string, { token: string; until: Date }>();

  constructor(settings: BraleSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  async call(credentials: Credentials, request: BraleRequest): Promise<Json> {
    const isCached = this.#tokens.has(keyOf(credentials));
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
    // The cached token may have been revoked: a new token shows whether the credentials are still valid.
    if (status === 401 && isCached) return this.call(credentials, request);
    if (status === 401 || status === 403) throw new AccessDenied('REVOKED');
    throw new BraleRejection(status, messageOf(body) ?? `the provider returned ${status}`);
  }

  async #token(credentials: Credentials): Promise<string> {
    const key = keyOf(credentials);
    const now = this.#clock.now();
    const cached = this.#tokens.get(key);
    if (cached && cached.until > now) return cached.token;
    const basic = Buffer.from(`${credentials.apiClientId}:${credentials.apiClientSecret}`).toString('base64');
    const { status, body } = await send(`${this.#settings.authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    if (status === 400 || status === 401) throw new AccessDenied('INVALID');
    if (status === 403) throw new AccessDenied('REVOKED');
    const { access_token: token, expires_in: seconds } = body;
    if (status >= 300 || typeof token !== 'string') throw new ProviderUnavailable(`no access token: status ${status}`);
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
    throw new ProviderUnavailable('the provider does not respond', { cause });
  }
  const { status } = response;
  if (status >= 500 || status === 429) throw new ProviderUnavailable(`the provider returned ${status}`);
  return { status, body: parse(text, status) };
}

function parse(text: string, status: number): Json {
  try {
    if (text.length <= MAX_ANSWER) return (text === '' ? {} : JSON.parse(text)) ?? {};
  } catch {
    // A proxy may respond without JSON; the response is judged by its status below.
  }
  if (status >= 400) return {};
  throw new ProviderUnavailable('the provider returned a response that is not JSON');
}

/** Error bodies have the format of JSON:API: `{errors: [{title, detail}]}`. */
function messageOf({ errors }: Json): string | undefined {
  const [first] = Array.isArray(errors) ? errors : [];
  return first?.detail ?? first?.title;
}
