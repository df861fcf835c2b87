export type WalletErrorCode =
  /** The person closed the dialog, said no, or let it time out. */
  | 'CANCELLED'
  /** This browser, device or connection (no https) cannot do it. */
  | 'UNSUPPORTED'
  /** The passkey's relying party does not fit the address of this page. */
  | 'WRONG_ORIGIN'
  /** This device has a passkey for the wallet already. */
  | 'ALREADY_REGISTERED'
  /** The wallet has no credential of this kind. */
  | 'NO_CREDENTIAL'
  /** Nobody is logged in on this device. */
  | 'NO_SESSION'
  /** The session has ended: log in again. */
  | 'SESSION_EXPIRED'
  /** The service was still at work when patience ended; the same call may be made again. */
  | 'STILL_PROCESSING'
  /** Something that must be signed is not, or not by whom it should; or it asks to sign something else. */
  | 'UNTRUSTED'
  /** No answer. Whether a signed request was carried out is not known. */
  | 'NETWORK'
  /** The service said no: `refusal` has its words. */
  | 'REFUSED'
  /** The answer is not one that the service gives. */
  | 'UNREADABLE';

/** What the service said when it refused. */
export interface Refusal {
  status: number;
  /** The code of the API, such as `WALLET_SIGNATURE_INVALID`. */
  code: string;
  message: string;
  /** The check that failed. */
  reason?: string;
  /** What to do about it. */
  hint?: string;
  retryAfterSeconds?: number;
}

/** The one error that this library throws; `code` tells what happened. */
export class WalletError extends Error {
  readonly code: WalletErrorCode;
  readonly refusal: Refusal | undefined;

  constructor(code: WalletErrorCode, message: string, { cause, refusal }: { cause?: unknown; refusal?: Refusal } = {}) {
    super(message, { cause });
    this.name = 'WalletError';
    this.code = code;
    this.refusal = refusal;
  }
}
