import type { Effect } from '../../../foundation/db/effects.ts';

export interface UmaQuery {
  platformId: string;
  /** Well-formed and in lower case. */
  umaAddress: string;
  /** Domain of the platform's customers. */
  umaDomain: string | undefined;
  /** Payer, disclosed to the other provider. */
  sender: { umaAddress: string };
}

export interface RequestedField {
  name: string;
  mandatory: boolean;
}

export interface UmaReceiver {
  /** BOOK: a customer of the same platform, paid on the ledger. */
  rail: 'UMA' | 'BOOK';
  /** In the receiver's order of preference. Limits are optional, in smallest units. */
  currencies: readonly { code: string; decimals?: number; min?: bigint; max?: bigint }[];
  requiredPayerDataFields: readonly RequestedField[];
  /** Set for receivers at another provider; stored with the lookup as JSON. */
  counterparty?: UmaCounterparty;
}

/** Data of another provider's lookup response, from which a pay request is built. */
export interface UmaCounterparty {
  domain: string;
  /** URL for the pay request. */
  callback: string;
  version: string;
  payer: string;
  payee: string;
  isSubjectToTravelRule: boolean;
  commentAllowed: number;
  /** Milli-satoshis per smallest unit of each currency, as estimated by the lookup. */
  multipliers: Readonly<Record<string, number>>;
}

export interface Uma {
  /** Returns undefined if the address does not exist. Throws an ApiError (412 or 424) if the lookup fails. */
  lookup(query: UmaQuery): Promise<UmaReceiver | undefined>;
  /** Details of a simulated receiver, by UMA name. Real providers send these details when they agree to a payment. */
  payeeData?(umaAddress: string): Readonly<Record<string, unknown>> | undefined;
  /** Throws the ApiError (412 or 424) of the scenario in which the provider of this Lightning address fails. */
  requireLightning?(lightningAddress: string): void;
}

/** Locked side of a payment: milli-satoshis sent, or the amount received in the receiver's currency. */
export type UmaLock = { side: 'SENDING'; msats: bigint } | { side: 'RECEIVING'; amount: bigint };

export interface UmaOrder {
  platformId: string;
  counterparty: UmaCounterparty;
  currency: string;
  lock: UmaLock;
  /** Payer details for the receiver, by UMA name. */
  information: Readonly<Record<string, unknown>>;
  /** Travel rule data, sent if the receiver is subject to the travel rule. */
  travelRule: Readonly<Record<string, unknown>>;
  /** Receiver details that the platform requires. */
  requestedFields: readonly RequestedField[];
  comment?: string | undefined;
}

/** Commitment of the receiving provider to a payment. */
export interface UmaAgreement {
  invoice: string;
  msats: bigint;
  /** Amount received, in the receiver's currency. */
  received: bigint;
  /** Milli-satoshis per smallest unit of the receiver's currency. */
  multiplier: number;
  /** Fee of the receiving provider. */
  feeMsats: bigint;
  /** Real time, not the clock of the platform. */
  expiresAt: Date;
  /** Receiver details, by UMA name. */
  information: Record<string, unknown>;
  /** URL to notify once the invoice is paid. */
  callback?: { url: string; domain: string };
}

/** A verified lookup request from another provider. */
export interface UmaLookupRequest {
  /** Parsed request, from which the response is built. */
  token: object;
  domain: string;
}

export interface UmaProfile {
  callback: string;
  umaAddress: string;
  currencies: readonly {
    code: string;
    name: string;
    symbol: string;
    decimals: number;
    multiplier: number;
    min: number;
    max: number;
  }[];
  requestedFields: readonly RequestedField[];
  isSubjectToTravelRule: boolean;
}

/** A verified pay request from another provider. */
export interface UmaPayRequest {
  token: object;
  domain: string;
  payer: string;
  currency: string;
  lock: UmaLock;
  information: Record<string, unknown>;
  requestedFields: RequestedField[];
  comment: string | undefined;
  travelRule: string | undefined;
  callback: string | undefined;
}

export interface UmaPayResponse {
  platformId: string;
  umaAddress: string;
  currency: string;
  decimals: number;
  multiplier: number;
  invoice: string;
  callback: string;
  information: Readonly<Record<string, unknown>>;
}

/** Platform to which a request is addressed, and the domain in its URL. */
export interface UmaHost {
  platformId: string;
  domain: string;
}

/** The UMA protocol on both the sending and the receiving side. */
export interface UmaNetwork extends Uma {
  pay(order: UmaOrder): Promise<UmaAgreement>;
  /** Returns the body of `/.well-known/lnurlpubkey`. */
  publicKeys(host: UmaHost): Promise<string>;
  configuration(): Promise<object>;
  verifyLookup(
    host: UmaHost,
    lookup: { user: string; query: Readonly<Record<string, string>> },
  ): Promise<UmaLookupRequest>;
  signLookupResponse(host: UmaHost, inquiry: UmaLookupRequest, profile: UmaProfile): Promise<string>;
  verifyPayRequest(host: UmaHost, body: unknown): Promise<UmaPayRequest>;
  signPayResponse(announcement: UmaPayRequest, commitment: UmaPayResponse): Promise<string>;
  /** Verifies a settlement callback. Returns its sender and the outputs that settled the payment. */
  verifyCallback(host: UmaHost, body: unknown): Promise<{ domain: string; utxos: object[] }>;
  /** Sends a settlement callback. Throws if a retry may help. */
  notifySettled(host: UmaHost, callback: { url: string; domain: string }): Promise<void>;
  /** Validates an operator's keys and chains. Returns the effect that replaces the current keys. */
  replaceKeys(platformId: string, keys: OperatorKeys): Promise<Effect>;
}

/** Private keys and certificate chains in PEM. */
export interface OperatorKeys {
  signingPrivateKeyPem: string;
  signingCertChainPem: string;
  encryptionPrivateKeyPem: string;
  encryptionCertChainPem: string;
}

export const domainOf = (umaAddress: string): string => umaAddress.slice(umaAddress.indexOf('@') + 1);
