import { ownershipCheck } from './ownership.ts';
import { refusal } from './refusal.ts';
import { type Forwarded, openUpstream, type UpstreamOptions } from './upstream.ts';
import { findWalletCall } from './wallet-calls.ts';

export { nodeListener } from './node-listener.ts';

export interface WalletProxyOptions extends UpstreamOptions {
  /**
   * The wallet of whoever sent this request, by the platform's own login; several where they have several, undefined
   * where nobody is logged in. A browser reaches these wallets and no others.
   */
  accountIdOf: (request: Request) => Wallets | Promise<Wallets>;
  /** Where the proxy listens: `/wallet`. */
  mountedAt?: string;
  /** Lets calls through that are not of the wallet's own list: the platform vouches for each that it allows. */
  alsoAllow?: (call: { method: string; path: string; body: string }, request: Request) => boolean | Promise<boolean>;
}

type Wallets = string | readonly string[] | undefined;

/** Far more than any wallet call has. */
const MAX_BODY = 64 * 1024;

/** Stands on the platform's server between its pages and the service: the secret stays here, wallet calls go through. */
export function createWalletProxy(options: WalletProxyOptions): (request: Request) => Promise<Response> {
  const upstream = openUpstream(options);
  const isOwn = ownershipCheck(upstream);
  return async (request) => {
    const place = placeOf(request, options.mountedAt);
    if (!place) return refusal(404, 'REFERENCE_NOT_FOUND', 'There is nothing at this address.');
    if (isForeign(request)) return refusal(403, 'FORBIDDEN', 'Pages of other sites may not use the wallet.');
    const wallets = await options.accountIdOf(request);
    if (!wallets?.length) return refusal(401, 'UNAUTHORIZED', 'Nobody is logged in here.');
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > MAX_BODY) return refusal(413, 'INVALID_INPUT', 'No wallet call is as long as this.');

    const { path, query } = place;
    const { method, headers } = request;
    const call = findWalletCall(method, path);
    const isAllowed = call
      ? await isOwn({ call, query: new URLSearchParams(query), body }, [wallets].flat())
      : await options.alsoAllow?.({ method, path: path + query, body: new TextDecoder().decode(body) }, request);
    if (isAllowed !== true) return notAllowed(call !== undefined);
    const forwarded: Forwarded = { method, path: path + query, headers, ...(body.length > 0 && { body }) };
    return upstream(forwarded);
  };
}

function placeOf({ url }: Request, mountedAt = ''): { path: string; query: string } | undefined {
  const { pathname, search } = new URL(url);
  const mount = mountedAt.replace(/\/$/, '');
  return pathname.startsWith(`${mount}/`) ? { path: pathname.slice(mount.length), query: search } : undefined;
}

/** Browsers say where a request comes from; a cookie would go along from anywhere. */
const isForeign = ({ headers }: Request): boolean => headers.get('sec-fetch-site') === 'cross-site';

const notAllowed = (isKnown: boolean): Response =>
  isKnown
    ? refusal(403, 'FORBIDDEN', 'This is not of a wallet of whoever is logged in.')
    : refusal(404, 'REFERENCE_NOT_FOUND', 'This is no call of a wallet.');
