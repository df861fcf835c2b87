import { type AccessOptions, proxyTo, type WalletProxy } from './proxy.ts';
import { openUpstream, type UpstreamOptions } from './upstream.ts';

export { nodeListener } from './node-listener.ts';
export type { WalletProxy } from './proxy.ts';

export interface WalletProxyOptions extends UpstreamOptions, AccessOptions {}

/** Forwards wallet calls from the platform's pages to the service; the secret stays on the platform's server. */
export const createWalletProxy = (options: WalletProxyOptions): WalletProxy => proxyTo(openUpstream(options), options);
