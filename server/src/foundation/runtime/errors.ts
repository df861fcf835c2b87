import type { Failure } from './exit-codes.ts';

/** The command line is wrong, or the setup does not allow what it requests. */
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

/** A failure of a request to a server, with the way out. */
abstract class RequestFailed extends Error {
  readonly hint: string;
  /** Code of the API, if the server has answered. */
  readonly code: string | undefined;

  constructor(message: string, { hint, code }: { hint: string; code?: string | undefined }) {
    super(message);
    this.hint = hint;
    this.code = code;
  }
}

/** No server answers. */
export class ServerUnreachable extends RequestFailed {}

/** The server does not accept the credentials, or they lack a permission. */
export class CredentialsRejected extends RequestFailed {}

/** The server has answered with an error. */
export class RequestRejected extends RequestFailed {}

/** There is nothing to show. */
export class NothingFound extends RequestFailed {}

/** A command has waited in vain. */
export class TimedOut extends RequestFailed {}
