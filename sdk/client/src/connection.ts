import type { ConnectionOptions } from './options.ts';

/** Settings of a client with their defaults applied. */
export interface Connection extends Required<Omit<ConnectionOptions, 'baseUrl' | 'strict' | 'onRequest'>> {
  /** Base of the paths in the route table. */
  url: string;
  /** Sent with every request. */
  headers: Record<string, string>;
  onRequest: ConnectionOptions['onRequest'];
}

/** `basePath` is added to a base URL without a path. */
export function openConnection(options: ConnectionOptions, basePath: string, authorization?: string): Connection {
  const { baseUrl, strict = isSandboxHost(baseUrl), onRequest } = options;
  const url = baseUrl.replace(/\/+$/, '');
  return {
    url: new URL(url).pathname === '/' ? url + basePath : url,
    headers: {
      accept: 'application/json',
      ...(authorization && { authorization }),
      ...(strict && { prefer: 'handling=strict' }),
    },
    maxRetries: options.maxRetries ?? 3,
    timeoutMs: options.timeoutMs ?? 30_000,
    retryDelayMs: options.retryDelayMs ?? 250,
    // Wrapped, because browsers and Workers require that `this` of `fetch` is the global object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    onRequest,
  };
}

export function basicAuthorization(user: string, secret: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${secret}`)))}`;
}

const isSandboxHost = (baseUrl: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$|(^|\.)sandbox/.test(new URL(baseUrl).hostname);
