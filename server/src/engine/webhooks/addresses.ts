import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses allowed for an endpoint, and the resolver for its host name. */
export interface AddressPolicy {
  isAllowed(address: string): boolean;
  resolve(hostname: string): Promise<readonly string[]>;
  /** Error text for a rejected address: the rule and the way out. */
  rule: string;
}

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

type Range = readonly [network: string, prefix: number];

/** Addresses of this machine and its private networks. */
const nearby: readonly Range[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
];

/** Metadata and platform services of clouds, which issue credentials. Also rejected within `nearby`. */
const metadata: readonly Range[] = [
  ['168.63.129.16', 32],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
];

/**
 * IANA's special-purpose ranges, and ranges that embed IPv4 addresses. Hosts have IPv6 addresses in 2000::/3 only (RFC
 * 4291, section 2.4); the rest includes IPv4-compatible, IPv4-translated, NAT64 and multicast addresses.
 */
const special: readonly Range[] = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];

/** For production platforms: public internet hosts, resolved by name servers. */
export const publicAddresses: AddressPolicy = {
  isAllowed: (address) => isOutside(address, [nearbyList, metadataList, specialList]),
  resolve: askNameServers,
  rule: 'must lead to a host of the internet, not to this machine or a private network.',
};

/** For sandbox platforms on a shared server: the same policy as in production. */
export const sandboxPublicAddresses: AddressPolicy = {
  ...publicAddresses,
  rule: `${publicAddresses.rule} SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS=true on the server allows those to sandbox platforms.`,
};

/** For local development: also this machine and private networks, with its own resolver (hosts file, mDNS). */
export const localAddresses: AddressPolicy = {
  isAllowed: (address) =>
    isOutside(address, [metadataList, specialList]) ||
    (isOutside(address, [metadataList]) && isInside(address, nearbyList)),
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  rule: 'must lead to a host of the internet, to this machine or to a private network.',
};

/** True if the host is rejected without a lookup: a literal address, or a name of this machine (RFC 6761). */
export function isRejectedHost(hostname: string, policy: AddressPolicy): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = /(^|\.)localhost$/i.test(host) ? '127.0.0.1' : host;
  return isIP(address) !== 0 && !policy.isAllowed(address);
}

export const ADDRESS_NOT_ALLOWED = 'ADDRESS_NOT_ALLOWED';

export class AddressRejected extends Error {
  readonly code = ADDRESS_NOT_ALLOWED;
}

/** All allowed addresses of a host. A literal IP address resolves to itself. */
export async function allowedAddresses(hostname: string, policy: AddressPolicy): Promise<[string, ...string[]]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : await policy.resolve(host);
  const [first, ...others] = found.filter((address) => policy.isAllowed(address));
  if (!first) throw new AddressRejected('the endpoint has no address that may be connected to');
  return [first, ...others];
}

/** Avoids the thread pool of getaddrinfo, in which an unanswered query would delay other lookups. */
async function askNameServers(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (found.length === 0 && first?.status === 'rejected') throw first.reason;
  return found;
}

const nearbyList = blockList(nearby);
const metadataList = blockList(metadata);
const specialList = blockList(special);

/** One list per family, because a common list would match an IPv6 address by the IPv4 address that it maps to. */
type Ranges = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;

function blockList(ranges: readonly Range[]): Ranges {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [network, prefix] of ranges) {
    const family = familyOf(network);
    lists[family].addSubnet(network, prefix, family);
  }
  return lists;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Returns the IPv4 address of an IPv4-mapped IPv6 address, in any notation. */
function unmapped(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low].flatMap((part) => [...Buffer.from(part.padStart(4, '0'), 'hex')]).join('.');
}

function isInside(address: string, ranges: Ranges): boolean {
  const judged = unmapped(address);
  const family = familyOf(judged);
  return ranges[family].check(judged, family);
}

/** Addresses with a zone (RFC 4007) are link-local, so they are never allowed. */
const isOutside = (address: string, lists: readonly Ranges[]): boolean =>
  isIP(address) !== 0 && !address.includes('%') && !lists.some((ranges) => isInside(address, ranges));
