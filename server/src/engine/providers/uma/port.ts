import type { Effect } from '../../../foundation/db/effects.ts';

export interface UmaQuery {
  platformId: string;
  /** Well-formed, in lower case. */
  umaAddress: string;
  /** The domain of the platform's customers. */
  umaDomain: string | undefined;
  /** The payer, disclosed to the other provider. */
  sender: { umaAddress: string };
}

export interface RequestedField {
  name: string;
  mandatory: boolean;
}

export interface UmaReceiver {
  /** BOOK: a customer of the platform itself, paid on the ledger. */
  rail: 'UMA' | 'BOOK';
  /** In the receiver's order of preference. Limits, where there are any, are in smallest units. */
  currencies: readonly { code: string; decimals?: number; min?: bigint; max?: bigint }[];
  requiredPayerDataFields: readonly RequestedField[];
  /** Set for receivers at another provider. Stored with the lookup as JSON. */
  counterparty?: UmaCounterparty;
}

/** The data from another provider's lookup response that a pay request is built from. */
export interface UmaCounterparty {
  domain: string;
  /** URL of the pay request. */
  callback: string;
  version: string;
  payer: string;
  payee: string;
  isSubjectToTravelRule: boolean;
  commentAllowed: number;
  /** Milli-satoshis per smallest unit of each currency, as estimated in the lookup. */
  multipliers: Readonly<Record<string, number>>;
}

export interface Uma {
  /** Undefined: the address does not exist. Throws an ApiError (412 or 424) when the lookup fails. */
  lookup(query: UmaQuery): Promise<UmaReceiver | undefined>;
  /** Details of a simulated receiver by their wire names. Other providers send them with the agreement of a payment. */
  payeeData?(umaAddress: string): Readonly<Record<string, unknown>> | undefined;
  /** Throws the ApiError (412 or 424) with which the provider of a Lightning address fails in a scenario. */
  requireLightning?(lightningAddress: string): void;
}

/** The fixed side: the amount sent in milli-satoshis, or the amount received in the receiver's currency. */
export type UmaLock = { side: 'SENDING'; msats: bigint } | { side: 'RECEIVING'; amount: bigint };

export interface UmaOrder {
  platformId: string;
  counterparty: UmaCounterparty;
  currency: string;
  lock: UmaLock;
  /** Details of the payer for the receiver, by their wire names. */
  information: Readonly<Record<string, unknown>>;
  /** Travel rule data, sent where the receiver is subject to it. */
  travelRule: Readonly<Record<string, unknown>>;
  /** Details of the receiver that the platform requires. */
  requestedFields: readonly RequestedField[];
  comment?: string | undefined;
}

/** The receiving provider's commitment to a payment. */
export interface UmaAgreement {
  invoice: string;
  msats: bigint;
  /** Amount received, in the receiver's currency. */
  received: bigint;
  /** Milli-satoshis per smallest unit of the receiver's currency. */
  multiplier: number;
  /** Fee of the receiving provider. */
  feeMsats: bigint;
  /** On the wall clock. */
  expiresAt: Date;
  /** Details of the receiver, by their wire names. */
  information: Record<string, unknown>;
  /** Notified once the invoice is paid. */
  callback?: { url: string; domain: string };
}

/** A verified lookup request of another provider. */
export interface UmaLookupRequest {
  /** The parsed request, which the response refers to. */
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

/** A verified pay request of another provider. */
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

/** The platform that a request is for, and the domain that it used. */
export interface UmaHost {
  platformId: string;
  domain: string;
}

/** The UMA protocol, as sender and as receiver. */
export interface UmaNetwork extends Uma {
  pay(order: UmaOrder): Promise<UmaAgreement>;
  /** Body of `/.well-known/lnurlpubkey`. */
  publicKeys(host: UmaHost): Promise<string>;
  configuration(): Promise<object>;
  verifyLookup(
    host: UmaHost,
    lookup: { user: string; query: Readonly<Record<string, string>> },
  ): Promise<UmaLookupRequest>;
  signLookupResponse(host: UmaHost, inquiry: UmaLookupRequest, profile: UmaProfile): Promise<string>;
  verifyPayRequest(host: UmaHost, body: unknown): Promise<UmaPayRequest>;
  signPayResponse(announcement: UmaPayRequest, commitment: UmaPayResponse): Promise<string>;
  /** A settlement callback: its sender and the outputs that settled the payment. */
  verifyCallback(host: UmaHost, body: unknown): Promise<{ domain: string; utxos: object[] }>;
  /** Sends a settlement callback. Throws where a retry may help. */
  notifySettled(host: UmaHost, callback: { url: string; domain: string }): Promise<void>;
  /** Validates an operator's keys and chains. The effect replaces the current ones. */
  replaceKeys(platformId: string, keys: OperatorKeys): Promise<Effect>;
}

/** Keys and certificate chains as PEM. */
export interface OperatorKeys {
  signingPrivateKeyPem: string;
  signingCertChainPem: string;
  encryptionPrivateKeyPem: string;
  encryptionCertChainPem: string;
}

export const domainOf = (umaAddress: string): string => umaAddress.slice(umaAddress.indexOf('@') + 1);
