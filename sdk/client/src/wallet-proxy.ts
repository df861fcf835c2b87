import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeListener } from '../../wallet/proxy/node-listener.ts';
import { type AccessOptions, proxyTo } from '../../wallet/proxy/proxy.ts';
import { type ForwardingOptions, forwardWith } from '../../wallet/proxy/upstream.ts';
import type { ClientBase } from './helpers.ts';

export interface WalletProxyOptions extends AccessOptions, ForwardingOptions {
  /** Client of the platform, whose credentials the proxy uses. */
  client: ClientBase;
}

/** Handler for servers with `Request` and `Response`, and for node:http and frameworks on it, such as Express. */
export interface WalletProxyHandler {
  (request: Request): Promise<Response>;
  /** Mount it before any body parser. */
  (request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Forwards wallet calls from the platform's pages to the service; mounted at `/wallet` by default. */
export function createWalletProxy({
  client,
  mountedAt = '/wallet',
  ...options
}: WalletProxyOptions): WalletProxyHandler {
  const upstream = forwardWith((path, init) => client.fetch(path, init), options);
  const proxy = proxyTo(upstream, { ...options, mountedAt });
  const listen = nodeListener(proxy);
  const handler = (request: Request | IncomingMessage, response?: ServerResponse) =>
    response ? listen(request as IncomingMessage, response) : proxy(request as Request);
  return handler as WalletProxyHandler;
}
