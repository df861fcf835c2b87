import type { UmaNetwork } from './port.ts';
import type { ProtocolOptions } from './protocol.ts';

/** Loads the UMA library on first use, so that services without UMA payments do not load it. */
export function umaNetwork(options: ProtocolOptions): UmaNetwork {
  let opened: Promise<UmaNetwork> | undefined;
  const protocol = (): Promise<UmaNetwork> => {
    opened ??= import('./protocol.ts').then(({ openProtocol }) => openProtocol(options));
    return opened;
  };
  return {
    lookup: async (query) => (await protocol()).lookup(query),
    pay: async (order) => (await protocol()).pay(order),
    publicKeys: async (host) => (await protocol()).publicKeys(host),
    configuration: async () => (await protocol()).configuration(),
    verifyLookup: async (host, lookup) => (await protocol()).verifyLookup(host, lookup),
    signLookupResponse: async (host, inquiry, profile) => (await protocol()).signLookupResponse(host, inquiry, profile),
    verifyPayRequest: async (host, body) => (await protocol()).verifyPayRequest(host, body),
    signPayResponse: async (announced, commitment) => (await protocol()).signPayResponse(announced, commitment),
    verifyCallback: async (host, body) => (await protocol()).verifyCallback(host, body),
    notifySettled: async (host, callback) => (await protocol()).notifySettled(host, callback),
    replaceKeys: async (platformId, keys) => (await protocol()).replaceKeys(platformId, keys),
  };
}
