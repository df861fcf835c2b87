import { ConfigError } from '../config.ts';
import { DataDirectoryInUse, EmbeddedPostgresFailed } from '../db/embedded/errors.ts';
import { MigrationRefused } from '../db/migrate.ts';
import { WrongMasterKey } from '../db/vault.ts';
import { ApiError } from '../kernel/errors.ts';
import { DatabaseUnavailable, ToldFailure, UsageError } from './errors.ts';

/** How every command ends; scripts rely on these numbers. */
export const exitCodes = {
  OK: { code: 0, meaning: 'done' },
  FINDINGS: { code: 1, meaning: 'the check has findings' },
  USAGE: { code: 2, meaning: 'wrong usage or setting' },
  UNAVAILABLE: { code: 3, meaning: 'the database or data directory cannot be used: unreachable, locked, newer schema' },
  INTERNAL: { code: 70, meaning: 'internal error' },
} as const;
export type Exit = keyof typeof exitCodes;

export interface Failure {
  exit: Exit;
  code: string;
  message: string;
  hint: string;
}

interface FailureKind {
  type: new (...args: never[]) => Error;
  exit: Exit;
  code: string;
  /** Where the error itself brings none. */
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
  { type: MigrationRefused, exit: 'UNAVAILABLE', code: 'SCHEMA_REFUSED', hint: 'Nothing was changed.' },
  {
    type: DataDirectoryInUse,
    exit: 'UNAVAILABLE',
    code: 'DATA_DIRECTORY_IN_USE',
    hint: 'Commands other than "start" work beside it.',
  },
  {
    type: EmbeddedPostgresFailed,
    exit: 'UNAVAILABLE',
    code: 'EMBEDDED_POSTGRES_FAILED',
    hint: 'postgres.log in the data directory may say more; DATABASE_URL names a PostgreSQL of your own instead.',
  },
];

/** What went wrong in one sentence, and what to do about it in another. */
export function explain(error: unknown): Failure {
  if (error instanceof ApiError) return explainRefusal(error);
  if (error instanceof ToldFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  const kind = failureKinds.find(({ type }) => error instanceof type);
  if (!kind) {
    const hint = 'Run it again with LOG_LEVEL=debug to see where.';
    return { exit: 'INTERNAL', code: 'INTERNAL_ERROR', message: `Something went wrong: ${message}`, hint };
  }
  const { hint = kind.hint } = error as { hint?: string };
  return { exit: kind.exit, code: kind.code, message, hint };
}

/** Commands call the same rules as the API, and are refused by them in the same words. */
function explainRefusal({ code, status, message, details }: ApiError): Failure {
  const hint = details?.hint ?? 'Run "causeway --help".';
  if (code === 'SERVICE_UNAVAILABLE') return { exit: 'UNAVAILABLE', code, message, hint };
  return { exit: status >= 500 ? 'INTERNAL' : 'USAGE', code, message, hint };
}
