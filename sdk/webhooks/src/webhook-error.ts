export type WebhookErrorCode =
  /** The body was given parsed. */
  | 'NOT_RAW'
  /** A header of the scheme is missing or unreadable. */
  | 'MISSING_HEADERS'
  /** No key was given, or a key is malformed. */
  | 'NO_KEY'
  /** No key fits, although the body is unchanged. */
  | 'WRONG_KEY'
  /** The body was changed after it was sent. */
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
