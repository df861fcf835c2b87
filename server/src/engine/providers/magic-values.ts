import { MINUTE_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { type ErrorCode, errorStatus } from '../../foundation/kernel/errors.ts';
import type { CardVerdict } from './card-network/port.ts';
import {
  type ApplicantState,
  type DocumentProblem,
  type DocumentRejection,
  isRejectionReason,
  isUndecided,
  type RejectionReason,
  type Undecided,
} from './identity/port.ts';
import type { LivenessVerdict } from './liveness/port.ts';
import type { NameCheckStatus } from './name-check/port.ts';
import { umaErrors } from './protocols/uma-codes.ts';
import type { ExpectedOutcome, PayoutFailure, SettlementDelay } from './rails/port.ts';
import type { IssuanceStatus, OperationStatus, ServiceOperationsStatus } from './stablecoin/port.ts';

/** A sandbox scenario: a value in a field and its effect. */
export interface MagicValue {
  area: string;
  field: string;
  value: string;
  effect: string;
}

/** Accepted as the one-time code of every email address, phone number and authenticator. */
export const SANDBOX_CODE = '123456';

/** Accepted as the one-time code of every embedded wallet. */
export const SANDBOX_WALLET_CODE = '000000';
/** Accepted instead of the stamp of a session. */
export const SANDBOX_STAMP = 'sandbox-valid-signature';
/** Accepted instead of the signature of a passkey. */
export const SANDBOX_ASSERTION = 'sandbox-valid-passkey-signature';

/** Outcomes by the last three characters of a value. */
export interface SuffixTable<T> {
  suffixes: Readonly<Record<string, T>>;
  other: T;
}

export const suffixed = <T>({ suffixes, other }: SuffixTable<T>, value: string): T =>
  suffixes[value.slice(-3)] ?? other;

/** Result of a complete submission: a status, a document problem or a rejection reason. */
export type Submission = 'APPROVED' | Undecided | DocumentProblem | RejectionReason;

const submitted = (onSubmission: Submission) => ({ atCreation: 'UNVERIFIED' as const, onSubmission });

/** kycStatus of a new individual and the result of the submission, by fullName. */
export const individualOutcomes: SuffixTable<{ atCreation: ApplicantState; onSubmission: Submission }> = {
  suffixes: {
    '001': { atCreation: 'PENDING', onSubmission: 'PENDING_MANUAL_REVIEW' },
    '002': { atCreation: 'REJECTED', onSubmission: 'APPLICANT_REJECTED' },
    '003': submitted('POOR_QUALITY_DOCUMENT'),
    '210': { atCreation: 'HOLD', onSubmission: 'PENDING_MANUAL_REVIEW' },
    '211': submitted('INVALID_DOCUMENT'),
    '212': submitted('SUSPECTED_FRAUD_DOCUMENT'),
    '213': submitted('WRONG_DOCUMENT_TYPE'),
    '214': submitted('UNREADABLE_DOCUMENT'),
    '215': submitted('DOCUMENT_VERIFICATION_FAILED'),
    '221': submitted('APPLICANT_SANCTIONED'),
    '222': submitted('APPLICANT_FRAUD'),
    '223': submitted('APPLICANT_CRIMINAL_RECORD'),
    '230': submitted('APPROVED'),
    '231': submitted('IN_PROGRESS'),
    '232': submitted('READY_FOR_VERIFICATION'),
  },
  other: { atCreation: 'APPROVED', onSubmission: 'APPROVED' },
};

/** Outcome of a business submission by registration number. CHECKED and HELD require a complete submission. */
export const businessOutcomes: SuffixTable<'CHECKED' | 'HELD' | 'APPROVED' | 'REJECTED'> = {
  suffixes: { '001': 'CHECKED', '002': 'REJECTED', '003': 'CHECKED', '210': 'HELD' },
  other: 'APPROVED',
};

/** kycStatus of the beneficial owners after the decision on their business, by lastName. */
export const ownerOutcomes: SuffixTable<ApplicantState> = {
  suffixes: { '001': 'PENDING', '002': 'REJECTED', '023': 'UNVERIFIED', '210': 'HOLD' },
  other: 'APPROVED',
};

/** Rejection of a document at upload, by documentNumber. */
export const documentRejections: SuffixTable<DocumentRejection | undefined> = {
  suffixes: { '201': 'DATA_MISMATCH', '202': 'EXPIRED', '203': 'SUSPECTED_FRAUD', '204': 'LOW_QUALITY' },
  other: undefined,
};

/** Outcome by the suffix of an account identifier. If the identifier has a domain, the suffix precedes it. */
export const suffixedName = <T>(outcomes: SuffixTable<T>, identifier: string): T =>
  suffixed(outcomes, nameOf(identifier));

export const suffixOfName = (identifier: string): string => nameOf(identifier).slice(-3);

const nameOf = (identifier: string): string => identifier.split('@', 1)[0] ?? '';

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

/** Outcome of a liveness check, by platformAccountId or platformCustomerId. */
export const livenessOutcome: SuffixTable<LivenessVerdict> = {
  suffixes: { '002': 'FAILED', '210': 'REVIEW' },
  other: 'PASSED',
};

/** Simulated outcomes of a payment, with a description. */
export interface MagicPayment {
  /** Reason why the rail rejects the payment before it is written. */
  rejection?: PayoutFailure;
  /** Time until an asynchronous rail accepts the payment. */
  acceptedAfterMs?: number;
  expected: readonly ExpectedOutcome[];
  effect: string;
}

const completes = (afterMs = 0): ExpectedOutcome => ({ afterMs, outcome: { type: 'COMPLETED' } });
const fails = (reason: PayoutFailure, afterMs = 0): ExpectedOutcome => ({
  afterMs,
  outcome: { type: 'FAILED', reason },
});

const rejected = (reason: PayoutFailure, effect: string): MagicPayment => ({
  rejection: reason,
  expected: [fails(reason)],
  effect,
});

const success: MagicPayment = { expected: [completes()], effect: 'COMPLETED' };

const delayed = (reason: SettlementDelay): MagicPayment => ({
  expected: [{ afterMs: 0, outcome: { type: 'DELAYED', reason } }, completes(6 * MINUTE_MS)],
  effect: `pendingReason ${reason} for 6 minutes, then COMPLETED`,
});

const failing = (reason: PayoutFailure): MagicPayment => ({
  expected: [fails(reason)],
  effect: `FAILED with ${reason}`,
});

const refundedFailure = (reason: PayoutFailure): MagicPayment => ({
  ...failing(reason),
  effect: `FAILED with ${reason}, refunded`,
});

const delays: Readonly<Record<string, MagicPayment>> = {
  '011': delayed('COUNTERPARTY_DECLARATION_REQUIRED'),
  '012': delayed('WALLET_VERIFICATION_REQUIRED'),
  '013': delayed('COUNTERPARTY_INFORMATION_REQUIRED'),
  '014': delayed('COMPLIANCE_REVIEW'),
};

const payoutFailures: Readonly<Record<string, MagicPayment>> = {
  '015': refundedFailure('LNURLP_FAILED'),
  '016': refundedFailure('PAY_REQUEST_FAILED'),
  '017': refundedFailure('OFFRAMP_FAILED'),
};

const returned: MagicPayment = {
  expected: [completes(), { afterMs: MINUTE_MS, outcome: { type: 'REFUNDED' } }],
  effect: 'COMPLETED; returned in full after 60 seconds: REFUNDED',
};

const ACCEPTED_AFTER_MS = 5 * SECOND_MS;

/** Outcomes of quotes to an external account, by its primary identifier. */
export const payoutOutcomes: SuffixTable<MagicPayment> = {
  suffixes: {
    '002': refundedFailure('QUOTE_EXECUTION_FAILED'),
    '003': { expected: [completes(6 * MINUTE_MS)], effect: 'COMPLETED after 6 minutes' },
    '004': refundedFailure('ACCOUNT_CANNOT_RECEIVE'),
    '005': {
      expected: [completes(), fails('PAYOUT_RETURNED', MINUTE_MS)],
      effect: 'COMPLETED, then FAILED with PAYOUT_RETURNED after 60 seconds, refunded',
    },
    '006': {
      expected: [{ afterMs: 0, outcome: { type: 'CANCELLED' } }],
      effect: 'cancelled by the user: refunded, then COMPLETED',
    },
    '007': {
      expected: [{ afterMs: 0, outcome: { type: 'LOST', reason: 'QUOTE_EXECUTION_FAILED' } }],
      effect: 'FAILED, and the refund fails too: the money waits in suspense',
    },
    ...delays,
    ...payoutFailures,
    '018': {
      ...success,
      acceptedAfterMs: ACCEPTED_AFTER_MS,
      effect: 'the transaction is CREATED, PENDING after 5 seconds or when it is executed, then COMPLETED',
    },
    '019': returned,
  },
  other: success,
};

/** Outcomes of transfers out, by the primary identifier of the external account. */
export const transferOutcomes: SuffixTable<MagicPayment> = {
  suffixes: {
    '002': rejected('INSUFFICIENT_FUNDS', 'insufficient funds: FAILED at once with INSUFFICIENT_FUNDS'),
    '003': rejected('ACCOUNT_INVALID', 'account closed or invalid: FAILED at once with ACCOUNT_INVALID'),
    '004': {
      ...refundedFailure('ACCOUNT_CANNOT_RECEIVE'),
      effect: 'rejected by the bank: FAILED with ACCOUNT_CANNOT_RECEIVE, refunded',
    },
    '005': {
      expected: [fails('PAYOUT_RETURNED', 30 * SECOND_MS)],
      effect: 'on its way for 30 seconds, then FAILED with PAYOUT_RETURNED, refunded',
    },
    ...delays,
    ...payoutFailures,
    '018': {
      acceptedAfterMs: ACCEPTED_AFTER_MS,
      expected: [{ afterMs: ACCEPTED_AFTER_MS, outcome: { type: 'ACCEPTED' } }, completes(2 * ACCEPTED_AFTER_MS)],
      effect: 'the transaction is CREATED for 5 seconds, then PENDING and PROCESSING, COMPLETED after 10',
    },
    '019': returned,
  },
  other: success,
};

/** Outcomes of transfers in and of quote collections, by the primary identifier of the external account. */
export const collectionOutcomes: SuffixTable<MagicPayment> = {
  suffixes: {
    '002': rejected('INSUFFICIENT_FUNDS', 'insufficient funds: FAILED at once with INSUFFICIENT_FUNDS'),
    '003': rejected('ACCOUNT_CLOSED', 'account closed or invalid: FAILED at once with ACCOUNT_CLOSED'),
    '004': { ...failing('COLLECTION_FAILED'), effect: 'rejected by the bank: FAILED with COLLECTION_FAILED' },
    '005': {
      expected: [fails('COLLECTION_FAILED', 30 * SECOND_MS)],
      effect: 'pending for 30 seconds, then FAILED with COLLECTION_FAILED',
    },
    ...delays,
    '015': failing('LNURLP_FAILED'),
    '016': failing('PAY_REQUEST_FAILED'),
    '017': failing('OFFRAMP_FAILED'),
    '019': returned,
  },
  other: success,
};

interface MagicReceiver extends MagicPayment {
  currency: string;
  /** Payer data that the receiving institution requests; true if mandatory. */
  payerData?: Readonly<Record<string, boolean>>;
}

const receives = (currency: string, name: string): MagicReceiver => ({
  ...success,
  currency,
  effect: `receives ${name}`,
});

/** Receivers at the UMA domain of the sandbox, by local part. */
export const umaReceivers: Readonly<Record<string, MagicReceiver>> = {
  'success.usd': receives('USD', 'US dollars'),
  'success.eur': {
    ...receives('EUR', "euros, and requires the payer's FULL_NAME"),
    payerData: { FULL_NAME: true, NATIONALITY: false },
  },
  'success.mxn': receives('MXN', 'Mexican pesos'),
  'pending.long.usd': {
    currency: 'USD',
    expected: [completes(10 * MINUTE_MS)],
    effect: 'COMPLETED after 10 minutes',
  },
  'fail.compliance.usd': {
    currency: 'USD',
    expected: [fails('COMPLIANCE_REJECTED')],
    effect: 'FAILED with COMPLIANCE_REJECTED after execute, refunded',
  },
};

/** Lightning addresses at the sandbox domain whose provider fails, by local part. */
export const lightningFailures: Readonly<Record<string, ErrorCode>> = {
  lookup412: 'UNSUPPORTED_UMA_VERSION',
  lookup424: 'LNURLP_REQUEST_FAILED',
};

const named = (prefix: string, codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [`${prefix}.${code.toLowerCase()}`, code]));

/** UMA addresses at the sandbox domain whose lookup fails, by local part. */
export const umaLookupFailures: Readonly<Record<string, ErrorCode>> = {
  ...lightningFailures,
  ...named('lookup', umaErrors.lookup),
};

/** UMA addresses at the sandbox domain whose lookup succeeds but whose payment is rejected, by local part. */
export const umaQuoteFailures: Readonly<Record<string, ErrorCode>> = named('quote', umaErrors.quote);

/** Receiver whose lookup succeeds, including receivers whose payment is rejected. */
export const umaReceiverAt = (name: string): MagicReceiver | undefined => {
  if (Object.hasOwn(umaQuoteFailures, name)) return receives('USD', 'US dollars');
  return findUmaReceiver(name);
};

export const findUmaReceiver = (name: string): MagicReceiver | undefined =>
  Object.hasOwn(umaReceivers, name) ? umaReceivers[name] : undefined;

/** Suffix of description or remittanceInformation: switching the rail of the quote fails. */
export const SWITCH_ERROR = 'switch-error';

/** Outcome of issuing a card, by platformCardId or else by cardholderId. */
export const cardIssuing: SuffixTable<{ afterMs?: number; isRejected?: boolean; effect: string }> = {
  suffixes: {
    '001': { effect: 'stays PROCESSING' },
    '002': { afterMs: 0, isRejected: true, effect: 'CLOSED with ISSUER_REJECTED' },
    '005': { afterMs: 30 * SECOND_MS, effect: 'ACTIVE after 30 seconds' },
  },
  other: { afterMs: 0, effect: 'ACTIVE at once; last4 is 4 and these characters as digits' },
};

/** Eligibility of a card's funding account, by its id. */
export const cardFunding: SuffixTable<{ objection?: string; effect: string }> = {
  suffixes: {
    '002': { objection: 'has no balance to draw on', effect: '400 FUNDING_SOURCE_INELIGIBLE (balance)' },
    '003': { objection: 'is closed', effect: '400 FUNDING_SOURCE_INELIGIBLE (closed)' },
  },
  other: { effect: 'eligible' },
};

/** Suffix of the local part of an email: wallet operations are PROCESSING before they complete. */
export const SLOW_WALLET = '+slow';

/** Suffix of the local part of an email: the wallet vault rejects the email. */
export const UNSYNCED_WALLET = '+syncfail';

interface MagicCredentials {
  /** Error when the credentials are linked. */
  atLink?: 'INVALID' | 'REVOKED' | 'DOWN';
  /** Error at every later use of the credentials. */
  afterwards?: 'INVALID' | 'REVOKED';
  /** Number of accounts at the provider; defaults to 1. */
  accounts?: number;
  effect: string;
}

/** Credentials of a stablecoin provider, by apiClientId. */
export const stablecoinCredentials: SuffixTable<MagicCredentials> = {
  suffixes: {
    '002': { atLink: 'INVALID', effect: '400 STABLECOIN_PROVIDER_ACCOUNT_INVALID' },
    '003': { atLink: 'REVOKED', effect: '400 STABLECOIN_PROVIDER_ACCOUNT_REVOKED' },
    '004': { accounts: 2, effect: 'have two accounts: providerAccountId is required' },
    '005': { afterwards: 'INVALID', effect: 'are accepted once; the account becomes INVALID when it is used' },
    '006': { afterwards: 'REVOKED', effect: 'are accepted once; the account becomes REVOKED when it is used' },
    '007': { atLink: 'DOWN', effect: 'the provider is down: 503' },
  },
  other: { effect: 'are accepted' },
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

/** Outcomes of tokens at a stablecoin provider, by providerTokenIdentifier. */
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

const accepted: OrderStep = { afterMs: 0, status: 'PENDING_PROVIDER' };

/** Outcomes of mints and burns, by amount in cents. Times start at creation, or at the arrival of awaited funds. */
export const stablecoinOrders: SuffixTable<MagicOrder> = {
  suffixes: {
    '002': {
      steps: [{ afterMs: 0, status: 'FAILED', failureReason: 'PROVIDER_REJECTED' }],
      effect: 'FAILED with PROVIDER_REJECTED',
    },
    '003': {
      steps: [accepted, { afterMs: 6 * MINUTE_MS, status: 'COMPLETED' }],
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
    steps: [accepted, { afterMs: SECOND_MS, status: 'PROCESSING' }, { afterMs: 2 * SECOND_MS, status: 'COMPLETED' }],
    effect: 'PENDING_PROVIDER, PROCESSING after a second, COMPLETED after two',
  },
};

/** Outcome of an authorization by merchant.descriptor, and of later pulls by the id of the card transaction. */
export const cardPulls: SuffixTable<CardVerdict & { effect: string; pullEffect: string }> = {
  suffixes: {
    '002': {
      decline: 'INSUFFICIENT_FUNDS',
      effect: 'declined with INSUFFICIENT_FUNDS',
      pullEffect: 'the pull is declined: EXCEPTION',
    },
    '003': {
      decline: 'CARD_PAUSED',
      effect: 'declined with CARD_PAUSED',
      pullEffect: 'the pull is declined: EXCEPTION',
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

/** Suffixes of card transaction ids, by the unassigned merchant.mcc that selects each. */
export const cardIdEndings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(cardPulls.suffixes).map((suffix) => [`0${suffix}`, suffix]),
);

/** Effect per address, for addresses that fail with an error code. */
const failuresAt = (
  domain: string,
  sign: string,
  failures: Readonly<Record<string, ErrorCode>>,
  call = 'a lookup gives',
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(failures).map(([name, code]) => [`${sign}${name}${domain}`, `${call} ${errorStatus[code]} ${code}`]),
  );

/** Magic values of one field, with an effect per value. */
const table = (area: string, field: string, effects: Record<string, string>): MagicValue[] =>
  Object.entries(effects).map(([value, effect]) => ({ area, field, value, effect }));

/** Magic values of one field, from the table that its adapter reads. */
const outcomes = <T>(
  area: string,
  field: string,
  { table: { suffixes, other }, effect }: { table: SuffixTable<T>; effect: (outcome: T) => string },
): MagicValue[] =>
  // Sorted, because objects list integer-like keys such as 210 before other keys such as 001.
  [...Object.entries(suffixes).sort(([a], [b]) => a.localeCompare(b)), ['other', other] as const].map(
    ([value, outcome]) => ({ area, field, value, effect: effect(outcome) }),
  );

/** Effect of a submission. Customers who are APPROVED or REJECTED at creation cannot be submitted. */
function submissionEffect({ atCreation, onSubmission }: { atCreation: ApplicantState; onSubmission: Submission }) {
  if (atCreation === 'APPROVED' || atCreation === 'REJECTED') return 'POST /verifications gives 400';
  if (onSubmission === 'APPROVED' || isUndecided(onSubmission)) return `a complete submission gives ${onSubmission}`;
  const status = isRejectionReason(onSubmission) ? 'REJECTED' : 'RESOLVE_ERRORS';
  return `a complete submission gives ${status} with ${onSubmission}`;
}

const CHECKED = 'no automatic decision: documents and beneficial owners are checked, then PENDING_MANUAL_REVIEW';

const businessEffects: Record<'CHECKED' | 'HELD' | 'APPROVED' | 'REJECTED', string> = {
  CHECKED,
  HELD: `kybStatus HOLD; ${CHECKED}`,
  APPROVED: 'APPROVED at once when submitted, without validation',
  REJECTED: 'REJECTED at once when submitted, without validation',
};

const paymentValues = (umaDomain: string): MagicValue[] => [
  ...outcomes('transfer in', 'primary identifier of an external account, last 3 digits', {
    table: collectionOutcomes,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('transfer out', 'primary identifier of an external account, last 3 digits', {
    table: transferOutcomes,
    effect: ({ effect }) => effect,
  }),
  ...outcomes('quote to an external account', 'primary identifier of an external account, last 3 digits', {
    table: payoutOutcomes,
    effect: ({ effect }) => effect,
  }),
  ...table('UMA destination', 'umaAddress', {
    ...Object.fromEntries(Object.entries(umaReceivers).map(([name, { effect }]) => [`$${name}@${umaDomain}`, effect])),
    ...failuresAt(`@${umaDomain}`, '$', umaLookupFailures),
    ...failuresAt(`@${umaDomain}`, '$', umaQuoteFailures, 'receives US dollars; a quote gives'),
    [`any other address at ${umaDomain}`]: '404 UMA_NOT_FOUND',
  }),
  ...table('Lightning address', 'lightningAddress', failuresAt(`@${umaDomain}`, '', lightningFailures)),
  ...table('any quote', 'description or remittanceInformation, end of the text', {
    [SWITCH_ERROR]: '500 SERVICE_SWITCH_ERROR, and nothing changes',
  }),
];

const verificationValues: readonly MagicValue[] = [
  ...outcomes('individual verification', 'fullName, last 3 characters', {
    table: individualOutcomes,
    effect: (outcome) => `kycStatus ${outcome.atCreation}; ${submissionEffect(outcome)}`,
  }),
  ...outcomes('business verification', 'businessInfo.registrationNumber, last 3 characters', {
    table: businessOutcomes,
    effect: (outcome) => businessEffects[outcome],
  }),
  ...outcomes('beneficial owner', 'personalInfo.lastName, last 3 characters', {
    table: ownerOutcomes,
    effect: (kycStatus) => `kycStatus ${kycStatus} once the business is approved or rejected`,
  }),
  ...outcomes('document', 'documentNumber, last 3 characters', {
    table: documentRejections,
    effect: (code) => (code ? `POST and PUT /documents give 400 ${code}` : 'the document is accepted'),
  }),
];

const provedStatus: Record<LivenessVerdict, string> = {
  PASSED: 'ACTIVE',
  FAILED: 'UNVERIFIED',
  REVIEW: 'UNDER_REVIEW',
};

const resetStatus: Record<LivenessVerdict, string> = {
  PASSED: 'LIVENESS_PASSED',
  FAILED: 'REJECTED',
  REVIEW: 'PENDING_REVIEW',
};

/** Every magic value, for GET /sandbox/magic-values, derived from the tables that the adapters read. */
export const magicValues = (umaDomain: string): MagicValue[] => [
  ...verificationValues,
  ...outcomes('beneficiary name check', 'primary identifier of an external account, last 3 digits', {
    table: beneficiaryNameCheck,
    effect: (status) => (status === 'INVALID_ACCOUNT' ? '400 INVALID_BANK_ACCOUNT' : status),
  }),
  ...outcomes('ownership proof by liveness', 'platformAccountId of an external account, last 3 characters', {
    table: livenessOutcome,
    effect: (outcome) => `${outcome} after 5 seconds: the account becomes ${provedStatus[outcome]}`,
  }),
  ...outcomes('factor reset by liveness', 'platformCustomerId, last 3 characters', {
    table: livenessOutcome,
    effect: (outcome) => `${outcome} after 5 seconds: the reset becomes ${resetStatus[outcome]}`,
  }),
  ...paymentValues(umaDomain),
  ...table('contact verification and strong customer authentication', 'code', {
    [SANDBOX_CODE]: 'accepted for email, SMS and TOTP; any other code is rejected',
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
    [SLOW_WALLET]: 'each wallet operation returns PROCESSING once',
    [UNSYNCED_WALLET]: 'a signed change to it returns 424 EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
  }),
  ...outcomes('card issuing', 'platformCardId, or cardholderId without it, last 3 characters', {
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
