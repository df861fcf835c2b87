import type { CheckName } from '../account-checks.ts';
import type { SignatureKind } from '../wallet-signatures.ts';
import type { BeneficiaryRules } from './beneficiaries.ts';
import type { Field } from './fields.ts';

export const paymentRails = [
  'ACH',
  'BANK_TRANSFER',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'MOBILE_MONEY',
  'NEFT',
  'PAYNOW',
  'PIX',
  'RTGS',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UPI',
  'WIRE',
] as const;
export type PaymentRail = (typeof paymentRails)[number];

/** One way to pay an account: the rails that serve it, and what they need beyond the required fields. */
export interface Way {
  readonly rails: readonly PaymentRail[];
  readonly needs: readonly string[];
  /** Fields that must have one of these values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Fields that must have none of these values. */
  readonly never?: Readonly<Record<string, readonly string[]>>;
  readonly beneficiary?: 'BUSINESS';
}

/** What one field must look like, told by the value of another. */
export interface Forms {
  readonly field: string;
  readonly by: string;
  readonly forms: Readonly<Record<string, { readonly pattern: string; readonly check?: CheckName }>>;
}

export interface AccountType {
  /** What the account may hold. */
  readonly currencies: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** One of them must be complete. */
  readonly ways: readonly Way[];
  /** No more than one of the ways: each names another account. */
  readonly hasOneWay?: boolean;
  /** The fields that tell two accounts apart; the first that is given is the primary identifier. */
  readonly identifiedBy: readonly string[];
  readonly forms?: Forms;
  /** A bank's name by the first four letters of its BIC, where the request leaves it out. */
  readonly bankNames?: Readonly<Record<string, string>>;
  /** Nobody is named as the owner where there are none. */
  readonly beneficiary?: BeneficiaryRules;
  /** How the key behind a wallet's address signs: what a proof of ownership is made with. */
  readonly signature?: SignatureKind;
}
