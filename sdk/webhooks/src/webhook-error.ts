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
  /** The signature is valid, but the body is not an event. */
  | 'MALFORMED';

/** Reason why a request was rejected. Respond with 400 or 401, so that the service sends the event again. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }
}
