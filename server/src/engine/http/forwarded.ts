import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const PORT = /^(?:\[(.+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * Addresses reported by proxies, client first, from X-Forwarded-For or else Forwarded (RFC 7239). Removes ports, and
 * all entries left of an invalid one, because no proxy vouches for them.
 */
export function forwardedFor(headers: IncomingHttpHeaders): string | undefined {
  const { forwarded } = headers;
  const xForwardedFor = headers['x-forwarded-for'];
  const reported =
    xForwardedFor === undefined ? forwarded && fromForwarded(forwarded) : [xForwardedFor].flat().join(',').split(',');
  if (!reported) return undefined;
  const hops = reported.map(toAddress);
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ') || undefined;
}

function toAddress(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed, withPort] = PORT.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/** `for=192.0.2.43;proto=https, for="[2001:db8::1]:4711"` */
const fromForwarded = (header: string): string[] =>
  header.split(',').map((element) => /(?:^|;)\s*for="?([^";]*)"?/i.exec(element)?.[1] ?? '');
