import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Receipt } from '../db/receipt.ts';
import type { Caller, OperatorCaller, Permission, PlatformMode } from '../kernel/callers.ts';
import type { ErrorCode, FieldError } from '../kernel/errors.ts';
import type { SignedRequest } from '../kernel/signed-requests.ts';
import type { FormRule, UploadedFile } from './forms.ts';

/** Who may call: any one of these permissions is enough. */
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
  /** The platform's time at which this request happens. */
  now: Date;
  params: Value<S['params']>;
  query: Value<S['query']>;
  body: Value<S['body']>;
  /** The file, in operations that take a form. */
  file: UploadedFile;
  /** How the write of this request remembers its answer under the Idempotency-Key. */
  receipt: Receipt;
  /** What the headers say of a wallet's signature, in operations that take one. */
  signed: SignedRequest;
}

export interface Reply {
  status: number;
  /** Asks for something before it does anything: not kept under an Idempotency-Key, the request is yet to come. */
  isQuestion?: boolean;
  body?: unknown;
  /** The body as text that was made together with the write. */
  text?: string;
  /** In place of JSON: sent as it is read. */
  file?: { type: string; chunks: AsyncIterable<Buffer> };
  headers?: Record<string, string>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const noContent: Reply = { status: 204 };

/** `REQUIRED`: refuses a request without the key. */
export type Idempotency = 'NONE' | 'OPTIONAL' | 'REQUIRED';

/** A request whose shape is wrong, as its rules see it. */
export interface Ruled<S extends Shapes = Shapes> {
  caller: Caller;
  now: Date;
  /** Right: where the path is wrong, nobody knows of what the rules would speak. */
  params: Value<S['params']>;
  body: Value<S['body']>;
}

/** One operation: its face to the outside and the call behind it. Validation, access and OpenAPI all read this. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As OpenAPI writes it: `/tokens/{tokenId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Still works, and every answer says so: since this day, in favour of this path. */
  deprecated?: { since: string; successor: string };
  /** OPERATOR and AGENT routes have credentials of their own; PUBLIC ones none, and what is in the path stands for them. */
  access: Access | 'OPERATOR' | 'AGENT' | 'PUBLIC';
  /** Refuses tokens of platforms of the other mode. */
  onlyFor?: PlatformMode;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be left out altogether. */
  bodyOptional?: boolean;
  /**
   * What the schema cannot say of the body. Asked where the shape is wrong, so that one answer names every invalid field:
   * it sees the members whose shape is right, and no others; lists have holes. Where it refuses, as one that finds
   * nothing to change does, the shape alone is told. Where the shape is right the handler asks by itself.
   */
  rules?(request: Ruled): FieldError[] | Promise<FieldError[]>;
  /** The body is multipart/form-data: `body` are its text fields, beside a file. */
  form?: FormRule;
  idempotency?: Idempotency;
  /** Looks for an earlier answer by itself (`receipt.requireFirst`), before it does what a repeat must not. */
  triesFirst?: boolean;
  /** Takes the headers of a signed retry. */
  isSigned?: boolean;
  /** The answer holds a secret: it is sealed wherever it is kept. */
  secretAnswer?: boolean;
  /** The path holds a secret: no log has more of it than its template. */
  secretPath?: boolean;
  answers: Record<number, TSchema | null>;
  /** The answer is a file of one of these types. */
  fileTypes?: readonly string[];
  errors: readonly ErrorCode[];
  handle(context: Context<Shapes>): Promise<Reply>;
}

type Definition<S extends Shapes> = Omit<Route, 'params' | 'query' | 'body' | 'rules' | 'handle'> & {
  params?: S['params'];
  query?: S['query'];
  body?: S['body'];
  rules?(request: Ruled<S>): ReturnType<NonNullable<Route['rules']>>;
  handle(context: Context<S>): Promise<Reply>;
};

/** Ties the handler's types to the schemas beside it. */
export function route<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(definition: Definition<{ params: P; query: Q; body: B }>): Route {
  return definition as unknown as Route;
}
