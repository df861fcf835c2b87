import type { Contract } from './contract.ts';
import { exchange } from './exchange.ts';

interface ClientOptions {
  url: string;
  basePath: string;
  clientId: string;
  clientSecret: string;
  platformId: string;
  tokenId: string;
  /** Access token of an agent, instead of id and secret. */
  accessToken?: string | undefined;
  /** Validates every response, so that no test passes with an undocumented response. */
  contract?: Contract | undefined;
}

export interface Answer<T = any> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface RequestOptions {
  /** JSON, or a form. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Body to send unchanged, instead of JSON. */
  raw?: string | Uint8Array;
}

/** Platforms that have sent a request since they were last audited. */
export const activePlatforms = new Set<string>();

/** A platform's backend, with HTTP Basic over a real socket; or an agent of it, with its access token. */
export class Client implements ClientOptions {
  readonly url: string;
  readonly basePath: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly platformId: string;
  readonly tokenId: string;
  readonly accessToken: string | undefined;
  readonly contract: Contract | undefined;

  constructor(options: ClientOptions) {
    this.url = options.url;
    this.basePath = options.basePath;
    this.clientId = options.clientId;
    this.clientSecret = options.clientSecret;
    this.platformId = options.platformId;
    this.tokenId = options.tokenId;
    this.accessToken = options.accessToken;
    this.contract = options.contract;
  }

  get authorization(): string {
    if (this.accessToken) return `Bearer ${this.accessToken}`;
    return `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`;
  }

  /** The same credentials against another process. */
  at(url: string): Client {
    return new Client({ ...this, url });
  }

  with(credentials: { clientId: string; clientSecret: string }): Client {
    return new Client({ ...this, ...credentials });
  }

  get<T = any>(path: string, options?: RequestOptions): Promise<Answer<T>> {
    return this.request('GET', path, options);
  }

  post<T = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>> {
    return this.request('POST', path, { body, ...options });
  }

  patch<T = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>> {
    return this.request('PATCH', path, { body, ...options });
  }

  delete<T = any>(path: string, options?: RequestOptions): Promise<Answer<T>> {
    return this.request('DELETE', path, options);
  }

  async request<T = any>(
    method: string,
    path: string,
    { body, headers, raw }: RequestOptions = {},
  ): Promise<Answer<T>> {
    activePlatforms.add(this.platformId);
    const payload = body instanceof FormData ? await multipart(body) : json(raw ?? JSON.stringify(body));
    const {
      status,
      headers: received,
      text,
    } = await exchange(`${this.url}${this.basePath}${path}`, {
      method,
      headers: { authorization: this.authorization, ...payload.headers, ...headers },
      body: payload.body,
    });
    this.contract?.check({ method, path: `${this.basePath}${path}`, status, headers: received, text });
    const isJson = received.get('content-type')?.includes('json') ?? false;
    return { status, headers: received, text, body: isJson && text ? JSON.parse(text) : text };
  }
}

interface Payload {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

const json = (body: string | Uint8Array | undefined): Payload =>
  body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };

async function multipart(form: FormData): Promise<Payload> {
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}
