import type { Database } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Settlement } from '../settlement/port.ts';
import {
  answerLookup,
  answerPayRequest,
  configuration,
  publicKeys,
  readCallback,
  readLookup,
  readPayRequest,
  tellSettled,
} from './answers.ts';
import { Counterparties } from './counterparties.ts';
import { type UmaTransport, umaHttp } from './http.ts';
import { UmaKeyring } from './keys.ts';
import { lookUp } from './lookup.ts';
import { requestPayment } from './pay.ts';
import type { UmaNetwork } from './port.ts';
import type { Protocol } from './verification.ts';

export interface ProtocolOptions extends Pick<Protocol, 'isAllowed' | 'remember'> {
  db: Database;
  vault: Vault;
  clock: Clock;
  transport: UmaTransport;
  userAgent: string;
  settlement: Settlement;
}

/** Both sides of UMA, on its reference implementation. */
export function openProtocol({ transport, userAgent, ...options }: ProtocolOptions): UmaNetwork {
  const http = umaHttp(transport, userAgent);
  const keyring = new UmaKeyring(options);
  const needs: Protocol = { ...options, http, keyring, counterparties: new Counterparties(http, options.clock) };
  return {
    lookup: (query) => lookUp(needs, query),
    pay: (order) => requestPayment(needs, order),
    publicKeys: (host) => publicKeys(needs, host),
    configuration: async () => configuration(),
    readLookup: (host, asked) => readLookup(needs, host, asked),
    answerLookup: (host, inquiry, profile) => answerLookup(needs, host, inquiry, profile),
    readPayRequest: (host, body) => readPayRequest(needs, host, body),
    answerPayRequest: (announcement, commitment) => answerPayRequest(needs, announcement, commitment),
    readCallback: (host, body) => readCallback(needs, host, body),
    tellSettled: (host, callback) => tellSettled(needs, host, callback),
    keysGiven: async (platformId, keys) => keyring.given(platformId, keys),
  };
}
