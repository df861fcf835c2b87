import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Which addresses an endpoint may have, and who is asked for them. */
export interface AddressPolicy {
  isAllowed(address: string): boolean;
  resolve(hostname: string): Promise<readonly string[]>;
}

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

type Range = readonly [network: string, prefix: number];

/** This machine and the network around it. */
const nearby: readonly Range[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
];

/** What is no host of the internet either: IANA's special-purpose registries, and the ways to hide an IPv4 address. */
const special: readonly Range[] = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Real platforms: hosts of the internet, as its name servers tell them. */
export const publicAddresses: AddressPolicy = {
  isAllowed: (address) => isOutside(address, [nearbyList, specialList]),
  resolve: askNameServers,
};

/** Developers: their own machine and network as well, by the names that the machine knows. */
export const localAddresses: AddressPolicy = {
  isAllowed: (address) => isOutside(address, [specialList]) || isInside(address, nearbyList),
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
};

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/** Every address of the name that may be connected to; IP addresses stand for themselves. */
export async function allowedAddresses(hostname: string, policy: AddressPolicy): Promise<[string, ...string[]]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : await policy.resolve(host);
  const [first, ...others] = found.filter((address) => policy.isAllowed(address));
  if (!first) throw new AddressRefused('the endpoint has no address that may be connected to');
  return [first, ...others];
}

/** Without the threads of the machine's resolver: a name that nobody answers for holds up nobody else. */
async function askNameServers(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (found.length === 0 && first?.status === 'rejected') throw first.reason;
  return found;
}

const nearbyList = blockList(nearby);
const specialList = blockList(special);

function blockList(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, familyOf(network));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** An IPv4 address inside IPv6 is judged as what it is. */
function isInside(address: string, list: BlockList): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return list.check(mapped, familyOf(mapped));
}

const isOutside = (address: string, lists: readonly BlockList[]): boolean =>
  isIP(address) !== 0 && !lists.some((list) => isInside(address, list));
