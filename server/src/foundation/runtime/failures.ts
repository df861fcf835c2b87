import { ConfigError } from '../config.ts';
import { DataDirectoryInUse, EmbeddedPostgresFailed } from '../db/embedded/errors.ts';
import { MigrationRejected } from '../db/migrate.ts';
import { WrongMasterKey } from '../db/vault.ts';
import { ApiError } from '../kernel/errors.ts';
import {
  CredentialsRejected,
  DatabaseUnavailable,
  NothingFound,
  ReportedFailure,
  RequestRejected,
  ServerUnreachable,
  TimedOut,
  UsageError,
} from './errors.ts';
import type { Exit, Failure } from './exit-codes.ts';

interface FailureKind {
  type: new (...args: never[]) => Error;
  exit: Exit;
  code: string;
  /** Used for errors without a hint of their own. */
  hint: string;
}

const failureKinds: readonly FailureKind[] = [
  { type: UsageError, exit: 'USAGE', code: 'WRONG_USAGE', hint: 'Run "causeway --help".' },
  { type: ConfigError, exit: 'USAGE', code: 'WRONG_SETTING', hint: '"causeway --help" lists the settings.' },
  {
    type: WrongMasterKey,
    exit: 'USAGE',
    code: 'WRONG_MASTER_KEY',
    hint: 'Set MASTER_KEY to that key; to change it, give the old one as MASTER_KEY_PREVIOUS and run "causeway keys rotate".',
  },
  { type: DatabaseUnavailable, exit: 'UNAVAILABLE', code: 'DATABASE_UNAVAILABLE', hint: 'Check DATABASE_URL.' },
  { type: MigrationRejected, exit: 'UNAVAILABLE', code: 'SCHEMA_REJECTED', hint: 'Nothing was changed.' },
  {
    type: DataDirectoryInUse,
    exit: 'UNAVAILABLE',
    code: 'DATA_DIRECTORY_IN_USE',
    hint: 'Commands other than "start" work beside it.',
  },
  {
    type: ServerUnreachable,
    exit: 'UNAVAILABLE',
    code: 'SERVER_UNREACHABLE',
    hint: 'Start it with "causeway start", or name it with --url.',
  },
  {
    type: CredentialsRejected,
    exit: 'CREDENTIALS',
    code: 'CREDENTIALS_REJECTED',
    hint: 'Set CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET.',
  },
  { type: RequestRejected, exit: 'REJECTED', code: 'REQUEST_REJECTED', hint: 'Run "causeway --help".' },
  { type: NothingFound, exit: 'FINDINGS', code: 'NOTHING_FOUND', hint: 'Run "causeway --help".' },
  { type: TimedOut, exit: 'TIMED_OUT', code: 'TIMED_OUT', hint: 'Wait longer with --wait.' },
  {
    type: EmbeddedPostgresFailed,
    exit: 'UNAVAILABLE',
    code: 'EMBEDDED_POSTGRES_FAILED',
    hint: 'postgres.log in the data directory may say more; DATABASE_URL names a PostgreSQL of your own instead.',
  },
];

/** Maps any error to an exit code, a message and a hint. */
export function explain(error: unknown): Failure {
  if (error instanceof ApiError) return explainApiError(error);
  if (error instanceof ReportedFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  const kind = failureKinds.find(({ type }) => error instanceof type);
  if (!kind) {
    const hint = 'Run it again with LOG_LEVEL=debug to see the stack trace.';
    return { exit: 'INTERNAL', code: 'INTERNAL_ERROR', message: `Something went wrong: ${message}`, hint };
  }
  const { hint = kind.hint, code = kind.code } = error as { hint?: string; code?: string };
  return { exit: kind.exit, code, message, hint };
}

/** Commands and the API share code, so a command can fail with an API error. */
function explainApiError({ code, status, message, details }: ApiError): Failure {
  const hint = details?.hint ?? 'Run "causeway --help".';
  if (code === 'SERVICE_UNAVAILABLE') return { exit: 'UNAVAILABLE', code, message, hint };
  return { exit: status >= 500 ? 'INTERNAL' : 'USAGE', code, message, hint };
}
