import { BASE_PATH } from '../../foundation/config.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { CredentialsRejected, RequestRejected, ServerUnreachable } from '../../foundation/runtime/errors.ts';

const TIMEOUT_MS = 30 * SECOND_MS;

export interface ApiCredentials {
  url: string;
  clientId: string;
  clientSecret: string;
}

interface SendOptions {
  body?: string | FormData;
  headers?: Record<string, string>;
  /** Seconds for which the server may wait before it responds. */
  wait?: number;
  signal?: AbortSignal | undefined;
}

interface RequestOptions extends Omit<SendOptions, 'body'> {
  body?: unknown;
}

export interface RawResponse {
  isJson: boolean;
  bytes: Buffer;
}

// biome-ignore lint/suspicious/noExplicitAny: responses are described by the OpenAPI document.
export type Json = any;

/** Calls the public API with the credentials of a platform. */
export class Api {
  readonly credentials: ApiCredentials;
  readonly #authorization: string;

  constructor(credentials: ApiCredentials, accessToken?: string) {
    this.credentials = credentials;
    const { clientId, clientSecret } = credentials;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    this.#authorization = accessToken ? `Bearer ${accessToken}` : basic;
  }

  get(path: string, options?: RequestOptions): Promise<Json> {
    return this.request('GET', path, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Json> {
    return this.request('POST', path, { body, ...options });
  }

  patch(path: string, body: unknown, options?: RequestOptions): Promise<Json> {
    return this.request('PATCH', path, { body, ...options });
  }

  delete(path: string): Promise<Json> {
    return this.request('DELETE', path);
  }

  /** Returns the body of a successful response. */
  async request(method: string, path: string, { body, headers, ...options }: RequestOptions = {}): Promise<Json> {
    const isForm = body instanceof FormData;
    const { bytes } = await this.send(method, path, {
      ...options,
      headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    return parsed(bytes.toString());
  }

  /** Sends a body unchanged, and returns the bytes of a successful response. */
  async send(method: string, path: string, { wait = 0, signal, ...init }: SendOptions = {}): Promise<RawResponse> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS + wait * SECOND_MS);
    const response = await fetch(`${this.credentials.url}${BASE_PATH}${path}`, {
      ...init,
      method,
      headers: { authorization: this.#authorization, ...init.headers },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    }).catch((error: Error) => this.#unreachable(error));
    const bytes = Buffer.from(await response.arrayBuffer().catch((error: Error) => this.#unreachable(error)));
    if (!response.ok) throw rejection(response.status, parsed(bytes.toString()), this.credentials.url);
    return { isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''), bytes };
  }

  /** The OpenAPI document of the server, which needs no credentials. */
  async document(): Promise<Json> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${this.credentials.url}/openapi.json`, { signal }).catch((error: Error) =>
      this.#unreachable(error),
    );
    if (response.ok) return response.json();
    throw new ServerUnreachable(`The server at ${this.credentials.url} has no OpenAPI document.`, {
      hint: 'Name the address of a Causeway server with --url.',
    });
  }

  #unreachable(error: Error): never {
    const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
    const reason = code ?? message ?? error.name;
    throw new ServerUnreachable(`The server at ${this.credentials.url} does not answer (${reason}).`, {
      hint: 'Start it with "causeway start", or name another one with --url.',
    });
  }
}

/** A proxy may respond with text instead of JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

function rejection(status: number, { code, message, details }: Json, url: string): Error {
  const fields = ((details?.errors ?? []) as { message: string }[]).map((one) => one.message);
  const text = fields.length > 0 ? fields.join(' ') : (message ?? `The server answered ${status}.`);
  if (status === 401 || status === 403) {
    const hint = 'Set CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET to a token of a sandbox platform of this server.';
    return new CredentialsRejected(text, { hint: details?.hint ?? hint, code });
  }
  if (status === 503) return new ServerUnreachable(text, { hint: 'Try again.', code });
  const hint = details?.hint ?? `See ${details?.docUrl ?? `${url}/docs`}`;
  return new RequestRejected(text, { hint, code });
}
