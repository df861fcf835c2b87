import type { ApplicantState } from './identity/port.ts';
import type { NameCheckStatus } from './name-check/port.ts';

/** One scenario of the sandbox: this value in this field has this effect. */
export interface MagicValue {
  area: string;
  field: string;
  value: string;
  effect: string;
}

/** The code that proves every email address, phone number and authenticator. */
export const SANDBOX_CODE = '123456';

/** A table of outcomes by the last three characters of a value. */
export interface SuffixTable<T> {
  suffixes: Readonly<Record<string, T>>;
  other: T;
}

export const suffixed = <T>({ suffixes, other }: SuffixTable<T>, value: string): T =>
  suffixes[value.slice(-3)] ?? other;

/** What becomes of a complete submission. */
export type Submission = 'REVIEW' | 'POOR_QUALITY' | 'APPROVED' | 'REJECTED';

/** kycStatus of a new individual, and what its submission comes to while it may have one, by fullName. */
export const individualOutcomes: SuffixTable<{ atCreation: ApplicantState; onSubmission: Submission }> = {
  suffixes: {
    '001': { atCreation: 'PENDING', onSubmission: 'REVIEW' },
    '002': { atCreation: 'REJECTED', onSubmission: 'REJECTED' },
    '003': { atCreation: 'UNVERIFIED', onSubmission: 'POOR_QUALITY' },
  },
  other: { atCreation: 'APPROVED', onSubmission: 'APPROVED' },
};

/** What the submission of a business comes to, by its registration number; CHECKED: it must be complete. */
export const businessOutcomes: SuffixTable<'CHECKED' | 'APPROVED' | 'REJECTED'> = {
  suffixes: { '001': 'CHECKED', '002': 'REJECTED', '003': 'CHECKED' },
  other: 'APPROVED',
};

/** kycStatus of the owners of a business that was decided, by lastName. */
export const ownerOutcomes: SuffixTable<ApplicantState> = {
  suffixes: { '001': 'PENDING', '002': 'REJECTED' },
  other: 'APPROVED',
};

/** For identifiers of accounts: where they have a domain, the suffix stands before it. */
export const suffixedName = <T>(outcomes: SuffixTable<T>, identifier: string): T =>
  suffixed(outcomes, identifier.split('@', 1)[0] ?? '');

/** beneficiaryVerificationStatus of a new external account, by its primary identifier. */
export const beneficiaryNameCheck: SuffixTable<NameCheckStatus | 'INVALID_ACCOUNT'> = {
  suffixes: {
    '102': 'NOT_MATCHED',
    '103': 'PARTIAL_MATCH',
    '104': 'PENDING',
    '105': 'INVALID_ACCOUNT',
    '106': 'UNSUPPORTED',
    '107': 'CHECKED_BY_RECEIVING_FI',
  },
  other: 'MATCHED',
};

/** How a liveness check ends, by platformAccountId. */
export const livenessOutcome: SuffixTable<'PASSED' | 'FAILED'> = { suffixes: { '002': 'FAILED' }, other: 'PASSED' };

/** Rows of one table: the same field, one effect per value. */
const table = (area: string, field: string, effects: Record<string, string>): MagicValue[] =>
  Object.entries(effects).map(([value, effect]) => ({ area, field, value, effect }));

/** The same from a table that an adapter reads. */
const outcomes = <T>(
  area: string,
  field: string,
  { table: { suffixes, other }, effect }: { table: SuffixTable<T>; effect: (outcome: T) => string },
): MagicValue[] =>
  Object.entries({ ...suffixes, other }).map(([value, outcome]) => ({ area, field, value, effect: effect(outcome) }));

const submissionEffects: Record<Submission, string> = {
  REVIEW: 'a complete submission gives PENDING_MANUAL_REVIEW',
  POOR_QUALITY: 'a complete submission gives RESOLVE_ERRORS with POOR_QUALITY_DOCUMENT',
  APPROVED: 'POST /verifications gives 400',
  REJECTED: 'POST /verifications gives 400',
};

const businessEffects: Record<'CHECKED' | 'APPROVED' | 'REJECTED', string> = {
  CHECKED: 'no automatic decision: documents and beneficial owners are really checked, then PENDING_MANUAL_REVIEW',
  APPROVED: 'APPROVED at once when submitted, without validation',
  REJECTED: 'REJECTED at once when submitted, without validation',
};

/** Every magic value, once: adapters of the sandbox read it here, and so does GET /sandbox/magic-values. */
export const magicValues = (umaDomain: string): MagicValue[] => [
  ...outcomes('individual verification', 'fullName, last 3 characters', {
    table: individualOutcomes,
    effect: ({ atCreation, onSubmission }) => `kycStatus ${atCreation}; ${submissionEffects[onSubmission]}`,
  }),
  ...outcomes('business verification', 'businessInfo.registrationNumber, last 3 characters', {
    table: businessOutcomes,
    effect: (outcome) => businessEffects[outcome],
  }),
  ...outcomes('beneficial owner', 'personalInfo.lastName, last 3 characters', {
    table: ownerOutcomes,
    effect: (kycStatus) => `kycStatus ${kycStatus} once the business is approved or rejected`,
  }),
  ...outcomes('beneficiary name check', 'primary identifier of an external account, last 3 digits', {
    table: beneficiaryNameCheck,
    effect: (status) => (status === 'INVALID_ACCOUNT' ? '400 INVALID_BANK_ACCOUNT' : status),
  }),
  ...outcomes('ownership proof by liveness', 'platformAccountId of an external account, last 3 characters', {
    table: livenessOutcome,
    effect: (outcome) =>
      `${outcome} after 5 seconds: the account becomes ${outcome === 'PASSED' ? 'ACTIVE' : 'UNVERIFIED'}`,
  }),
  ...table('transfer in and out', 'primary identifier of an external account, last 3 digits', {
    '002': 'insufficient funds: FAILED at once',
    '003': 'account closed or invalid: FAILED at once',
    '004': 'rejected by the bank: FAILED',
    '005': 'pending for 30 seconds, then FAILED',
    other: 'COMPLETED',
  }),
  ...table('quote to an external account', 'primary identifier of an external account, last 3 digits', {
    '002': 'FAILED with QUOTE_EXECUTION_FAILED, refunded',
    '003': 'COMPLETED after 6 minutes',
    '004': 'FAILED with ACCOUNT_CANNOT_RECEIVE, refunded',
    '005': 'COMPLETED, then FAILED with PAYOUT_RETURNED after 60 seconds, refunded',
    '006': 'cancelled by the user: refunded, then COMPLETED',
    '007': 'FAILED, and the refund fails too: the money waits in suspense',
    other: 'COMPLETED',
  }),
  ...table('UMA destination', 'umaAddress', {
    [`$success.usd@${umaDomain}`]: 'receives US dollars',
    [`$success.eur@${umaDomain}`]: 'receives euros',
    [`$success.mxn@${umaDomain}`]: 'receives Mexican pesos',
    [`$pending.long.usd@${umaDomain}`]: 'COMPLETED after 10 minutes',
    [`$fail.compliance.usd@${umaDomain}`]: 'FAILED with COMPLIANCE_REJECTED after execute, refunded',
    [`any other address at ${umaDomain}`]: '404 UMA_NOT_FOUND',
  }),
  ...table('contact verification and strong customer authentication', 'code', {
    [SANDBOX_CODE]: 'accepted for email, SMS and TOTP; any other code is refused',
  }),
  ...table('embedded wallet', 'otp_code inside the sealed bundle', {
    '000000': 'accepted; any other code gives 401 UNAUTHORIZED',
  }),
  ...table('embedded wallet', 'assertion.signature', {
    'sandbox-valid-passkey-signature': 'accepted in place of a WebAuthn assertion',
  }),
  ...table('embedded wallet', 'Service-Wallet-Signature', {
    'sandbox-valid-signature': 'accepted in place of a stamp',
  }),
  ...table('embedded wallet', "customer's email, end of the local part", {
    '+slow': 'each wallet operation answers PROCESSING once',
  }),
  ...table('card issuing', 'platformCardId, last 3 characters', {
    '001': 'stays PROCESSING',
    '002': 'CLOSED with ISSUER_REJECTED',
    '005': 'ACTIVE after 30 seconds',
    other: 'ACTIVE at once',
  }),
  ...table('card authorization', 'merchant.descriptor, last 3 characters', {
    '002': 'declined with INSUFFICIENT_FUNDS',
    '003': 'declined with CARD_PAUSED',
    '005': 'the pull is confirmed after 30 seconds',
    '006': 'the confirmation of the pull fails: EXCEPTION',
    other: 'approved',
  }),
  ...table('card funding', 'funding account id, last 3 characters', {
    '002': '400 FUNDING_SOURCE_INELIGIBLE (balance)',
    '003': '400 FUNDING_SOURCE_INELIGIBLE (closed)',
  }),
];
