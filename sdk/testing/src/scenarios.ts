/** Delays that end after six minutes, and failures of the network; the same for payouts and transfers. */
const delays = {
  COUNTERPARTY_DECLARATION_REQUIRED: '011',
  WALLET_VERIFICATION_REQUIRED: '012',
  COUNTERPARTY_INFORMATION_REQUIRED: '013',
  COMPLIANCE_REVIEW: '014',
};
const networkFailures = { LNURLP_FAILED: '015', PAY_REQUEST_FAILED: '016', OFFRAMP_FAILED: '017' };

/** Suffix of the identifier of an external account, by area and outcome. `GET /sandbox/magic-values` lists them. */
export const accountScenarios = {
  /** Quotes to the account. */
  payout: {
    COMPLETED: '111',
    QUOTE_EXECUTION_FAILED: '002',
    COMPLETED_LATER: '003',
    ACCOUNT_CANNOT_RECEIVE: '004',
    RETURNED: '005',
    CANCELLED: '006',
    LOST: '007',
    ...delays,
    ...networkFailures,
    ACCEPTED_LATER: '018',
    REFUNDED: '019',
  },
  /** Transfers to the account. */
  transferOut: {
    COMPLETED: '111',
    INSUFFICIENT_FUNDS: '002',
    ACCOUNT_INVALID: '003',
    ACCOUNT_CANNOT_RECEIVE: '004',
    RETURNED: '005',
    ...delays,
    ...networkFailures,
    ACCEPTED_LATER: '018',
    REFUNDED: '019',
  },
  /** Transfers from the account, and quotes that pull from it. */
  transferIn: {
    COMPLETED: '111',
    INSUFFICIENT_FUNDS: '002',
    ACCOUNT_CLOSED: '003',
    COLLECTION_FAILED: '004',
    COLLECTION_FAILED_LATER: '005',
    ...delays,
    ...networkFailures,
    REFUNDED: '019',
  },
  /** `beneficiaryVerificationStatus` of the account; INVALID_ACCOUNT rejects its creation. */
  nameCheck: {
    MATCHED: '111',
    NOT_MATCHED: '102',
    PARTIAL_MATCH: '103',
    PENDING: '104',
    INVALID_ACCOUNT: '105',
    UNSUPPORTED: '106',
    CHECKED_BY_RECEIVING_FI: '107',
  },
} as const;

/** Other values that select a scenario: a stem, and its suffix by area and outcome. */
export const textScenarios = {
  fullName: {
    stem: 'Ada Lovelace ',
    /** `kycStatus` of a new individual. */
    kyc: { APPROVED: '900', PENDING: '001', REJECTED: '002', HOLD: '210', UNVERIFIED: '230' },
    /** Result of a complete submission of an individual, who is not APPROVED before. */
    submission: {
      APPROVED: '230',
      PENDING_MANUAL_REVIEW: '001',
      IN_PROGRESS: '231',
      READY_FOR_VERIFICATION: '232',
      POOR_QUALITY_DOCUMENT: '003',
      INVALID_DOCUMENT: '211',
      SUSPECTED_FRAUD_DOCUMENT: '212',
      WRONG_DOCUMENT_TYPE: '213',
      UNREADABLE_DOCUMENT: '214',
      DOCUMENT_VERIFICATION_FAILED: '215',
      APPLICANT_SANCTIONED: '221',
      APPLICANT_FRAUD: '222',
      APPLICANT_CRIMINAL_RECORD: '223',
    },
  },
  registrationNumber: {
    stem: 'R-',
    /** Result of the submission of a business. CHECKED and HOLD require documents and owners. */
    submission: { APPROVED: '900', REJECTED: '002', CHECKED: '003', HOLD: '210' },
  },
  ownerLastName: {
    stem: 'Hopper ',
    /** `kycStatus` of a beneficial owner after the decision about the business. */
    kyc: { APPROVED: '900', PENDING: '001', REJECTED: '002', UNVERIFIED: '023', HOLD: '210' },
  },
  documentNumber: {
    stem: 'P1234',
    /** Result of an upload; all but ACCEPTED are the code of a 400. */
    upload: { ACCEPTED: '900', DATA_MISMATCH: '201', EXPIRED: '202', SUSPECTED_FRAUD: '203', LOW_QUALITY: '204' },
  },
  platformCardId: {
    stem: 'card-',
    issuing: { ACTIVE: '900', PROCESSING: '001', ISSUER_REJECTED: '002', ACTIVE_LATER: '005' },
  },
  merchantDescriptor: {
    stem: 'SHOP ',
    authorization: {
      APPROVED: '900',
      INSUFFICIENT_FUNDS: '002',
      CARD_PAUSED: '003',
      CONFIRMED_LATER: '005',
      UNCONFIRMED: '006',
    },
  },
} as const;

/** Default of SANDBOX_UMA_DOMAIN. */
export const UMA_DOMAIN = 'sandbox.causeway.test';

/** Receivers at the UMA domain by outcome. */
export const umaReceivers = {
  RECEIVES_USD: 'success.usd',
  RECEIVES_EUR: 'success.eur',
  RECEIVES_MXN: 'success.mxn',
  COMPLETED_LATER: 'pending.long.usd',
  COMPLIANCE_REJECTED: 'fail.compliance.usd',
} as const;
