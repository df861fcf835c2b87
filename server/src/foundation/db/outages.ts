import pg from 'pg';
import { ApiError } from '../kernel/errors.ts';

/** SQLSTATE of a write on a read-only node. The statement has changed nothing. */
const READ_ONLY = '25006';
/** Disk, memory or connections exhausted (class 53), or a disk failure (58030). The statement was rolled back. */
const EXHAUSTED = /^(53[0124]|58030)/;
/** statement_timeout: the statement was cancelled and rolled back. */
const CANCELLED = '57014';

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Connection lost (class 08, 57P), too many connections (53300), or an error of the driver itself. */
export function isConnectionError(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53300)/.test(error.code ?? '') || isReadOnly(error);
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof ApiError;
  return error instanceof Error && !isOurs;
}

export const isReadOnly = (error: unknown): boolean => sqlState(error) === READ_ONLY;

/** Returns 503 for a statement that PostgreSQL rolled back for a temporary reason; undefined for other errors. */
export function undoneByOutage(error: unknown): ApiError | undefined {
  const state = sqlState(error) ?? '';
  if (EXHAUSTED.test(state))
    return unavailable('The database has no disk space or other resource left.', NOTHING_CHANGED, error);
  if (state === CANCELLED) return unavailable('The database took too long.', NOTHING_CHANGED, error);
  return undefined;
}

export const unreachable = (cause: unknown): ApiError => unavailable(UNREACHABLE, NOTHING_CHANGED, cause);

export const outcomeUnknown = (cause: unknown): ApiError => unavailable(UNREACHABLE, UNKNOWN, cause);

/** Error of the driver or of PostgreSQL that caused a 503. */
export function causeOfOutage(error: unknown): Error | undefined {
  const isOutage = error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
  return isOutage && error.cause instanceof Error ? error.cause : undefined;
}

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.details?.hint === UNKNOWN;

const UNREACHABLE = 'The database cannot be reached.';
const NOTHING_CHANGED = 'Nothing was changed. Repeat the request in a moment.';
const UNKNOWN = 'Whether the request took effect is unknown. Repeat it with the same Idempotency-Key.';

function unavailable(message: string, hint: string, cause: unknown): ApiError {
  const headers = { 'retry-after': '1' };
  // Not enumerable, so that logs omit it: driver errors include the connection and its password.
  return Object.defineProperty(new ApiError('SERVICE_UNAVAILABLE', message, { hint }, { headers }), 'cause', {
    value: cause,
  });
}
