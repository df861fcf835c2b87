import { Type } from '@sinclair/typebox';
import { type ErrorReason, errorReasons } from '../../foundation/kernel/error-reasons.ts';
import { type ErrorCode, errorStatus } from '../../foundation/kernel/errors.ts';
import { type Components, type Json, pascalCase } from './openapi-components.ts';
import { requestIdHeader } from './openapi-headers.ts';
import type { Route } from './route.ts';
import { Enum, FieldError } from './schemas.ts';

/** Error codes that every operation can return. */
const ALWAYS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNAUTHORIZED',
  // Returned by the path of the operation for other methods.
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Statuses of timeouts and oversized headers, which are rejected before the operation is known. */
const BEFORE_ROUTING = [408, 431];

/** Error codes of operations that accept a signed retry. */
const SIGNATURE_REJECTIONS: readonly ErrorCode[] = [
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
  'REQUEST_ID_MISSING',
];

const CONSOLE_REASONS = [
  'CONSOLE_SESSION_UNKNOWN',
  'CONSOLE_SESSION_ENDED',
  'CONSOLE_SESSION_KIND',
  'NOT_SAME_ORIGIN',
] as const;

/** Reasons common to all operations with the same credentials. Names of responses leave them out. */
const reasonsOfAccess = {
  TOKEN: [
    'CREDENTIALS_MISSING',
    'CREDENTIALS_MALFORMED',
    'CREDENTIALS_WRONG',
    ...CONSOLE_REASONS,
    'TOKEN_PERMISSION_MISSING',
    'SANDBOX_FAULT',
  ],
  AGENT: ['CREDENTIALS_MISSING', 'CREDENTIALS_MALFORMED', 'ACCESS_TOKEN_UNKNOWN', 'SANDBOX_FAULT'],
  OPERATOR: [
    'CREDENTIALS_MISSING',
    'CREDENTIALS_MALFORMED',
    'CREDENTIALS_WRONG',
    'CREDENTIALS_REVOKED',
    'CREDENTIALS_EXPIRED',
    ...CONSOLE_REASONS,
  ],
  PUBLIC: [],
} as const satisfies Record<string, readonly ErrorReason[]>;

type Credentials = keyof typeof reasonsOfAccess;

const SIGNED_REASONS: readonly ErrorReason[] = [
  'REQUEST_ID_UNKNOWN',
  'REQUEST_ID_USED',
  'REQUEST_ID_EXPIRED',
  'REQUEST_ID_MISSING',
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'REQUEST_DIFFERS',
  'PAYLOAD_NOT_SIGNED',
  'SIGNER_WITHOUT_SESSION',
];

/** Maximum length of a response name, because generators derive type names from it. */
const MAX_NAME = 60;

/** Error responses of an operation by status, each with the codes that this operation can return. */
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

/** Reasons that this operation can return together with one of the codes. */
function reasonsOf(route: Route, codes: readonly ErrorCode[]): ErrorReason[] {
  const isWrite = route.method !== 'GET';
  const reasons: ErrorReason[] = [
    ...(route.stepUp ? (['STEP_UP_REQUIRED'] as const) : []),
    ...(route.onlyFor ? (['PLATFORM_MODE'] as const) : []),
    ...(isWrite ? (['CHANGED_MEANWHILE'] as const) : []),
    ...(isKeyed(route) ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(isKeyed(route) && route.secretResponse ? (['IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN'] as const) : []),
    ...(route.isSigned ? SIGNED_REASONS : []),
    ...reasonsOfAccess[credentialsOf(route)],
  ];
  const implied = reasons.filter((reason) => accompanies(reason, codes));
  return [...new Set([...codes.flatMap((code) => route.reasons?.[code] ?? []), ...implied])];
}

const accompanies = (reason: ErrorReason, codes: readonly ErrorCode[]): boolean =>
  errorReasons[reason].codes.some((code) => codes.includes(code));

const credentialsOf = ({ access }: Route): Credentials =>
  access === 'AGENT' || access === 'OPERATOR' || access === 'PUBLIC' ? access : 'TOKEN';

interface Rejection {
  status: number;
  codes: readonly ErrorCode[];
  /** Values of `details.reason`. */
  reasons: readonly ErrorReason[];
}

/** Derives the name from the operation's own errors only, so that changes of other operations do not rename it. */
function nameOf(route: Route, { status, codes, reasons }: Rejection): string {
  const credentials = credentialsOf(route);
  const common: readonly ErrorReason[] = [...reasonsOfAccess.TOKEN, ...reasonsOfAccess[credentials]];
  const own = reasons.filter((reason) => !common.includes(reason));
  const hasCommon = common.some((reason) => accompanies(reason, codes));
  const suffix = hasCommon && credentials !== 'TOKEN' ? `For${pascalCase(credentials)}` : '';
  const name = `Error${status}${[...codes, ...own].map(pascalCase).join('Or')}${suffix}`;
  if (name.length <= MAX_NAME) return name;
  return `Error${status}Of${route.operationId.slice(0, 1).toUpperCase()}${route.operationId.slice(1)}`;
}

function errorResponse({ status, codes, reasons }: Rejection, components: Components): Json {
  const details = {
    hint: Type.Optional(Type.String({ description: 'Way to make the request succeed.' })),
    docUrl: Type.Optional(Type.String({ description: 'Documentation of the operation.' })),
    ...(reasons.length > 0 && {
      reason: Type.Optional(Enum(reasons, { description: 'Check that failed, where a code stands for several.' })),
    }),
    ...(status === 400 && {
      errors: Type.Optional(Type.Array(FieldError, { description: 'Every invalid field, one entry each.' })),
    }),
  };
  const schema = Type.Object({
    status: Type.Literal(status, { description: 'HTTP status of the response.' }),
    code: Type.Unsafe({ type: 'string', enum: codes, description: 'Cause of the error, for programs.' }),
    message: Type.String({ description: 'Cause of the error, for people; the text can change.' }),
    ...(status === 401 && {
      reason: Type.Optional(Type.String({ description: 'Check that failed as a text, such as `Invalid OTP code`.' })),
    }),
    details: Type.Optional(
      Type.Object(details, { description: 'Further data about the error, which depends on its code.' }),
    ),
  });
  const retry = {
    'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before the next attempt.' },
  };
  const allow = { Allow: { schema: { type: 'string' }, description: 'Methods of the path.' } };
  const headers = {
    ...requestIdHeader,
    ...(status === 405 && allow),
    ...((status === 429 || status === 503) && retry),
  };
  return {
    description: [...codes, ...reasons].join(', '),
    headers,
    content: { 'application/json': { schema: components.schema(schema) } },
  };
}
