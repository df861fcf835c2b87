import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { noReceipt, type Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Caller } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { strictChecks, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { streamOf } from './admission.ts';
import { toApiError } from './api-errors.ts';
import { applyFault } from './faults.ts';
import { IDEMPOTENCY_HEADER, IdempotentRequest, readKey } from './idempotency.ts';
import { type FormRule, readForm, type UploadedFile } from './multipart-forms.ts';
import { rejectionText } from './rejections.ts';
import type { Context, Reply, Route, RuleInput } from './route.ts';
import { MAX_WARNINGS } from './schemas.ts';
import type { HttpOptions } from './server-options.ts';
import { readSignedRequest } from './signed-retry.ts';
import type { Trace } from './trace.ts';
import { type Validated, type validator, withRules } from './validation.ts';

/** Runs an operation and applies a fault that the platform has configured. Undefined: the fault drops the request. */
export async function withFault(
  { basePath, faults }: HttpOptions,
  request: FastifyRequest,
  response: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const { caller, route } = request.trace as Trace & { caller: Caller };
  const { id: platformId, mode } = caller.platform;
  const path = (pathOf(request).split('?')[0] ?? '').slice(basePath.length);
  const fault = await faults[mode]?.take({ platformId, method: request.method, path, template: route.path });
  const lost = fault && (await applyFault(fault));
  if (lost === 'REQUEST') return undefined;
  if (lost === 'ANSWER') (request.trace as Trace).losesResponse = true;
  return response();
}

interface PlainRequest {
  route: Route;
  request: FastifyRequest;
  validate: ReturnType<typeof validator>;
}

export function runPlain(options: HttpOptions, plain: PlainRequest): Promise<Reply> {
  const { route, request } = plain;
  const shape = shapeOf(options, plain);
  return shape instanceof Promise ? shape : run(options, { route, request, content: request.rawBody }, shape);
}

function shapeOf(
  options: HttpOptions,
  { route, request, validate }: PlainRequest,
  others = (request.trace as Trace).bodyProblems,
): Validated | Promise<never> {
  const { params, query, body } = request as FastifyRequest<{ Querystring: Record<string, string | string[]> }>;
  try {
    return validate({ params, query, body }, { others, unknown: unknownChecks(request.trace as Trace) });
  } catch (rejection) {
    return rejectShape(options, { route, request }, rejection);
  }
}

async function rejectShape(
  options: HttpOptions,
  { route, request }: Pick<PlainRequest, 'route' | 'request'>,
  rejection: unknown,
): Promise<never> {
  const { caller } = request.trace as Trace;
  if (!caller || !(rejection instanceof InvalidFields)) throw rejection;
  const { params, body } = request as FastifyRequest<{ Params: RuleInput['params'] }>;
  throw await withRules(rejection, route, {
    caller,
    now: timeOf(options, caller),
    params,
    body,
    checks: checksOf(options, request),
  });
}

interface FormRequest extends PlainRequest {
  form: FormRule;
}

/** Stores the file while it arrives, and discards it if the request fails or its response is a replay. */
export async function runForm(options: HttpOptions, { form, ...plain }: FormRequest): Promise<Reply> {
  const { route, request } = plain;
  const platformId = (request.trace as Trace).caller?.platform.id ?? '';
  const source = { stream: request.body as Readable, headers: request.headers, platformId };
  const { fields, file } = await readForm(form, source);
  const content = Buffer.from(JSON.stringify({ fields, file: file?.sha256 }));
  request.body = fields;
  try {
    const missing = file ? [] : [{ field: 'file', message: 'file is required.' }];
    const shape = await shapeOf(options, plain, missing);
    const response = await run(options, { route, request, content }, { ...shape, file });
    const isUnused = response.status >= 400 || response.headers?.['idempotent-replayed'] !== undefined;
    if (file && isUnused) await form.discard(platformId, file.stored);
    return response;
  } catch (error) {
    // After a 5xx the outcome is unknown: a stored row may refer to the file.
    if (file && toApiError(error).status < 500) await form.discard(platformId, file.stored);
    throw error;
  }
}

interface HandledRequest {
  route: Route;
  request: FastifyRequest;
  /** Bytes that are compared to recognize a repeated request. */
  content: Buffer | undefined;
}

function run(
  options: HttpOptions,
  { route, request, content }: HandledRequest,
  shape: Validated & { file?: UploadedFile | undefined },
): Promise<Reply> {
  const { caller, operator } = request.trace as Trace;
  const now = timeOf(options, caller);
  const { method, headers } = request;
  const signed = route.isSigned
    ? readSignedRequest({ method, path: pathOf(request), headers, content }, options.wireWords.word)
    : undefined;
  const { params, query, body, file } = shape;
  const checks = checksOf(options, request);
  const stream = route.isStream ? streamOf(options, route, request) : undefined;
  // One object literal: copying the context per request cost 5 % of the time of a read.
  const contextWith = (receipt: Receipt) =>
    ({ params, query, body, file, caller, operator, now, signed, stream, checks, receipt }) as Context;
  const key = keyOf(route, request);
  const response = (): Promise<Reply> =>
    key === undefined || !caller
      ? route.handle(contextWith(noReceipt))
      : runOnce(options, { route, request, content }, { caller, now, contextWith, key });
  return route.authorize ? authorized(route, contextWith(noReceipt)).then(response) : response();
}

const authorized = async (route: Route, context: Context): Promise<unknown> => route.authorize?.(context);

interface KeyedRun {
  caller: Caller;
  now: Date;
  key: string;
  contextWith: (receipt: Receipt) => Context;
}

/** Runs the first request with an Idempotency-Key; repeated requests receive its response. */
function runOnce(
  options: HttpOptions,
  { route, request, content }: HandledRequest,
  { caller, now, key, contextWith }: KeyedRun,
): Promise<Reply> {
  const idempotent = new IdempotentRequest(options, {
    platformId: caller.platform.id,
    tokenId: caller.tokenId,
    // Prefixed by the agent, so that other callers with the same key do not receive the agent's responses.
    key: caller.agent ? `${caller.agent.id} ${key}` : key,
    shownKey: key,
    method: request.method,
    path: pathOf(request),
    content,
    now,
    isSecret: route.secretResponse ?? false,
    rejectionText: (error) => rejectionText(options, request, error),
  });
  const { triesFirst = false } = route;
  return idempotent.run(() => route.handle(contextWith(idempotent.receipt)), { triesFirst });
}

const timeOf = ({ clock }: HttpOptions, caller: Caller | undefined): Date =>
  addMs(clock.now(), caller?.platform.clockOffsetMs ?? 0);

function checksOf({ isAlwaysStrict }: HttpOptions, { trace }: FastifyRequest): ValueChecks {
  const mode = trace?.caller?.platform.mode;
  return !trace || mode === undefined || isAlwaysStrict[mode] ? strictChecks : unknownChecks(trace);
}

/** Checks that are optional on production platforms too: without the header their findings become warnings. */
function unknownChecks(trace: Trace): ValueChecks {
  return trace.prefersStrict ? strictChecks : lenientChecks(trace);
}

const lenientChecks = (trace: Trace): ValueChecks => ({
  isStrict: false,
  warn: (findings) => {
    trace.warnings = [...(trace.warnings ?? []), ...findings].slice(0, MAX_WARNINGS);
  },
});

/** Includes the query, because in some operations it identifies the changed resource. */
function pathOf({ url }: FastifyRequest): string {
  if (!/[?%]/.test(url)) return url;
  const [pathname = '', ...query] = url.split('?');
  return [decodeURIComponent(pathname), ...query].join('?');
}

function keyOf(route: Route, request: FastifyRequest): string | undefined {
  const idempotency = route.idempotency ?? 'NONE';
  if (idempotency === 'NONE') return undefined;
  const key = readKey(request.headers[IDEMPOTENCY_HEADER]);
  if (key !== undefined || idempotency === 'OPTIONAL') return key;
  throw new InvalidFields([{ field: 'Idempotency-Key', message: 'Idempotency-Key is required.' }]);
}
