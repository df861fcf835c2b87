import { ApiError, type ErrorCode, errorStatus } from './errors.ts';

/** Codes of the protocol that our own API does not have. */
export const umaOnlyCodes = {
  NON_UMA_LNURL_NOT_SUPPORTED: 403,
  PARSE_LNURLP_REQUEST_ERROR: 400,
  PARSE_PAYREQ_REQUEST_ERROR: 400,
  PARSE_UTXO_CALLBACK_ERROR: 400,
  MISSING_MANDATORY_PAYER_DATA: 400,
  REQUEST_NOT_FOUND: 404,
} as const;
export type UmaOnlyCode = keyof typeof umaOnlyCodes;

/** How another provider is refused, in words of the protocol. */
export class UmaRefusal extends Error {
  readonly code: UmaOnlyCode | ErrorCode;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(code: UmaOnlyCode | ErrorCode, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** Which of our calls another provider failed: what the caller of our API is told where its answer says nothing else. */
export type UmaCall = 'LNURLP_REQUEST_FAILED' | 'PAYREQ_REQUEST_FAILED';

/** What it means for our caller when another provider refuses with one of these codes of the protocol. */
export const refusalsOfOthers: Readonly<Record<string, ErrorCode>> = {
  USER_NOT_FOUND: 'UMA_NOT_FOUND',
  REQUEST_NOT_FOUND: 'UMA_NOT_FOUND',
  USER_NOT_READY: 'INVALID_RECEIVER',
  NON_UMA_LNURL_NOT_SUPPORTED: 'INVALID_RECEIVER',
  SENDER_NOT_ACCEPTED: 'SENDER_NOT_ACCEPTED',
  COUNTERPARTY_NOT_ALLOWED: 'COUNTERPARTY_NOT_ALLOWED',
  VELOCITY_LIMIT_EXCEEDED: 'VELOCITY_LIMIT_EXCEEDED',
  AMOUNT_OUT_OF_RANGE: 'AMOUNT_OUT_OF_RANGE',
  INVALID_CURRENCY: 'INVALID_CURRENCY',
  MISSING_MANDATORY_PAYER_DATA: 'MISSING_MANDATORY_USER_INFO',
  MISSING_REQUIRED_UMA_PARAMETERS: 'MISSING_REQUIRED_UMA_PARAMETERS',
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
  UNSUPPORTED_UMA_VERSION: 'UNSUPPORTED_UMA_VERSION',
  NO_COMPATIBLE_UMA_VERSION: 'NO_COMPATIBLE_UMA_VERSION',
  INVALID_TIMESTAMP: 'INVALID_TIMESTAMP',
  INVALID_NONCE: 'INVALID_NONCE',
  CERT_CHAIN_INVALID: 'CERT_CHAIN_INVALID',
  CERT_CHAIN_EXPIRED: 'CERT_CHAIN_EXPIRED',
  INVALID_PUBKEY_FORMAT: 'INVALID_PUBKEY_FORMAT',
  INVALID_REQUEST_FORMAT: 'INVALID_REQUEST_FORMAT',
  PARSE_PAYREQ_REQUEST_ERROR: 'INVALID_REQUEST_FORMAT',
  PARSE_LNURLP_REQUEST_ERROR: 'INVALID_REQUEST_FORMAT',
  QUOTE_EXPIRED: 'QUOTE_REQUEST_FAILED',
  INVOICE_EXPIRED: 'QUOTE_REQUEST_FAILED',
};

/** Of either call: what is wrong with an answer, its signature and the keys of whoever gave it. */
const wrongAnswers = [
  'MISSING_REQUIRED_UMA_PARAMETERS',
  'CERT_CHAIN_INVALID',
  'CERT_CHAIN_EXPIRED',
  'INVALID_PUBKEY_FORMAT',
  'INVALID_TIMESTAMP',
  'INVALID_NONCE',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
] as const satisfies readonly ErrorCode[];

/** What a lookup and a quote may be refused with where another provider has a say. */
export const umaErrors = {
  lookup: [
    ...new Set<ErrorCode>([
      ...Object.values(refusalsOfOthers),
      ...wrongAnswers,
      'LNURLP_REQUEST_FAILED',
      'PARSE_LNURLP_RESPONSE_ERROR',
    ]),
  ],
  quote: [
    ...new Set<ErrorCode>([
      ...Object.values(refusalsOfOthers),
      ...wrongAnswers,
      'PAYREQ_REQUEST_FAILED',
      'PARSE_PAYREQ_RESPONSE_ERROR',
      'INVALID_PAYREQ_RESPONSE',
    ]),
  ],
};

/** In what our own refusals are told to another provider; a code that is not here is told as it is. */
const told: Partial<Record<ErrorCode, UmaOnlyCode | ErrorCode>> = {
  UMA_NOT_FOUND: 'USER_NOT_FOUND',
  CUSTOMER_DELETED: 'USER_NOT_FOUND',
  END_USER_TERMS_NOT_ACCEPTED: 'USER_NOT_READY',
  CONFLICT: 'USER_NOT_READY',
  SELF_PAYMENT: 'SENDER_NOT_ACCEPTED',
  INVALID_UMA_ADDRESS: 'INVALID_INPUT',
};

/** The signature of an answer was not that of its provider: nothing that our caller has signed. */
const brokenAnswer: Record<UmaCall, ErrorCode> = {
  LNURLP_REQUEST_FAILED: 'LNURLP_REQUEST_FAILED',
  PAYREQ_REQUEST_FAILED: 'INVALID_PAYREQ_RESPONSE',
};

/** Whatever stopped a call of ours, as our caller is told it. */
export function refusalOf(call: UmaCall, domain: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_SIGNATURE') return error;
  const message = `The answer of ${domain} is not signed with its key.`;
  return new ApiError(brokenAnswer[call], message, { reason: 'INVALID_SIGNATURE' });
}

export interface UmaErrorBody {
  status: 'ERROR';
  reason: string;
  code: string;
  [name: string]: unknown;
}

/** The answer to another provider that we refuse. */
export function answerTo(refusal: UmaRefusal | ApiError): { status: number; body: UmaErrorBody } {
  const code = refusal instanceof UmaRefusal ? refusal.code : (told[refusal.code] ?? refusal.code);
  const more = refusal instanceof UmaRefusal ? refusal.more : {};
  const statuses: Readonly<Record<string, number>> = { ...errorStatus, ...umaOnlyCodes };
  return { status: statuses[code] ?? 500, body: { ...more, status: 'ERROR', reason: refusal.message, code } };
}
