import { Readable } from 'node:stream';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import { type Database, sqlState } from '../db/database.ts';
import { noReceipt } from '../db/receipt.ts';
import type { Vault } from '../db/vault.ts';
import type { BasicCredentials, Caller, OperatorCaller } from '../kernel/callers.ts';
import { addMs, type Clock, monotonicMs } from '../kernel/clock.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { uuidv7 } from '../kernel/ids.ts';
import { readBasic, readBearer, requirePermission } from './credentials.ts';
import type { Drain } from './drain.ts';
import { type FormRule, readForm, type UploadedFile } from './forms.ts';
import { errorBody, IDEMPOTENCY_HEADER, IdempotentRequest, readKey } from './idempotency.ts';
import { parseBody } from './json.ts';
import type { Metrics } from './metrics.ts';
import type { Limiter } from './rate-limit.ts';
import type { RequestLog } from './request-log.ts';
import type { Context, Reply, Route, Ruled } from './route.ts';
import { readSignedRequest } from './signed-retry.ts';
import { type Validated, validator, withRules } from './validation.ts';

const BODY_LIMIT = 1024 * 1024;
/** No URL is longer: the schema of a path judges every length, and names the parameter. */
const MAX_PARAM_LENGTH = 16_384;
/** A request must have arrived whole within this time. */
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;
/** How often one address may guess at an operation without credentials. */
export const GUESSES = { perSecond: 1, burst: 60 };

export interface HttpOptions {
  basePath: string;
  routes: readonly Route[];
  db: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  requestLog: RequestLog;
  rateLimiter: Limiter;
  /** Of addresses, where there are no credentials. */
  guesses: Limiter;
  drain: Drain;
  /** Where readers of an error find the operation described. */
  docUrl: (route: Route) => string;
  /** By the Authorization header; at once where the caller is known. */
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  authenticateOperator: (credentials: BasicCredentials) => Promise<OperatorCaller>;
  authenticateAgent: (accessToken: string) => Promise<Caller>;
  /** The first word of the names of our own headers. */
  headerPrefix: string;
  requestTimeoutMs?: number;
}

interface Trace {
  startedAt: number;
  route: Route;
  caller?: Caller;
  operator?: OperatorCaller;
  /** What of the body cannot be stored. */
  bodyProblems?: FieldError[];
  code?: string;
  responseText?: string | undefined;
  isReplay?: boolean;
  isRecorded?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer;
    trace?: Trace;
  }
}

/** The life of a request: known route, authentication, rate, permission, shape, idempotency, the call behind it. */
export function createServer(options: HttpOptions): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // By itself Node looks for late requests every 30 seconds, and gives a body the longer of both times.
    http: {
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(MAX_TIMEOUT_CHECK_MS, requestTimeout / 4),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: uuidv7,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(options, request, mark(request, reply), error),
  });
  app.decorateRequest('trace').decorateRequest('rawBody');
  keepRawJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    mark(request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerError(options, request, reply, error));
  app.setNotFoundHandler((request) => {
    throw notFound(options, request);
  });
  for (const route of options.routes) addRoute(app, options, route);
  return app;
}

const mark = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store');

export const urlOf = (basePath: string, route: Route): string =>
  route.access === 'OPERATOR' ? route.path : `${basePath}${route.path}`;

function addRoute(app: FastifyInstance, options: HttpOptions, route: Route): void {
  const validate = validator(route);
  const deprecation = deprecationHeaders(options.basePath, route);
  app.route({
    method: route.method,
    url: urlOf(options.basePath, route).replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before the body is read: who is not known, not allowed or too fast costs nothing more.
    onRequest: hook((request, reply) => {
      request.trace = { startedAt: monotonicMs(), route };
      if (deprecation) reply.headers(deprecation);
      options.drain.admit(reply);
      return admit(options, route, request, reply);
    }),
    handler: (request, reply) => {
      const answering = route.form
        ? runForm(options, { route, form: route.form, request, validate })
        : runPlain(options, { route, request, validate });
      answering
        .then((answer) => {
          if (route.access === 'PUBLIC') options.guesses.giveBack(request.ip);
          send(options, request, reply, answer);
        })
        .catch((error) => reply.send(error));
    },
  });
}

/** RFC 9745, and where to go (RFC 8288). */
function deprecationHeaders(basePath: string, { deprecated }: Route): Record<string, string> | undefined {
  if (!deprecated) return undefined;
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1_000}`,
    link: `<${basePath}${deprecated.successor}>; rel="successor-version"`,
  };
}

/** What is known at once goes on at once: a read whose caller is known takes no promise here. */
function hook(work: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>): onRequestHookHandler {
  return (request, reply, done) => {
    let working: void | Promise<void>;
    try {
      working = work(request, reply);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (working instanceof Promise) working.then(() => done(), done);
    else done();
  };
}

function admit(options: HttpOptions, route: Route, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const trace = request.trace as Trace;
  const { authorization } = request.headers;
  if (route.access === 'PUBLIC') {
    return after(options.guesses.take(request.ip), (rate) => {
      reply.headers(rate);
    });
  }
  if (route.access === 'OPERATOR') {
    return after(options.authenticateOperator(readBasic(authorization)), (operator) => {
      trace.operator = operator;
    });
  }
  const isAgents = route.access === 'AGENT';
  const known = isAgents ? options.authenticateAgent(readBearer(authorization)) : options.authenticate(authorization);
  return after(known, (caller) => {
    trace.caller = caller;
    return after(options.rateLimiter.take(caller.tokenId), (rate) => {
      reply.headers(rate);
      if (!isAgents) requirePermission(caller, route);
      requireFormType(route, request);
    });
  });
}

function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function requireFormType(route: Route, { headers }: FastifyRequest): void {
  const isForm = headers['content-type']?.startsWith('multipart/form-data') ?? false;
  if (isForm === (route.form !== undefined)) return;
  const type = route.form ? 'multipart/form-data' : 'application/json';
  throw new ApiError(
    'INVALID_REQUEST_FORMAT',
    'This content type is not supported.',
    { hint: `Send ${type}.` },
    { status: 415 },
  );
}

interface PlainRequest {
  route: Route;
  request: FastifyRequest;
  validate: ReturnType<typeof validator>;
}

function runPlain(options: HttpOptions, plain: PlainRequest): Promise<Reply> {
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
    return validate({ params, query, body }, others);
  } catch (refusal) {
    return refuseShape(options, { route, request }, refusal);
  }
}

async function refuseShape(
  options: HttpOptions,
  { route, request }: Pick<PlainRequest, 'route' | 'request'>,
  refusal: unknown,
): Promise<never> {
  const { caller } = request.trace as Trace;
  if (!caller || !(refusal instanceof InvalidFields)) throw refusal;
  const { params, body } = request as FastifyRequest<{ Params: Ruled['params'] }>;
  throw await withRules(refusal, route, { caller, now: timeOf(options, caller), params, body });
}

interface FormRequest extends PlainRequest {
  form: FormRule;
}

/** A form's file is stored while it arrives; where the request then fails or was made before, it goes again. */
async function runForm(options: HttpOptions, { form, ...plain }: FormRequest): Promise<Reply> {
  const { route, request } = plain;
  const platformId = (request.trace as Trace).caller?.platform.id ?? '';
  const source = { stream: request.body as Readable, headers: request.headers, platformId };
  const { fields, file } = await readForm(form, source);
  const content = Buffer.from(JSON.stringify({ fields, file: file?.sha256 }));
  request.body = fields;
  try {
    const missing = file ? [] : [{ field: 'file', message: 'file is required.' }];
    const shape = await shapeOf(options, plain, missing);
    const answer = await run(options, { route, request, content }, { ...shape, file });
    const isUnused = answer.status >= 400 || answer.headers?.['idempotent-replayed'] !== undefined;
    if (file && isUnused) await form.discard(platformId, file.stored);
    return answer;
  } catch (error) {
    // Where the outcome is not known, what was written may need the file.
    if (file && toApiError(error).status < 500) await form.discard(platformId, file.stored);
    throw error;
  }
}

interface Running {
  route: Route;
  request: FastifyRequest;
  /** What makes this request the same as another: its body's bytes. */
  content: Buffer | undefined;
}

function run(
  options: HttpOptions,
  { route, request, content }: Running,
  shape: Validated & { file?: UploadedFile | undefined },
): Promise<Reply> {
  const { caller, operator } = request.trace as Trace;
  const now = timeOf(options, caller);
  const { method, headers } = request;
  const signed = route.isSigned
    ? readSignedRequest({ method, path: pathOf(request), headers, content }, options.headerPrefix)
    : undefined;
  const { params, query, body, file } = shape;
  const context = { params, query, body, file, caller, operator, now, signed, receipt: noReceipt } as Context;
  const key = keyOf(route, request);
  if (key === undefined || !caller) return route.handle(context);

  const idempotent = new IdempotentRequest(options.db, options.vault, {
    platformId: caller.platform.id,
    // What an agent is answered is for no other, whatever keys they use.
    key: caller.agent ? `${caller.agent.id} ${key}` : key,
    shownKey: key,
    method,
    path: pathOf(request),
    content,
    now,
    isSecret: route.secretAnswer ?? false,
    refusalText: (error) => refusalText(options, request, error),
  });
  const { triesFirst = false } = route;
  return idempotent.run(() => route.handle({ ...context, receipt: idempotent.receipt }), { triesFirst });
}

const timeOf = ({ clock }: HttpOptions, caller: Caller | undefined): Date =>
  addMs(clock.now(), caller?.platform.clockOffsetMs ?? 0);

/** With the query: some operations name there what they change. */
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

function send(options: HttpOptions, request: FastifyRequest, reply: FastifyReply, answer: Reply): void {
  const text = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  const trace = request.trace as Trace;
  trace.responseText = text;
  // A refusal kept under a key comes as text; its code is worth reading it for.
  if (answer.status >= 400 && text) trace.code = JSON.parse(text).code;
  trace.isReplay = answer.headers?.['idempotent-replayed'] !== undefined;
  reply.status(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.file) return void sendFile(options, request, reply, answer.file);
  if (text === undefined) reply.send();
  else reply.type('application/json; charset=utf-8').send(text);
  record(options, request, reply);
}

/** One that cannot be read to its end is answered, and recorded, as an error. */
function sendFile(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, chunks }: NonNullable<Reply['file']>,
): void {
  reply.raw.once('close', () => record(options, request, reply));
  reply.type(type).send(Readable.from(chunks));
}

/** Bodies stay as they came, for signatures and hashes; forms stay streams. */
function keepRawJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, stream, done) => done(null, stream));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes;
    try {
      const { body, problems } = parseBody(bytes);
      // An operation names them beside whatever else is wrong; what has no shape to check is refused at once.
      if (request.trace) request.trace.bodyProblems = problems;
      else if (problems.length > 0) throw new InvalidFields(problems);
      done(null, body);
    } catch (error) {
      done(error as ApiError);
    }
  });
}

function notFound({ routes, basePath }: HttpOptions, request: FastifyRequest): ApiError {
  const [path = ''] = request.url.split('?');
  const allowed = closest(routes.filter((route) => matches(urlOf(basePath, route), path))).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  if (allowed.length === 0) {
    const hint = `Operations live under ${basePath}; /docs lists them.`;
    return new ApiError('REFERENCE_NOT_FOUND', `There is no ${path}.`, { hint });
  }
  const message = `${request.method} is not allowed here.`;
  return new ApiError('METHOD_NOT_ALLOWED', message, { allowed }, { headers: { allow: allowed.join(', ') } });
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/[.$]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

/** A path that is written out is none of those whose pattern it happens to fit. */
function closest(routes: readonly Route[]): readonly Route[] {
  const openIn = ({ path }: Route): number => path.split('{').length;
  const fewest = Math.min(...routes.map(openIn));
  return routes.filter((route) => openIn(route) === fewest);
}

function answerError(options: HttpOptions, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = toApiError(error);
  // What we refuse on purpose is no failure; what cannot be reached is.
  if (refusal.status >= 500 && refusal !== error)
    options.log.error({ requestId: request.id, err: error }, 'request failed');
  else if (refusal.status === 503) options.log.warn({ requestId: request.id, err: error }, 'request refused');
  const { trace } = request;
  const text = refusalText(options, request, refusal);
  if (trace) Object.assign(trace, { code: refusal.code, responseText: text });
  reply
    .status(refusal.status)
    .headers(refusal.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(text);
  if (trace) record(options, request, reply);
  return reply;
}

function refusalText({ docUrl }: HttpOptions, { id, trace }: FastifyRequest, refusal: ApiError): string {
  const details = {
    ...refusal.details,
    ...(trace && { docUrl: docUrl(trace.route) }),
    ...(refusal.status === 500 && { requestId: id }),
  };
  const { code, message, status } = refusal;
  return JSON.stringify(errorBody(new ApiError(code, message, details, { status })));
}

/** What is not a refusal of ours is a bug of ours: it tells nothing but its request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const details = { hint: `A body may have ${BODY_LIMIT} bytes.` };
    return new ApiError('INVALID_INPUT', 'The body is too large.', details, { status: 413 });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    const details = { hint: 'Send Content-Type: application/json.' };
    return new ApiError('INVALID_REQUEST_FORMAT', 'This content type is not supported.', details, { status: 415 });
  }
  if (code === 'FST_ERR_BAD_URL') return new ApiError('INVALID_INPUT', 'The path is not a valid URL.');
  if (UNSTORABLE.has(sqlState(error) ?? '')) {
    return new ApiError('INVALID_INPUT', 'The request holds a character or a date that cannot be stored.');
  }
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on our side.');
}

/** SQLSTATEs of text that PostgreSQL cannot hold, and of dates beyond its calendar. */
const UNSTORABLE = new Set(['22021', '22P05', '22007', '22008', '22009']);

/** The parser gave up before there was a request: answer in the same shape and end the connection. */
function answerBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = brokenRequestStatus[error.code ?? ''] ?? { status: 400, text: 'Bad Request' };
  const refusal = new ApiError('INVALID_REQUEST_FORMAT', status.text, undefined, { status: status.status });
  const body = JSON.stringify(errorBody(refusal));
  const head = [`HTTP/1.1 ${status.status} ${status.text}`, 'Content-Type: application/json; charset=utf-8'];
  socket.end(
    `${head.join('\r\n')}\r\nX-Request-Id: ${uuidv7()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const brokenRequestStatus: Record<string, { status: number; text: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, text: 'Request Header Fields Too Large' },
};

/** Whoever has asked may be gone by now: what was done is told all the same, and once. */
function record(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): void {
  const trace = request.trace as Trace;
  if (trace.isRecorded) return;
  trace.isRecorded = true;
  const durationMs = monotonicMs() - trace.startedAt;
  const { method, path: route } = trace.route;
  options.metrics.requests.observe({ method, route, status: reply.statusCode }, durationMs);
  if (options.log.isLevelEnabled('debug')) {
    options.log.debug({ requestId: request.id, method, route, status: reply.statusCode, durationMs }, 'request');
  }
  const { caller } = trace;
  if (!caller) return;
  options.requestLog.add(() => ({
    platformId: caller.platform.id,
    id: request.id,
    at: addMs(options.clock.now(), -durationMs),
    method: request.method,
    path: trace.route.secretPath ? urlOf(options.basePath, trace.route) : (request.url.split('?')[0] ?? ''),
    route,
    status: reply.statusCode,
    code: trace.code,
    durationMs,
    tokenId: caller.tokenId,
    idempotencyKey: request.headers[IDEMPOTENCY_HEADER] as string | undefined,
    isReplay: trace.isReplay ?? false,
    requestBody: request.body,
    responseText: trace.responseText,
    isSecret: (trace.route.secretAnswer ?? false) && reply.statusCode < 400,
  }));
}
