import { Type } from '@sinclair/typebox';
import { type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { STEP_UP_REQUIRED } from './credentials.ts';
import { KEY_REUSED } from './idempotency.ts';
import { type Components, type Json, pascalCase } from './openapi-components.ts';
import { requestIdHeader } from './openapi-headers.ts';
import type { Route } from './route.ts';
import { FieldError } from './schemas.ts';

/** Error codes of every operation. */
const ALWAYS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Timeouts and oversized headers are rejected before the operation is known. */
const BEFORE_ROUTING = [408, 431];

/** Error codes of operations that take a signed retry. */
const SIGNATURE_REJECTIONS: readonly ErrorCode[] = [
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
  'REQUEST_ID_MISSING',
];

/** Limit of the names of responses, which generators make types of. */
const MAX_NAME = 60;

/** Error responses of an operation by status, each with the codes that this operation returns. */
export function errorResponses(route: Route, components: Components): Json {
  const statuses = [...codesByStatus(route)].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, codes]) => {
      const reasons = reasonsOf(route, codes);
      const name = nameOf(route, { status, codes, reasons });
      return [status, components.response(name, () => errorResponse({ status, codes, reasons }, components))];
    }),
  );
}

function codesByStatus(route: Route): Map<number, ErrorCode[]> {
  const keyed: ErrorCode[] = isKeyed(route) ? ['CONFLICT'] : [];
  const signed = route.isSigned ? SIGNATURE_REJECTIONS : [];
  const always = route.access === 'PUBLIC' ? ALWAYS.filter((code) => code !== 'UNAUTHORIZED') : ALWAYS;
  const isGuarded = route.stepUp || !['OPERATOR', 'PUBLIC'].includes(route.access);
  const guarded: ErrorCode[] = isGuarded ? ['FORBIDDEN'] : [];
  const codes = [...new Set([...route.errors, ...keyed, ...signed, ...guarded, ...always])];
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of codes.sort()) statuses.set(errorStatus[code], [...(statuses.get(errorStatus[code]) ?? []), code]);
  for (const status of BEFORE_ROUTING) statuses.set(status, ['INVALID_REQUEST_FORMAT']);
  if (route.body) statuses.set(413, ['INVALID_INPUT']).set(415, ['INVALID_REQUEST_FORMAT']);
  return statuses;
}

const isKeyed = ({ idempotency = 'NONE' }: Route): boolean => idempotency !== 'NONE';

function reasonsOf(route: Route, codes: readonly ErrorCode[]): string[] {
  const stepUp = route.stepUp && codes.includes('FORBIDDEN') ? [STEP_UP_REQUIRED] : [];
  const own = [...codes.flatMap((code) => route.reasons?.[code] ?? []), ...stepUp];
  return codes.includes('CONFLICT') && isKeyed(route) ? [...own, KEY_REUSED] : own;
}

interface Rejection {
  status: number;
  codes: readonly ErrorCode[];
  /** Values of `details.reason`. */
  reasons: readonly string[];
}

/** Depends on the operation and its own errors alone, so that other operations do not rename it. */
function nameOf({ operationId }: Route, { status, codes, reasons }: Rejection): string {
  const name = `Error${status}${[...codes, ...reasons].map(pascalCase).join('Or')}`;
  if (name.length <= MAX_NAME) return name;
  return `Error${status}Of${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;
}

function errorResponse({ status, codes, reasons }: Rejection, components: Components): Json {
  const details = {
    hint: Type.Optional(Type.String({ description: 'Way to make the request succeed.' })),
    docUrl: Type.Optional(Type.String({ description: 'Documentation of the operation.' })),
    reason: Type.Optional(
      Type.String({
        description: 'Check that failed, where a code stands for several.',
        ...(reasons.length > 0 && { examples: reasons }),
      }),
    ),
    ...(status === 400 && {
      errors: Type.Optional(Type.Array(FieldError, { description: 'Every invalid field, one entry each.' })),
    }),
  };
  const schema = Type.Object({
    status: Type.Literal(status, { description: 'HTTP status of the answer.' }),
    code: Type.Unsafe({ type: 'string', enum: codes, description: 'Cause of the error, for programs.' }),
    message: Type.String({ description: 'Cause of the error, for people; the text can change.' }),
    ...(status === 401 && {
      reason: Type.Optional(Type.String({ description: 'Check that failed, such as `Invalid OTP code`.' })),
    }),
    details: Type.Optional(
      Type.Object(details, { description: 'Further data about the error, which depends on its code.' }),
    ),
  });
  const retry = {
    'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before the next attempt.' },
  };
  const headers = { ...requestIdHeader, ...(status === 429 || status === 503 ? retry : {}) };
  return {
    description: [...codes, ...reasons].join(', '),
    headers,
    content: { 'application/json': { schema: components.schema(schema) } },
  };
}
