import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import type { CardVerdict } from './card-network/port.ts';
import type { ApplicantState } from './identity/port.ts';
import type { NameCheckStatus } from './name-check/port.ts';
import type { Foreseen, PayoutFailure } from './rails/port.ts';
import type { IssuanceStatus, OperationStatus, ServiceOperationsStatus } from './stablecoin/port.ts';

/** One scenario of the sandbox: this value in this field has this effect. */
export interface MagicValue {
  area: string;
  field: string;
  value: string;
  effect: string;
}

/** The code that proves every email address, phone number and authenticator. */
export const SANDBOX_CODE = '123456';

/** The code that opens every embedded wallet, inside its sealed bundle. */
export const SANDBOX_WALLET_CODE = '000000';
/** In place of the stamp of a session. */
export const SANDBOX_STAMP = 'sandbox-valid-signature';
/** In place of the signature of a passkey. */
export const SANDBOX_ASSERTION = 'sandbox-valid-passkey-signature';

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

/** How a liveness check ends, by platformAccountId or platformCustomerId. */
export const livenessOutcome: SuffixTable<'PASSED' | 'FAILED'> = { suffixes: { '002': 'FAILED' }, other: 'PASSED' };

/** What becomes of a payment, and how people are told. */
export interface MagicPayment {
  /** Refused out of hand, by a rail that is asked first. */
  refusal?: PayoutFailure;
  foreseen: readonly Foreseen[];
  effect: string;
}

const completes = (afterMs = 0): Foreseen => ({ afterMs, outcome: { type: 'COMPLETED' } });
const fails = (reason: PayoutFailure, afterMs = 0): Foreseen => ({ afterMs, outcome: { type: 'FAILED', reason } });

const refused = (reason: PayoutFailure, effect: string): MagicPayment => ({
  refusal: reason,
  foreseen: [fails(reason)],
  effect,
});

const success: MagicPayment = { foreseen: [completes()], effect: 'COMPLETED' };

/** Quotes to an external account, by its primary identifier. */
export const payoutOutcomes: SuffixTable<MagicPayment> = {
  suffixes: {
    '002': { foreseen: [fails('QUOTE_EXECUTION_FAILED')], effect: 'FAILED with QUOTE_EXECUTION_FAILED, refunded' },
    '003': { foreseen: [completes(6 * MINUTE_MS)], effect: 'COMPLETED after 6 minutes' },
    '004': { foreseen: [fails('ACCOUNT_CANNOT_RECEIVE')], effect: 'FAILED with ACCOUNT_CANNOT_RECEIVE, refunded' },
    '005': {
      foreseen: [completes(), fails('PAYOUT_RETURNED', MINUTE_MS)],
      effect: 'COMPLETED, then FAILED with PAYOUT_RETURNED after 60 seconds, refunded',
    },
    '006': {
      foreseen: [{ afterMs: 0, outcome: { type: 'CANCELLED' } }],
      effect: 'cancelled by the user: refunded, then COMPLETED',
    },
    '007': {
      foreseen: [{ afterMs: 0, outcome: { type: 'LOST', reason: 'QUOTE_EXECUTION_FAILED' } }],
      effect: 'FAILED, and the refund fails too: the money waits in suspense',
    },
  },
  other: success,
};

/** Transfers in and out, and what a quote collects, by the primary identifier of the external account. */
export const transferOutcomes: SuffixTable<MagicPayment> = {
  suffixes: {
    '002': refused('QUOTE_EXECUTION_FAILED', 'insufficient funds: FAILED at once'),
    '003': refused('ACCOUNT_INVALID', 'account closed or invalid: FAILED at once'),
    '004': { foreseen: [fails('ACCOUNT_CANNOT_RECEIVE')], effect: 'rejected by the bank: FAILED' },
    '005': {
      foreseen: [fails('QUOTE_EXECUTION_FAILED', 30 * SECOND_MS)],
      effect: 'pending for 30 seconds, then FAILED',
    },
  },
  other: success,
};

interface MagicReceiver extends MagicPayment {
  currency: string;
  /** What the receiving institution wants to know of the payer; true: it insists. */
  payerData?: Readonly<Record<string, boolean>>;
}

const receives = (currency: string, name: string): MagicReceiver => ({
  ...success,
  currency,
  effect: `receives ${name}`,
});

/** Who can be paid at the sandbox's UMA domain, by the name before it. */
export const umaReceivers: Readonly<Record<string, MagicReceiver>> = {
  'success.usd': receives('USD', 'US dollars'),
  'success.eur': {
    ...receives('EUR', "euros, and insists on the payer's FULL_NAME"),
    payerData: { FULL_NAME: true, NATIONALITY: false },
  },
  'success.mxn': receives('MXN', 'Mexican pesos'),
  'pending.long.usd': {
    currency: 'USD',
    foreseen: [completes(10 * MINUTE_MS)],
    effect: 'COMPLETED after 10 minutes',
  },
  'fail.compliance.usd': {
    currency: 'USD',
    foreseen: [fails('COMPLIANCE_REJECTED')],
    effect: 'FAILED with COMPLIANCE_REJECTED after execute, refunded',
  },
};

/** What becomes of a new card, by platformCardId, or by cardholderId where the platform gave no name. */
export const cardIssuing: SuffixTable<{ afterMs?: number; isRefused?: boolean; effect: string }> = {
  suffixes: {
    '001': { effect: 'stays PROCESSING' },
    '002': { afterMs: 0, isRefused: true, effect: 'CLOSED with ISSUER_REJECTED' },
    '005': { afterMs: 30 * SECOND_MS, effect: 'ACTIVE after 30 seconds' },
  },
  other: { afterMs: 0, effect: 'ACTIVE at once; last4 is 4 and these characters as digits' },
};

/** What stands against an account that a card is to draw on, by its id. */
export const cardFunding: SuffixTable<{ objection?: string; effect: string }> = {
  suffixes: {
    '002': { objection: 'has no balance to draw on', effect: '400 FUNDING_SOURCE_INELIGIBLE (balance)' },
    '003': { objection: 'is closed', effect: '400 FUNDING_SOURCE_INELIGIBLE (closed)' },
  },
  other: { effect: 'eligible' },
};

/** The end of the local part of a customer's email whose wallet takes its time. */
export const SLOW_WALLET = '+slow';

/** The end of the local part of an email that the vault of a wallet does not take. */
export const UNSYNCED_WALLET = '+syncfail';

interface MagicCredentials {
  /** What linking them meets. */
  atLink?: 'INVALID' | 'REVOKED' | 'DOWN';
  /** What their use meets from then on. */
  afterwards?: 'INVALID' | 'REVOKED';
  /** How many accounts they open; one, where it is left out. */
  accounts?: number;
  effect: string;
}

/** Credentials of a stablecoin provider, by apiClientId. */
export const stablecoinCredentials: SuffixTable<MagicCredentials> = {
  suffixes: {
    '002': { atLink: 'INVALID', effect: '400 STABLECOIN_PROVIDER_ACCOUNT_INVALID' },
    '003': { atLink: 'REVOKED', effect: '400 STABLECOIN_PROVIDER_ACCOUNT_REVOKED' },
    '004': { accounts: 2, effect: 'open two accounts: providerAccountId is required' },
    '005': { afterwards: 'INVALID', effect: 'are taken once; the account becomes INVALID when it is used' },
    '006': { afterwards: 'REVOKED', effect: 'are taken once; the account becomes REVOKED when it is used' },
    '007': { atLink: 'DOWN', effect: 'the provider is down: 503' },
  },
  other: { effect: 'are taken' },
};

interface TokenStatuses {
  issuanceStatus: IssuanceStatus;
  serviceOperationsStatus: ServiceOperationsStatus;
}

interface MagicToken {
  isUnknown?: boolean;
  atFirst: TokenStatuses;
  afterMs?: number;
  later?: TokenStatuses;
  effect: string;
}

const enabled: TokenStatuses = { issuanceStatus: 'PROVISIONED', serviceOperationsStatus: 'ENABLED' };

const issued = (issuanceStatus: IssuanceStatus): MagicToken => ({
  atFirst: { issuanceStatus, serviceOperationsStatus: 'NOT_ENABLED' },
  effect: `issuanceStatus ${issuanceStatus}`,
});

const operated = (serviceOperationsStatus: ServiceOperationsStatus): MagicToken => ({
  atFirst: { issuanceStatus: 'PROVISIONED', serviceOperationsStatus },
  effect: `PROVISIONED, serviceOperationsStatus ${serviceOperationsStatus}`,
});

const changing = (from: MagicToken, name: string): MagicToken => ({
  ...from,
  afterMs: 30 * SECOND_MS,
  later: enabled,
  effect: `${from.effect}, ${name} after 30 seconds`,
});

/** Tokens at a stablecoin provider, by providerTokenIdentifier. */
export const stablecoinTokens: SuffixTable<MagicToken> = {
  suffixes: {
    '001': issued('PENDING_REVIEW'),
    '002': issued('REJECTED'),
    '003': changing(issued('PROVISIONING'), 'PROVISIONED and ENABLED'),
    '004': issued('FAILED'),
    '005': operated('PENDING_APPROVAL'),
    '006': changing(operated('ENABLING'), 'ENABLED'),
    '007': operated('DISABLED'),
    '008': operated('NOT_ENABLED'),
    '009': { isUnknown: true, atFirst: enabled, effect: 'unknown to the provider: 404 REFERENCE_NOT_FOUND' },
  },
  other: { atFirst: enabled, effect: 'PROVISIONED and ENABLED' },
};

interface OrderStep {
  afterMs: number;
  status: Exclude<OperationStatus, 'CREATED' | 'PENDING_FUNDING' | 'EXPIRED'>;
  failureReason?: string;
}

interface MagicOrder {
  isDown?: boolean;
  steps: readonly OrderStep[];
  effect: string;
}

const taken: OrderStep = { afterMs: 0, status: 'PENDING_PROVIDER' };

/** Mints and burns, by their amount in cents; those that wait for funds begin when these have arrived. */
export const stablecoinOrders: SuffixTable<MagicOrder> = {
  suffixes: {
    '002': {
      steps: [{ afterMs: 0, status: 'FAILED', failureReason: 'PROVIDER_REJECTED' }],
      effect: 'FAILED with PROVIDER_REJECTED',
    },
    '003': {
      steps: [taken, { afterMs: 6 * MINUTE_MS, status: 'COMPLETED' }],
      effect: 'PENDING_PROVIDER, COMPLETED after 6 minutes',
    },
    '004': {
      steps: [
        { afterMs: 0, status: 'PROCESSING' },
        { afterMs: 6 * MINUTE_MS, status: 'COMPLETED' },
      ],
      effect: 'PROCESSING, COMPLETED after 6 minutes',
    },
    '005': {
      steps: [
        { afterMs: 0, status: 'PROCESSING' },
        { afterMs: 30 * SECOND_MS, status: 'FAILED', failureReason: 'SETTLEMENT_FAILED' },
      ],
      effect: 'PROCESSING, FAILED with SETTLEMENT_FAILED after 30 seconds',
    },
    '007': { isDown: true, steps: [], effect: 'the provider is down: 503' },
  },
  other: {
    steps: [taken, { afterMs: SECOND_MS, status: 'PROCESSING' }, { afterMs: 2 * SECOND_MS, status: 'COMPLETED' }],
    effect: 'PENDING_PROVIDER, PROCESSING after a second, COMPLETED after two',
  },
};

/** What becomes of an authorization, by merchant.descriptor; and of a pull after it, by the id of the transaction. */
export const cardPulls: SuffixTable<CardVerdict & { effect: string; pullEffect: string }> = {
  suffixes: {
    '002': {
      decline: 'INSUFFICIENT_FUNDS',
      effect: 'declined with INSUFFICIENT_FUNDS',
      pullEffect: 'the pull is refused: EXCEPTION',
    },
    '003': {
      decline: 'CARD_PAUSED',
      effect: 'declined with CARD_PAUSED',
      pullEffect: 'the pull is refused: EXCEPTION',
    },
    '005': {
      confirmation: { afterMs: 30 * SECOND_MS, isConfirmed: true },
      effect: 'approved; the pull is confirmed after 30 seconds',
      pullEffect: 'the pull is confirmed after 30 seconds',
    },
    '006': {
      confirmation: { afterMs: 5 * SECOND_MS, isConfirmed: false },
      effect: 'approved; the confirmation of the pull fails after 5 seconds: EXCEPTION',
      pullEffect: 'the confirmation of the pull fails after 5 seconds: EXCEPTION',
    },
  },
  other: { effect: 'approved', pullEffect: 'the pull succeeds' },
};

/** How the id of a card transaction ends, by a merchant.mcc that no merchant has. */
export const cardIdEndings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(cardPulls.suffixes).map((suffix) => [`0${suffix}`, suffix]),
);

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
  ...outcomes('factor reset by liveness', 'platformCustomerId, last 3 characters', {
    table: livenessOutcome,
    effect: (outcome) =>
      `${outcome} after 5 seconds: the reset becomes ${outcome === 'PASSED' ? 'LIVENESS_PASSED' : 'REJECTED'}`,
  }),
  ...outcomes('transfer in and out', 'primary identifier of an external account, last 3 digits', {
    table: transferOutcomes,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('quote to an external account', 'primary identifier of an external account, last 3 digits', {
    table: payoutOutcomes,
    effect: ({ effect }) => effect,
  }),
  ...table('UMA destination', 'umaAddress', {
    ...Object.fromEntries(Object.entries(umaReceivers).map(([name, { effect }]) => [`$${name}@${umaDomain}`, effect])),
    [`any other address at ${umaDomain}`]: '404 UMA_NOT_FOUND',
  }),
  ...table('contact verification and strong customer authentication', 'code', {
    [SANDBOX_CODE]: 'accepted for email, SMS and TOTP; any other code is refused',
  }),
  ...table('embedded wallet', 'otp_code inside the sealed bundle', {
    [SANDBOX_WALLET_CODE]: 'accepted; any other code gives 401 UNAUTHORIZED',
  }),
  ...table('embedded wallet', 'assertion.signature', {
    [SANDBOX_ASSERTION]: 'accepted in place of a WebAuthn assertion',
  }),
  ...table('embedded wallet', 'Service-Wallet-Signature', {
    [SANDBOX_STAMP]: 'accepted in place of a stamp',
  }),
  ...table('embedded wallet', "customer's email, end of the local part", {
    [SLOW_WALLET]: 'each wallet operation answers PROCESSING once',
    [UNSYNCED_WALLET]: 'a change to it that is signed answers 424 EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
  }),
  ...outcomes('card issuing', 'platformCardId, or cardholderId where it was left out, last 3 characters', {
    table: cardIssuing,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('card authorization', 'merchant.descriptor, last 3 characters', {
    table: cardPulls,
    effect: ({ effect }) => effect,
  }),
  ...table(
    'card authorization',
    'merchant.mcc',
    Object.fromEntries(
      Object.entries(cardIdEndings).map(([mcc, suffix]) => [mcc, `the id of the card transaction ends in ${suffix}`]),
    ),
  ),
  ...outcomes('card clearing above its authorization', 'cardTransactionId, last 3 characters', {
    table: cardPulls,
    effect: ({ pullEffect }) => pullEffect,
  }),
  ...outcomes('card funding', 'funding account id, last 3 characters', {
    table: cardFunding,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('stablecoin provider account', 'apiClientId, last 3 characters', {
    table: stablecoinCredentials,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('stablecoin', 'providerTokenIdentifier, last 3 characters', {
    table: stablecoinTokens,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('stablecoin mint and burn', 'amount in cents, last 3 digits', {
    table: stablecoinOrders,
    effect: ({ effect }) => effect,
  }),
];
