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
