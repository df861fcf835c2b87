import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Caller, OperatorCaller, Permission, PlatformMode } from '../../foundation/kernel/callers.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import type { ErrorCode, FieldError } from '../../foundation/kernel/errors.ts';
import type { SignedRequest } from '../../foundation/kernel/signed-requests.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import type { FormRule, UploadedFile } from './multipart-forms.ts';

/** Permissions that grant access; any one of them suffices. */
export const access = {
  VIEW: ['VIEW', 'TRANSACT', 'MANAGE'],
  TRANSACT: ['TRANSACT'],
  MANAGE: ['MANAGE'],
  TRANSACT_OR_MANAGE: ['TRANSACT', 'MANAGE'],
} as const satisfies Record<string, readonly Permission[]>;
export type Access = keyof typeof access;

interface Shapes {
  params?: TObject | undefined;
  query?: TObject | undefined;
  body?: TSchema | undefined;
}

type Value<S> = S extends TSchema ? Static<S> : undefined;

export interface Context<S extends Shapes = Shapes> {
  caller: Caller;
  operator: OperatorCaller;
  /** Time of the request on the clock of the platform. */
  now: Date;
  params: Value<S['params']>;
  query: Value<S['query']>;
  body: Value<S['body']>;
  /** File of a form. */
  file: UploadedFile;
  /** Stores the response under the Idempotency-Key, in the statement of the change. */
  receipt: Receipt;
  /** Signature headers, in operations with `isSigned`. */
  signed: SignedRequest;
  /** Set in operations with `isStream`. */
  stream: StreamRequest;
  /** Strict on production platforms and with `Prefer: handling=strict`. */
  checks: ValueChecks;
}

/** Request for a response that stays open. */
export interface StreamRequest {
  /** The Last-Event-ID header: the last frame that the client has received. */
  lastEventId: string | undefined;
  /** False when the credentials of the request are no longer valid. */
  isAdmitted(): Promise<boolean>;
}

export interface Reply {
  status: number;
  /** A challenge that changes nothing: not stored under the Idempotency-Key, because the request is repeated. */
  isQuestion?: boolean;
  body?: unknown;
  /** Body as text, if the write has produced it. */
  text?: string;
  /** Streamed in place of JSON. */
  file?: { type: string; chunks: AsyncIterable<Buffer> };
  headers?: Record<string, string>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const noContent: Reply = { status: 204 };

/** `REQUIRED` rejects a request without the key. */
export type Idempotency = 'NONE' | 'OPTIONAL' | 'REQUIRED';

/** Input of the rules for a request with an invalid shape. */
export interface RuleInput<S extends Shapes = Shapes> {
  caller: Caller;
  now: Date;
  /** Always valid: with an invalid path the rules are not called. */
  params: Value<S['params']>;
  body: Value<S['body']>;
  checks: ValueChecks;
}

/** One operation and its handler. Access, validation and the OpenAPI document derive from it. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** In OpenAPI notation: `/tokens/{tokenId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Adds deprecation headers with this date and successor path to every response. */
  deprecated?: { since: string; successor: string };
  /** OPERATOR and AGENT have their own credentials. PUBLIC has none; a secret in the path may replace them. */
  access: Access | 'OPERATOR' | 'AGENT' | 'PUBLIC';
  /** A person who uses the console must have used a passkey within five minutes. */
  stepUp?: boolean;
  /** Rejects tokens of platforms of the other mode. */
  onlyFor?: PlatformMode;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be omitted. */
  bodyOptional?: boolean;
  /**
   * Rules for the body beyond its schema. Called if the shape is invalid, so that one response lists every invalid
   * field: it gets the members with a valid shape only, and lists have holes. If it throws an ApiError, only the errors
   * of the shape are reported. For a valid shape the handler applies the rules itself.
   */
  rules?(request: RuleInput): FieldError[] | Promise<FieldError[]>;
  /** The body is multipart/form-data with a file; `body` describes its text fields. */
  form?: FormRule;
  idempotency?: Idempotency;
  /** Throws 403 if the caller lacks a permission beyond `access`. Runs before the handler and before every replay. */
  authorize?(context: Context<Shapes>): unknown;
  /** The handler checks for a stored response itself (`receipt.requireFirst`), before its side effects. */
  triesFirst?: boolean;
  /** Accepts the headers of a signed retry. */
  isSigned?: boolean;
  /**
   * The response contains a secret: it is sealed wherever it is stored, and replayed to the same token only. The request
   * log masks its Idempotency-Key.
   */
  secretResponse?: boolean;
  /** The path contains a secret: logs show its template only. */
  secretPath?: boolean;
  responses: Record<number, TSchema | null>;
  /** The response is a file of one of these types. */
  fileTypes?: readonly string[];
  /** The response is a stream of server-sent events, which stays open. */
  isStream?: boolean;
  /**
   * Codes of this operation. Without a code of status 400, a malformed id in the path is the last code of status 404:
   * that of the resource itself.
   */
  errors: readonly ErrorCode[];
  /** Values of `details.reason` by error code, beyond those of its access, its Idempotency-Key and its signature. */
  reasons?: { readonly [Code in ErrorCode]?: readonly ReasonOf<Code>[] };
  /** Examples for the document, in place of the `examples` of the schemas. */
  examples?: { body?: readonly unknown[]; responses?: Record<number, readonly unknown[]> };
  handle(context: Context<Shapes>): Promise<Reply>;
}

type Definition<S extends Shapes> = Omit<Route, 'params' | 'query' | 'body' | 'rules' | 'authorize' | 'handle'> & {
  params?: S['params'];
  query?: S['query'];
  body?: S['body'];
  rules?(request: RuleInput<S>): ReturnType<NonNullable<Route['rules']>>;
  authorize?(context: Context<S>): unknown;
  handle(context: Context<S>): Promise<Reply>;
};

/** Infers the types of the handler from the schemas. */
export function route<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(definition: Definition<{ params: P; query: Q; body: B }>): Route {
  return definition as unknown as Route;
}
