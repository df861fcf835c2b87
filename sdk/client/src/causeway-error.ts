import type { ErrorReason } from './generated/types.ts';

/** Failures without a readable response of the service. */
export type ConnectionErrorCode =
  /** No response came; the request may have had an effect. */
  | 'NO_RESPONSE'
  /** No response came within `timeoutMs`; the request may have had an effect. */
  | 'TIMED_OUT'
  /** The response is not in the format of the service, such as an error page of a proxy. */
  | 'UNREADABLE';

/** One invalid member of a request. */
export interface InvalidField {
  /** Path in dot notation: `source.accountId`. */
  field: string;
  message?: string;
  constraint?: Record<string, unknown>;
}

/** Members of an error besides its code. The code determines which are present. */
export interface ErrorDetails<Reason extends string = ErrorReason> {
  /** Action that resolves the problem. */
  hint?: string;
  /** Check that failed, for codes that cover several checks. */
  reason?: Reason;
  docUrl?: string;
  errors?: InvalidField[];
  [name: string]: unknown;
}

interface ErrorParts<Code extends string, Reason extends string> {
  code: Code;
  message: string;
  status?: number | undefined;
  details?: ErrorDetails<Reason> | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A request that was rejected, or that got no response. */
export class CausewayError<Code extends string = string, Reason extends string = ErrorReason> extends Error {
  readonly code: Code;
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  readonly details: ErrorDetails<Reason>;
  /** Every invalid member of the request. */
  readonly fieldErrors: readonly InvalidField[];
  /** Identifies the request in the request log of the service. */
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, status, details = {}, requestId, retryAfterSeconds, cause }: ErrorParts<Code, Reason>) {
    super(message, { cause });
    this.name = 'CausewayError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.fieldErrors = details.errors ?? [];
    this.requestId = requestId;
    this.docUrl = details.docUrl;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
