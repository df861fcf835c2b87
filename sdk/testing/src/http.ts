export interface Credentials {
  /** URL of the API with its base path. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Rejected request of a helper: the message has the answer of the service. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly status: number;
  readonly code: string;

  constructor(request: string, status: number, answer: { code?: string; message?: string; details?: object }) {
    const details = answer.details ? ` ${JSON.stringify(answer.details)}` : '';
    super(`${request} answered ${status} ${answer.code ?? ''}: ${answer.message ?? ''}${details}`);
    this.status = status;
    this.code = answer.code ?? '';
  }
}

interface RequestOptions {
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Requests of the helpers themselves, which need no retries and no types of every operation. */
export class Http {
  readonly #credentials: Credentials;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  get<T>(path: string): Promise<T> {
    return this.request('GET', path);
  }

  post<T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.request('POST', path, { body, headers });
  }

  async request<T>(method: string, path: string, { body, headers }: RequestOptions = {}): Promise<T> {
    const { apiUrl, clientId, clientSecret } = this.#credentials;
    const isForm = body instanceof FormData;
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new SandboxError(`${method} ${path}`, response.status, answer ?? {});
    return answer;
  }
}
