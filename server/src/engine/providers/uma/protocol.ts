import type { Database } from '../../../foundation/db/database.ts';
import type { Vault } from '../../../foundation/db/vault.ts';
import type { Clock } from '../../../foundation/kernel/clock.ts';
import type { Settlement } from '../settlement/port.ts';
import { Counterparties } from './counterparties.ts';
import { type UmaTransport, umaHttp } from './http.ts';
import {
  configuration,
  notifySettled,
  publicKeys,
  signLookupResponse,
  signPayResponse,
  verifyCallback,
  verifyLookup,
  verifyPayRequest,
} from './incoming.ts';
import { UmaKeyring } from './keys.ts';
import { lookUp } from './lookup.ts';
import { requestPayment } from './pay.ts';
import type { UmaNetwork } from './port.ts';
import type { ProtocolDeps } from './verification.ts';

export interface ProtocolOptions extends Pick<ProtocolDeps, 'isAllowed' | 'recordRequest'> {
  db: Database;
  vault: Vault;
  clock: Clock;
  transport: UmaTransport;
  userAgent: string;
  settlement: Settlement;
}

/** Implements both sides of UMA with the reference SDK. */
export function openProtocol({ transport, userAgent, ...options }: ProtocolOptions): UmaNetwork {
  const http = umaHttp(transport, userAgent);
  const keyring = new UmaKeyring(options);
  const deps: ProtocolDeps = { ...options, http, keyring, counterparties: new Counterparties(http, options.clock) };
  return {
    lookup: (query) => lookUp(deps, query),
    pay: (order) => requestPayment(deps, order),
    publicKeys: (host) => publicKeys(deps, host),
    configuration: async () => configuration(),
    verifyLookup: (host, lookup) => verifyLookup(deps, host, lookup),
    signLookupResponse: (host, inquiry, profile) => signLookupResponse(deps, host, inquiry, profile),
    verifyPayRequest: (host, body) => verifyPayRequest(deps, host, body),
    signPayResponse: (announcement, commitment) => signPayResponse(deps, announcement, commitment),
    verifyCallback: (host, body) => verifyCallback(deps, host, body),
    notifySettled: (host, callback) => notifySettled(deps, host, callback),
    replaceKeys: async (platformId, keys) => keyring.replaceKeys(platformId, keys),
  };
}
