import { BlockList, isIP } from 'node:net';

export interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV6_GROUPS = 8;
/** Internet providers assign each customer at least an IPv6 /64 (RFC 6177). */
const CUSTOMER_GROUPS = 4;

/** Parses an address, or a network as `address/prefix` (RFC 4632). */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const bits = version === 4 ? 32 : 128;
  const length = Number(prefix ?? bits);
  return length > bits ? undefined : { address, prefix: length, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Returns a function that checks whether an address is in one of these networks. */
export function memberOf(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (given) => {
    const address = plainAddress(given);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Converts the IPv4-mapped addresses that dual-stack sockets report to IPv4. */
const plainAddress = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/** Key for rate limits: an IPv4 address, or the /64 of an IPv6 address, because one caller may own all of it. */
export function addressGroup(given: string): string {
  const address = plainAddress(given);
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.replace(/%.*$/, '').split('::');
  const groups = left.split(':').filter(Boolean);
  const missing = right === undefined ? 0 : IPV6_GROUPS - groups.length - right.split(':').filter(Boolean).length;
  const whole = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(right ?? '').split(':')];
  const network = whole.slice(0, CUSTOMER_GROUPS).map((group) => Number.parseInt(group || '0', 16).toString(16));
  return `${network.join(':')}::/64`;
}

const inLoopback = memberOf([
  { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '::1', prefix: 128, family: 'ipv6' },
]);

/** True for addresses and names that only this machine can reach. */
export const isLoopback = (host: string): boolean => (isIP(host) === 0 ? host === 'localhost' : inLoopback(host));
