import { sqlState } from '../../foundation/db/database.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

export const BODY_LIMIT = 1024 * 1024;

/** Converts unexpected errors to a 500 without details, so that internals are not exposed. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const details = { hint: `A body may have at most ${BODY_LIMIT} bytes.` };
    return new ApiError('INVALID_INPUT', 'The body is too large.', details, { status: 413 });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    const details = { hint: 'Send Content-Type: application/json.' };
    return new ApiError('INVALID_REQUEST_FORMAT', 'This content type is not supported.', details, { status: 415 });
  }
  if (code === 'ECONNRESET' && statusCode === 400) {
    // Fastify reports a client that disconnects during the body with this code.
    return new ApiError('INVALID_REQUEST_FORMAT', 'The connection was closed before the body was complete.');
  }
  if (code === 'FST_ERR_BAD_URL') return new ApiError('INVALID_INPUT', 'The path is not a valid URL.');
  if (UNSTORABLE.has(sqlState(error) ?? '')) {
    return new ApiError('INVALID_INPUT', 'The request contains a character or a date that cannot be stored.');
  }
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on our side.');
}

/** SQLSTATEs of text and dates that PostgreSQL cannot store. */
const UNSTORABLE = new Set(['22021', '22P05', '22007', '22008', '22009']);
