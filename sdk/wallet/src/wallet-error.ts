export type WalletErrorCode =
  /** The user closed the dialog, declined, or let it time out. */
  | 'CANCELLED'
  /** The browser, the device or the connection (no https) does not support it. */
  | 'UNSUPPORTED'
  /** The relying party of the passkey does not match the origin of this page. */
  | 'WRONG_ORIGIN'
  /** This device has a passkey for the wallet already. */
  | 'ALREADY_REGISTERED'
  /** The wallet has no credential of this kind. */
  | 'NO_CREDENTIAL'
  /** Nobody is logged in on this device. */
  | 'NO_SESSION'
  /** The session has ended: log in again. */
  | 'SESSION_EXPIRED'
  /** The service is still processing after the last retry; repeat the same call later. */
  | 'STILL_PROCESSING'
  /** A signature is missing or not trusted, or the service requests the signature of another operation. */
  | 'UNTRUSTED'
  /** No response. The outcome of a signed request is unknown. */
  | 'NETWORK'
  /** The service rejected the request: see `rejection`. */
  | 'REJECTED'
  /** The response has an unexpected format. */
  | 'UNREADABLE';

/** Error response of the service. */
export interface Rejection {
  status: number;
  /** Error code of the API, such as `WALLET_SIGNATURE_INVALID`. */
  code: string;
  message: string;
  /** The check that failed. */
  reason?: string;
  /** How to correct the request. */
  hint?: string;
  retryAfterSeconds?: number;
}

/** The only error that this library throws. `code` identifies the cause. */
export class WalletError extends Error {
  readonly code: WalletErrorCode;
  readonly rejection: Rejection | undefined;

  constructor(
    code: WalletErrorCode,
    message: string,
    { cause, rejection }: { cause?: unknown; rejection?: Rejection } = {},
  ) {
    super(message, { cause });
    this.name = 'WalletError';
    this.code = code;
    this.rejection = rejection;
  }
}
