import { ownershipCheck } from './ownership.ts';
import { rejection } from './rejection.ts';
import type { ForwardedRequest, Upstream } from './upstream.ts';
import { findWalletCall } from './wallet-calls.ts';

export type WalletProxy = (request: Request) => Promise<Response>;

export interface AccessOptions {
  /**
   * The wallets of the user who sent this request, by the platform's own login; undefined if no user is logged in. The
   * browser can access these wallets and no others.
   */
  accountIdOf: (request: Request) => Wallets | Promise<Wallets>;
  /** Path of the proxy: `/wallet`. */
  mountedAt?: string;
  /** Allows further calls. The platform is responsible for checking that the user may make them. */
  alsoAllow?: (call: { method: string; path: string; body: string }, request: Request) => boolean | Promise<boolean>;
}

type Wallets = string | readonly string[] | undefined;

/** Far above the size of any wallet call. */
const MAX_BODY = 64 * 1024;

/** Forwards the allowed wallet calls of the platform's pages with `upstream`, and rejects all other requests. */
export function proxyTo(upstream: Upstream, options: AccessOptions): WalletProxy {
  const isOwn = ownershipCheck(upstream);
  return async (request) => {
    const target = targetOf(request, options.mountedAt);
    if (!target) return rejection(404, 'REFERENCE_NOT_FOUND', 'The path is not below that of the wallet proxy.');
    if (isCrossSite(request)) return rejection(403, 'FORBIDDEN', 'Pages of other sites may not use the wallet.');
    const wallets = await options.accountIdOf(request);
    if (!wallets?.length) return rejection(401, 'UNAUTHORIZED', 'No user is logged in.');
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > MAX_BODY) return rejection(413, 'INVALID_INPUT', `The body must have at most ${MAX_BODY} bytes.`);

    const { path, query } = target;
    const { method, headers } = request;
    const call = findWalletCall(method, path);
    const isAllowed = call
      ? await isOwn({ call, query: new URLSearchParams(query), body }, [wallets].flat())
      : await options.alsoAllow?.({ method, path: path + query, body: new TextDecoder().decode(body) }, request);
    if (isAllowed !== true) return notAllowed(call !== undefined);
    const forwarded: ForwardedRequest = { method, path: path + query, headers, ...(body.length > 0 && { body }) };
    return upstream(forwarded);
  };
}

function targetOf({ url }: Request, mountedAt = ''): { path: string; query: string } | undefined {
  const { pathname, search } = new URL(url);
  const mount = mountedAt.replace(/\/$/, '');
  return pathname.startsWith(`${mount}/`) ? { path: pathname.slice(mount.length), query: search } : undefined;
}

/** Requests of other sites are rejected: browsers may send the user's cookies with them. */
const isCrossSite = ({ headers }: Request): boolean => headers.get('sec-fetch-site') === 'cross-site';

const notAllowed = (isKnown: boolean): Response =>
  isKnown
    ? rejection(403, 'FORBIDDEN', 'The call is about a wallet of another user.')
    : rejection(404, 'REFERENCE_NOT_FOUND', 'This is not a wallet call.');
