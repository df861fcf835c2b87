import type { UmaNetwork } from './port.ts';
import type { ProtocolOptions } from './protocol.ts';

/** The protocol, loaded when it is first spoken: a service that never does pays nothing for it. */
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
    readLookup: async (host, asked) => (await protocol()).readLookup(host, asked),
    answerLookup: async (host, inquiry, profile) => (await protocol()).answerLookup(host, inquiry, profile),
    readPayRequest: async (host, body) => (await protocol()).readPayRequest(host, body),
    answerPayRequest: async (announced, commitment) => (await protocol()).answerPayRequest(announced, commitment),
    readCallback: async (host, body) => (await protocol()).readCallback(host, body),
    tellSettled: async (host, callback) => (await protocol()).tellSettled(host, callback),
    keysGiven: async (platformId, keys) => (await protocol()).keysGiven(platformId, keys),
  };
}
