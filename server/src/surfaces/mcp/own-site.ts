import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '../../foundation/kernel/errors.ts';

/**
 * Rejects requests from foreign web pages, including DNS rebinding. An IP address in Host is accepted, because
 * rebinding requires a domain.
 */
export function requireOwnSite({ host = '', origin }: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl);
  if (!isOwnHost(host, own)) {
    throw new ApiError('FORBIDDEN', 'The Host header names another server.', {
      reason: 'UNKNOWN_HOST',
      hint: `Use ${own.origin}, or set PUBLIC_URL to the address that clients use.`,
    });
  }
  const ownOrigins = [own.origin, `http://${host}`, `https://${host}`];
  if (origin !== undefined && !ownOrigins.includes(origin)) {
    throw new ApiError('FORBIDDEN', 'Pages of other origins may not call this address.', {
      reason: 'NOT_SAME_ORIGIN',
      hint: 'Call it from a server or a desktop client, which send no Origin.',
    });
  }
}

function isOwnHost(host: string, own: URL): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return [own.hostname, 'localhost'].includes(hostname) || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
}
