import type { Failure } from './exit-codes.ts';

/** The command line asks for something that cannot be done as it stands. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** What another process of this server could not do, in the words it was told in. */
export class ToldFailure extends Error {
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
