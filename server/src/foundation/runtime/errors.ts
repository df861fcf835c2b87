import type { Failure } from './exit-codes.ts';

/** Wrong command line, or a setup that does not allow the requested operation. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** A failure of another process of this server, reported by that process. */
export class ReportedFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The database or the data directory cannot be used. */
export class DatabaseUnavailable extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** A failed request to a server, with a hint for the user. */
abstract class RequestFailed extends Error {
  readonly hint: string;
  /** Error code of the API, if the server responded. */
  readonly code: string | undefined;

  constructor(message: string, { hint, code }: { hint: string; code?: string | undefined }) {
    super(message);
    this.hint = hint;
    this.code = code;
  }
}

/** No server responds. */
export class ServerUnreachable extends RequestFailed {}

/** The server rejects the credentials, or they lack a permission. */
export class CredentialsRejected extends RequestFailed {}

/** The server responded with an error. */
export class RequestRejected extends RequestFailed {}

/** The command found nothing to show. */
export class NothingFound extends RequestFailed {}

/** The condition that a command waited for did not occur in time. */
export class TimedOut extends RequestFailed {}
