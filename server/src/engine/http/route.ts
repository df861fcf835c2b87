import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Caller, OperatorCaller, Permission, PlatformMode } from '../../foundation/kernel/callers.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import type { ErrorCode, FieldError } from '../../foundation/kernel/errors.ts';
import type { SignedRequest } from '../../foundation/kernel/signed-requests.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import type { FormRule, UploadedFile } from './multipart-forms.ts';

/** Permissions that grant access; one of them suffices. */
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
  /** Uploaded file, in operations with `form`. */
  file: UploadedFile;
  /** Stores the response under the Idempotency-Key, in the same statement as the change. */
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
  /** Last-Event-ID header: id of the last frame that the client received. */
  lastEventId: string | undefined;
  /** False when the credentials of the request have become invalid. */
  isAdmitted(): Promise<boolean>;
}

export interface Reply {
  status: number;
  /** A challenge that changes nothing: not stored under the Idempotency-Key, because the client repeats the request. */
  isProvisional?: boolean;
  body?: unknown;
  /** Serialized body, if the write has produced one. */
  text?: string;
  /** File that is streamed instead of JSON. */
  file?: { type: string; chunks: AsyncIterable<Buffer> };
  headers?: Record<string, string>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const noContent: Reply = { status: 204 };

/** `REQUIRED` rejects requests without the key. */
export type Idempotency = 'NONE' | 'OPTIONAL' | 'REQUIRED';

/** Input of `rules` for a request with an invalid shape. */
export interface RuleInput<S extends Shapes = Shapes> {
  caller: Caller;
  now: Date;
  /** Always valid: for an invalid path the rules are not called. */
  params: Value<S['params']>;
  body: Value<S['body']>;
  checks: ValueChecks;
}

/** An operation and its handler. Access checks, validation and the OpenAPI document are derived from it. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path in OpenAPI notation: `/tokens/{tokenId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Adds deprecation headers to every response: this date and the path of the successor. */
  deprecated?: { since: string; successor: string };
  /** OPERATOR and AGENT use their own credentials. PUBLIC uses none; the path may contain a secret instead. */
  access: Access | 'OPERATOR' | 'AGENT' | 'PUBLIC';
  /** Requires a passkey confirmation within the last five minutes from a person who uses the console. */
  stepUp?: boolean;
  /** Mode that the platform must have. */
  onlyFor?: PlatformMode;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be omitted. */
  bodyOptional?: boolean;
  /**
   * Rules for the body beyond its schema. Called for an invalid shape, with its valid members only (lists may have
   * holes), so that one response lists all errors; ApiErrors are ignored. Handlers check valid shapes themselves.
   */
  rules?(request: RuleInput): FieldError[] | Promise<FieldError[]>;
  /** The body is multipart/form-data with a file; `body` describes its text fields. */
  form?: FormRule;
  idempotency?: Idempotency;
  /** Throws 403 if the caller lacks a permission beyond `access`. Runs before the handler and before every replay. */
  authorize?(context: Context<Shapes>): unknown;
  /** The handler checks for a stored response itself (`receipt.requireFirst`) before it has side effects. */
  triesFirst?: boolean;
  /** Accepts the headers of a signed retry. */
  isSigned?: boolean;
  /**
   * The response contains a secret: stored copies are sealed, and only the same token receives a replay. The request
   * log masks its Idempotency-Key.
   */
  secretResponse?: boolean;
  /** The path contains a secret: logs show the path template instead. */
  secretPath?: boolean;
  responses: Record<number, TSchema | null>;
  /** Content types of a response that is a file. */
  fileTypes?: readonly string[];
  /** The response is a stream of server-sent events. */
  isStream?: boolean;
  /**
   * Error codes of this operation. Without a code of status 400, a malformed id in the path returns the last 404 of the
   * list, which is that of the resource itself.
   */
  errors: readonly ErrorCode[];
  /** Values of `details.reason` by error code, in addition to those of access, Idempotency-Key and signature. */
  reasons?: { readonly [Code in ErrorCode]?: readonly ReasonOf<Code>[] };
  /** Examples for the document, instead of the `examples` of the schemas. */
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
