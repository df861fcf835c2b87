import { ApiError, type ErrorCode, errorStatus } from '../../../foundation/kernel/errors.ts';

/** HTTP status by code of the UMA protocol, for codes that our API does not have. */
const umaOnlyCodes = {
  NON_UMA_LNURL_NOT_SUPPORTED: 403,
  PARSE_LNURLP_REQUEST_ERROR: 400,
  PARSE_PAYREQ_REQUEST_ERROR: 400,
  PARSE_UTXO_CALLBACK_ERROR: 400,
  MISSING_MANDATORY_PAYER_DATA: 400,
  REQUEST_NOT_FOUND: 404,
} as const;
export type UmaOnlyCode = keyof typeof umaOnlyCodes;

/** Rejects another provider's request with a protocol code. */
export class UmaRejection extends Error {
  readonly code: UmaOnlyCode | ErrorCode;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(code: UmaOnlyCode | ErrorCode, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** Default error codes of calls to other providers, for responses without a specific code. */
export type UmaCall = 'LNURLP_REQUEST_FAILED' | 'PAYREQ_REQUEST_FAILED';

/** Our error code for each code with which another provider rejects a call. */
export const providerErrorCodes: Readonly<Record<string, ErrorCode>> = {
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

/** Errors caused by another provider's response, signature or keys. */
const responseErrors = [
  'MISSING_REQUIRED_UMA_PARAMETERS',
  'CERT_CHAIN_INVALID',
  'CERT_CHAIN_EXPIRED',
  'INVALID_PUBKEY_FORMAT',
  'INVALID_TIMESTAMP',
  'INVALID_NONCE',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
] as const satisfies readonly ErrorCode[];

/** Error codes that another provider can cause in a lookup and in a quote. */
export const umaErrors = {
  lookup: [
    ...new Set<ErrorCode>([
      ...Object.values(providerErrorCodes),
      ...responseErrors,
      'LNURLP_REQUEST_FAILED',
      'PARSE_LNURLP_RESPONSE_ERROR',
    ]),
  ],
  quote: [
    ...new Set<ErrorCode>([
      ...Object.values(providerErrorCodes),
      ...responseErrors,
      'PAYREQ_REQUEST_FAILED',
      'PARSE_PAYREQ_RESPONSE_ERROR',
      'INVALID_PAYREQ_RESPONSE',
    ]),
  ],
};

/** Protocol code for each of our error codes with a different name. */
const protocolCodes: Partial<Record<ErrorCode, UmaOnlyCode | ErrorCode>> = {
  UMA_NOT_FOUND: 'USER_NOT_FOUND',
  CUSTOMER_DELETED: 'USER_NOT_FOUND',
  END_USER_TERMS_NOT_ACCEPTED: 'USER_NOT_READY',
  CONFLICT: 'USER_NOT_READY',
  SELF_PAYMENT: 'SENDER_NOT_ACCEPTED',
  INVALID_UMA_ADDRESS: 'INVALID_INPUT',
};

/** A bad signature of the other provider needs another code, because INVALID_SIGNATURE would blame our caller. */
const badSignatureCode: Record<UmaCall, ErrorCode> = {
  LNURLP_REQUEST_FAILED: 'LNURLP_REQUEST_FAILED',
  PAYREQ_REQUEST_FAILED: 'INVALID_PAYREQ_RESPONSE',
};

/** Converts an error of a call to another provider to an error for the caller of our API. */
export function providerCallError(call: UmaCall, domain: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_SIGNATURE') return error;
  const message = `The response of ${domain} is not signed with its key.`;
  return new ApiError(badSignatureCode[call], message, { reason: 'INVALID_SIGNATURE' });
}

interface UmaErrorBody {
  status: 'ERROR';
  reason: string;
  code: string;
  [name: string]: unknown;
}

/** Error response to another provider. */
export function umaErrorResponse(rejection: UmaRejection | ApiError): { status: number; body: UmaErrorBody } {
  const code = rejection instanceof UmaRejection ? rejection.code : (protocolCodes[rejection.code] ?? rejection.code);
  const more = rejection instanceof UmaRejection ? rejection.more : {};
  const statuses: Readonly<Record<string, number>> = { ...errorStatus, ...umaOnlyCodes };
  return { status: statuses[code] ?? 500, body: { ...more, status: 'ERROR', reason: rejection.message, code } };
}
