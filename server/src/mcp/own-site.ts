import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '../kernel/errors.ts';

/**
 * Rejects requests of foreign web pages, also of those whose domain was rebound to this server. A page cannot be
 * rebound to an address without a name.
 */
export function requireOwnSite({ host = '', origin }: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl);
  const name = hostnameOf(`http://${host}`);
  if (name !== own.hostname && name !== 'localhost' && isIP(name.replaceAll(/[[\]]/g, '')) === 0) {
    throw new ApiError('FORBIDDEN', 'The Host header names another server.', {
      hint: `Use ${own.origin}, or set PUBLIC_URL to the address that clients use.`,
    });
  }
  if (origin === undefined || origin === own.origin || /^https?:$/.test(schemeTo(origin, host))) return;
  throw new ApiError('FORBIDDEN', 'Pages of other origins may not call this address.', {
    hint: 'Call it from a server or a desktop client, which send no Origin.',
  });
}

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** Scheme of an origin on this host, or nothing. */
function schemeTo(origin: string, host: string): string {
  if (!URL.canParse(origin)) return '';
  const { protocol, host: from } = new URL(origin);
  return from === host.toLowerCase() ? protocol : '';
}
