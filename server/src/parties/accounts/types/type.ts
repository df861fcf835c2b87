import type { paymentRails } from '../../../engine/providers/rails/port.ts';
import type { CheckName } from '../account-checks.ts';
import type { SignatureKind } from '../wallet-signatures.ts';
import type { BeneficiaryRules } from './beneficiaries.ts';
import type { AccountField } from './fields.ts';

export type PaymentRail = (typeof paymentRails)[number];

/** One way to pay an account: its rails, and the fields that they require in addition. */
export interface PaymentWay {
  readonly rails: readonly PaymentRail[];
  readonly requires: readonly string[];
  /** Fields that must have one of the listed values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Fields that must not have any of the listed values. */
  readonly never?: Readonly<Record<string, readonly string[]>>;
  readonly beneficiary?: 'BUSINESS';
}

/** The required form of one field depends on the value of another field. */
interface Forms {
  readonly field: string;
  readonly by: string;
  readonly forms: Readonly<Record<string, Form>>;
}

export interface Form {
  readonly pattern: string;
  /** Completes the sentence "<field> must be ...". */
  readonly words: string;
  readonly example: string;
  readonly check?: CheckName;
}

export interface AccountType {
  readonly currencies: readonly string[];
  readonly fields: Readonly<Record<string, AccountField>>;
  /** An account must have all fields of at least one way. */
  readonly ways: readonly PaymentWay[];
  /** True if only one way may be given, because each way identifies a different account. */
  readonly hasOneWay?: boolean;
  /** Fields that identify an account; the first one present is the primary identifier. */
  readonly identifiedBy: readonly string[];
  readonly forms?: Forms;
  /** Default name of the bank by the first four letters of the BIC. */
  readonly bankNames?: Readonly<Record<string, string>>;
  /** Undefined if the account type has no beneficiary. */
  readonly beneficiary?: BeneficiaryRules;
  /** Signature scheme of the wallet's key. Used for proofs of ownership. */
  readonly signature?: SignatureKind;
}
