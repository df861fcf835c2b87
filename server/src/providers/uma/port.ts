import type { Effect } from '../../db/effects.ts';

export interface UmaQuery {
  platformId: string;
  /** Well-formed, in lower case. */
  umaAddress: string;
  /** The domain that the platform has configured for its customers. */
  umaDomain: string | undefined;
  /** Who asks, as the counterparty is told. */
  sender: { umaAddress: string };
}

export interface FieldWish {
  name: string;
  mandatory: boolean;
}

export interface UmaReceiver {
  /** BOOK: a customer of ours, whose money never leaves the house. */
  rail: 'UMA' | 'BOOK';
  /** In the receiver's order of preference; limits in smallest units, where the counterparty names any. */
  currencies: readonly { code: string; decimals?: number; min?: bigint; max?: bigint }[];
  requiredPayerDataFields: readonly FieldWish[];
  /** Of a receiver at another provider: what its pay request is made from. Kept with the lookup, as JSON. */
  counterparty?: UmaCounterparty;
}

/** What another provider has told of a receiver. */
export interface UmaCounterparty {
  domain: string;
  /** Where the pay request goes. */
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
  /** None: nobody has this address. What keeps us from knowing is an ApiError: 412 and 424. */
  lookup(query: UmaQuery): Promise<UmaReceiver | undefined>;
}

/** What is locked: what the payer gives, in milli-satoshis, or what the receiver gets, in its own currency. */
export type UmaLock = { side: 'SENDING'; msats: bigint } | { side: 'RECEIVING'; amount: bigint };

export interface UmaOrder {
  platformId: string;
  counterparty: UmaCounterparty;
  currency: string;
  lock: UmaLock;
  /** What the receiver is told of the payer, by the names of the wire. */
  information: Readonly<Record<string, unknown>>;
  /** What the authorities want to travel along, where the receiver is subject to that. */
  travelRule: Readonly<Record<string, unknown>>;
  /** What is wanted of the receiver. */
  asked: readonly FieldWish[];
  comment?: string | undefined;
}

/** What the receiving provider committed itself to. */
export interface UmaAgreement {
  invoice: string;
  msats: bigint;
  /** What arrives, in the receiver's currency. */
  received: bigint;
  /** Milli-satoshis per smallest unit of the receiver's currency, and what it takes beside. */
  multiplier: number;
  feeMsats: bigint;
  /** On the wall. */
  expiresAt: Date;
  /** Of the receiver, by the names of the wire. */
  information: Record<string, unknown>;
  /** Who is told once it is paid. */
  callback?: { url: string; domain: string };
}

/** A lookup of another provider: its signature, moment and nonce are good. */
export interface UmaInquiry {
  /** For the answer, which must fit it. */
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
  asked: readonly FieldWish[];
  isSubjectToTravelRule: boolean;
}

/** A pay request of another provider: its signature, moment and nonce are good. */
export interface UmaAnnouncement {
  token: object;
  domain: string;
  payer: string;
  currency: string;
  lock: UmaLock;
  information: Record<string, unknown>;
  asked: FieldWish[];
  comment: string | undefined;
  travelRule: string | undefined;
  callback: string | undefined;
}

export interface UmaCommitment {
  platformId: string;
  umaAddress: string;
  currency: string;
  decimals: number;
  multiplier: number;
  invoice: string;
  callback: string;
  information: Readonly<Record<string, unknown>>;
}

/** The platform that is asked, and the domain under which. */
export interface UmaHost {
  platformId: string;
  domain: string;
}

/** The protocol, from both sides. */
export interface UmaNetwork extends Uma {
  pay(order: UmaOrder): Promise<UmaAgreement>;
  /** What `/.well-known/lnurlpubkey` shows. */
  publicKeys(host: UmaHost): Promise<string>;
  configuration(): Promise<object>;
  readLookup(host: UmaHost, asked: { user: string; query: Readonly<Record<string, string>> }): Promise<UmaInquiry>;
  answerLookup(host: UmaHost, inquiry: UmaInquiry, profile: UmaProfile): Promise<string>;
  readPayRequest(host: UmaHost, body: unknown): Promise<UmaAnnouncement>;
  answerPayRequest(announcement: UmaAnnouncement, commitment: UmaCommitment): Promise<string>;
  /** Who says that it has been paid, or has paid, and over which outputs. */
  readCallback(host: UmaHost, body: unknown): Promise<{ domain: string; utxos: object[] }>;
  /** Tells the other side the same. */
  tellSettled(host: UmaHost, callback: { url: string; domain: string }): Promise<void>;
  /** Checks an operator's keys and chains; the effect puts them in place of those there are. */
  keysGiven(platformId: string, keys: GivenKeys): Promise<Effect>;
}

/** As an operator has them: PEM. */
export interface GivenKeys {
  signingPrivateKeyPem: string;
  signingCertChainPem: string;
  encryptionPrivateKeyPem: string;
  encryptionCertChainPem: string;
}

export const domainOf = (umaAddress: string): string => umaAddress.slice(umaAddress.indexOf('@') + 1);
