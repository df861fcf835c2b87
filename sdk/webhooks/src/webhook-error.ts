export type WebhookErrorCode =
  /** The body was given parsed. */
  | 'NOT_RAW'
  /** A header of the scheme is missing or unreadable. */
  | 'MISSING_HEADERS'
  /** There is no key, or one that cannot be read. */
  | 'NO_KEY'
  /** The bytes are those that were sent, and no key fits. */
  | 'WRONG_KEY'
  /** The bytes are not those that were sent. */
  | 'BODY_CHANGED'
  | 'TOO_OLD'
  | 'TOO_NEW'
  /** Signed, and no event. */
  | 'MALFORMED';

/** The reason for a rejected request. Respond with 400 or 401: it is sent again. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }
}
