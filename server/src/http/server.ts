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
import {
  type BasicCredentials,
  type Caller,
  CONSOLE_SESSION_HEADER,
  type OperatorCaller,
  type PlatformMode,
} from '../kernel/callers.ts';
import { addMs, type Clock, monotonicMs } from '../kernel/clock.ts';
import { ApiError, type ErrorCode, type FieldError, InvalidFields } from '../kernel/errors.ts';
import type { FaultSource } from '../kernel/faults.ts';
import { uuidv7 } from '../kernel/ids.ts';
import { addressGroup } from '../kernel/networks.ts';
import { strictChecks, type ValueChecks } from '../kernel/value-checks.ts';
import type { WireWords } from '../kernel/wire-words.ts';
import type { RequestLog } from '../request-log/log.ts';
import { browserContext } from '../texts/page-context.ts';
import { readBasic, readBearer, requireFreshProof, requirePermission } from './credentials.ts';
import type { Drain } from './drain.ts';
import { applyFault } from './faults.ts';
import { type FormRule, readForm, type UploadedFile } from './forms.ts';
import { forwardedFor } from './forwarded.ts';
import { errorBody, IDEMPOTENCY_HEADER, IdempotentRequest, type RebuildAnswer, readKey } from './idempotency.ts';
import { parseBody } from './json.ts';
import type { Metrics } from './metrics.ts';
import { notFoundPage, notFoundPolicy } from './not-found-page.ts';
import { sendPage } from './pages.ts';
import { matchesTemplate } from './path-template.ts';
import { prefersStrict, STRICT_HANDLING } from './preferences.ts';
import type { Limiter } from './rate-limit.ts';
import { redactedAnswer, redactedPath, redactedRequest } from './redaction.ts';
import type { Context, Reply, Route, RuleInput, StreamRequest } from './route.ts';
import { MAX_WARNINGS } from './schemas.ts';
import { readSignedRequest } from './signed-retry.ts';
import { type Validated, validator, withRules } from './validation.ts';

const BODY_LIMIT = 1024 * 1024;
/** No URL is longer, so the schema of the path checks every parameter and its error names it. */
const MAX_PARAM_LENGTH = 16_384;
/** Time within which a request must have arrived completely. */
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;
const MAX_CLAIMED_ID = 100;
/** Limits for operations without credentials: per address, and for all addresses together. */
export const GUESSES = { perSecond: 1, burst: 60 };
export const ALL_GUESSES = { perSecond: 10, burst: 600 };

interface HttpOptions {
  basePath: string;
  routes: readonly Route[];
  db: Database;
  vault: Vault;
  rebuildAnswer: RebuildAnswer;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  requestLog: RequestLog;
  rateLimiter: Limiter;
  /** Limits operations without credentials by address. */
  guesses: Limiter;
  /** True for addresses of proxies whose X-Forwarded-For is trusted. Default: none. */
  isTrustedProxy?: ((address: string) => boolean) | undefined;
  drain: Drain;
  /** URL of the page that explains an error code. */
  docUrl: (code: ErrorCode) => string;
  /** Takes the Authorization header. Synchronous if the caller is cached. */
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  authenticateOperator: (credentials: BasicCredentials) => Promise<OperatorCaller>;
  /** Limits attempts with wrong credentials. */
  operatorLogins: { byAddress: Limiter; byOperator: Limiter };
  authenticateAgent: (accessToken: string) => Promise<Caller>;
  /** Takes a request with X-Console-Session in place of Authorization. */
  authenticateConsole: {
    caller: (request: FastifyRequest) => Promise<Caller>;
    operator: (request: FastifyRequest) => Promise<OperatorCaller>;
  };
  /** False for paths that the listener of the request does not serve. */
  isServed: (request: FastifyRequest) => boolean;
  /** Names on the wire, from HEADER_PREFIX. */
  wireWords: WireWords;
  /** Modes whose platforms always get the strict checks. */
  isAlwaysStrict: Record<PlatformMode, boolean>;
  /** Faults that platforms of a mode can set. */
  faults: Record<PlatformMode, FaultSource | undefined>;
  requestTimeoutMs?: number;
}

interface Trace {
  startedAt: number;
  route: Route;
  /** `Prefer: handling=strict` was sent. */
  prefersStrict: boolean;
  caller?: Caller;
  operator?: OperatorCaller;
  /** Fields of the body that cannot be stored. */
  bodyProblems?: FieldError[];
  /** Findings that strict checks would have rejected. */
  warnings?: FieldError[];
  code?: string;
  responseText?: string | undefined;
  isReplay?: boolean;
  isRecorded?: boolean;
  /** A fault closes the connection in place of the answer. */
  losesAnswer?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer;
    trace?: Trace;
  }
}

/** Runs every request through the same steps: route, authentication, rate, permission, shape, idempotency, handler. */
export function createServer(options: HttpOptions): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // Node checks for late requests every 30 seconds by default, and applies the longer of both timeouts to a body.
    http: {
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(MAX_TIMEOUT_CHECK_MS, requestTimeout / 4),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: uuidv7,
    ...(options.isTrustedProxy && { trustProxy: options.isTrustedProxy }),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerMalformedRequest,
    frameworkErrors: (error, request, reply) =>
      void answerError(options, request, addCommonHeaders(request, reply), error),
  });
  options.drain.watch(app.server);
  app.decorateRequest('trace').decorateRequest('rawBody');
  keepRawJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Normalized before `request.ip` reads the header.
    if (options.isTrustedProxy) request.headers['x-forwarded-for'] = forwardedFor(request.headers);
    addCommonHeaders(request, reply);
    if (options.isServed(request)) return done();
    if (isForPeople(options, request)) return void showNotFound(request, reply);
    done(notFound(options, request));
  });
  app.setErrorHandler((error, request, reply) =>
    answerError(options, request, reply, isUnrouted(error) ? notFound(options, request) : error),
  );
  app.setNotFoundHandler((request, reply) => {
    if (isForPeople(options, request)) return showNotFound(request, reply);
    throw notFound(options, request);
  });
  for (const route of options.routes) addRoute(app, options, route);
  return app;
}

const addCommonHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
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
    // Before the body is read, so that rejected callers cost little.
    onRequest: hook((request, reply) => {
      const isStrict = prefersStrict(request.headers.prefer);
      request.trace = { startedAt: monotonicMs(), route, prefersStrict: isStrict };
      if (deprecation) reply.headers(deprecation);
      if (isStrict) reply.header('preference-applied', STRICT_HANDLING);
      options.drain.admit(reply);
      return admit(options, route, request, reply);
    }),
    handler: (request, reply) => {
      const answer = (): Promise<Reply> =>
        route.form
          ? runForm(options, { route, form: route.form, request, validate })
          : runPlain(options, { route, request, validate });
      const answering = request.trace?.caller?.platform.hasFaults ? disturbed(options, request, answer) : answer();
      answering
        .then((answer) => {
          if (!answer) return loseAnswer(reply);
          if (route.access === 'PUBLIC') options.guesses.giveBack(addressGroup(request.ip));
          send(options, request, reply, answer);
        })
        .catch((error) => reply.send(error));
    },
  });
}

/** Runs an operation under a fault of the platform, if there is one. Undefined: the request is lost. */
async function disturbed(
  { basePath, faults }: HttpOptions,
  request: FastifyRequest,
  answer: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const { caller, route } = request.trace as Trace & { caller: Caller };
  const { id: platformId, mode } = caller.platform;
  const path = (pathOf(request).split('?')[0] ?? '').slice(basePath.length);
  const fault = await faults[mode]?.take({ platformId, method: request.method, path, template: route.path });
  const lost = fault && (await applyFault(fault));
  if (lost === 'REQUEST') return undefined;
  if (lost === 'ANSWER') (request.trace as Trace).losesAnswer = true;
  return answer();
}

function loseAnswer(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Deprecation (RFC 9745) with a link to the successor (RFC 8288). */
function deprecationHeaders(basePath: string, { deprecated }: Route): Record<string, string> | undefined {
  if (!deprecated) return undefined;
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1_000}`,
    link: `<${basePath}${deprecated.successor}>; rel="successor-version"`,
  };
}

/** Avoids promises for synchronous work: a request of a cached caller is admitted without one. */
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
    return after(options.guesses.take(addressGroup(request.ip)), (rate) => {
      reply.headers(rate);
    });
  }
  if (route.access === 'OPERATOR') {
    const authenticated = isConsole(request)
      ? options.authenticateConsole.operator(request)
      : admitOperator(options, readBasic(authorization), request);
    return after(authenticated, (operator) => {
      trace.operator = operator;
      requireFreshProof(operator, route, options.clock.now());
    });
  }
  return after(callerOf(options, route, request), (caller) => {
    trace.caller = caller;
    return after(options.rateLimiter.take(caller.tokenId), (rate) => {
      reply.headers(rate);
      if (route.access !== 'AGENT') requirePermission(caller, route);
      requireFormType(route, request);
    });
  });
}

/** The platform or agent whose credentials a request carries. */
function callerOf(options: HttpOptions, { access }: Route, request: FastifyRequest): Caller | Promise<Caller> {
  const { authorization } = request.headers;
  if (access === 'AGENT') return options.authenticateAgent(readBearer(authorization));
  return isConsole(request) ? options.authenticateConsole.caller(request) : options.authenticate(authorization);
}

const isConsole = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && headers[CONSOLE_SESSION_HEADER] !== undefined;

const streamOf = (options: HttpOptions, route: Route, request: FastifyRequest): StreamRequest => ({
  lastEventId: request.headers['last-event-id'] as string | undefined,
  isAdmitted: async () => {
    try {
      requirePermission(await callerOf(options, route, request), route);
      return true;
    } catch (error) {
      // An unavailable database does not revoke anything.
      return toApiError(error).status >= 500;
    }
  },
});

/** Takes tokens before the check and returns them for right credentials, so that only wrong ones count. */
async function admitOperator(
  { operatorLogins: { byAddress, byOperator }, authenticateOperator }: HttpOptions,
  credentials: BasicCredentials,
  { ip }: FastifyRequest,
): Promise<OperatorCaller> {
  const address = addressGroup(ip);
  const giveBack = (): void => {
    byAddress.giveBack(address);
    byOperator.giveBack(credentials.username);
  };
  await byAddress.take(address);
  await byOperator.take(credentials.username);
  try {
    const operator = await authenticateOperator(credentials);
    giveBack();
    return operator;
  } catch (error) {
    if (toApiError(error).status !== 401) giveBack();
    throw error;
  }
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

/** The file is stored while it arrives, and discarded if the request fails or is a replay. */
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
    // With an unknown outcome (5xx) a stored row may refer to the file.
    if (file && toApiError(error).status < 500) await form.discard(platformId, file.stored);
    throw error;
  }
}

interface HandledRequest {
  route: Route;
  request: FastifyRequest;
  /** Bytes that identify a repeat of the request. */
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
  const given = { params, query, body, file, caller, operator, now, signed, stream, checks };
  const context = { ...given, receipt: noReceipt } as Context;
  const key = keyOf(route, request);
  if (key === undefined || !caller) return route.handle(context);

  const idempotent = new IdempotentRequest(options, {
    platformId: caller.platform.id,
    // Keys of an agent are separate, so that no other caller gets its responses.
    key: caller.agent ? `${caller.agent.id} ${key}` : key,
    shownKey: key,
    method,
    path: pathOf(request),
    content,
    now,
    isSecret: route.secretAnswer ?? false,
    rejectionText: (error) => rejectionText(options, request, error),
  });
  const { triesFirst = false } = route;
  return idempotent.run(() => route.handle({ ...context, receipt: idempotent.receipt }), { triesFirst });
}

const timeOf = ({ clock }: HttpOptions, caller: Caller | undefined): Date =>
  addMs(clock.now(), caller?.platform.clockOffsetMs ?? 0);

function checksOf({ isAlwaysStrict }: HttpOptions, { trace }: FastifyRequest): ValueChecks {
  const mode = trace?.caller?.platform.mode;
  return !trace || mode === undefined || isAlwaysStrict[mode] ? strictChecks : unknownChecks(trace);
}

/** For checks that are optional in production too: without the header their findings are warnings. */
function unknownChecks(trace: Trace): ValueChecks {
  return trace.prefersStrict ? strictChecks : lenientChecks(trace);
}

const lenientChecks = (trace: Trace): ValueChecks => ({
  isStrict: false,
  warn: (findings) => {
    trace.warnings = [...(trace.warnings ?? []), ...findings].slice(0, MAX_WARNINGS);
  },
});

/** Includes the query, in which some operations identify what they change. */
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
  const own = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  const trace = request.trace as Trace;
  // A stored rejection is text; it is parsed for its code, which the log shows.
  if (answer.status >= 400 && own) trace.code = JSON.parse(own).code;
  const text = own && onWire(options, answer.status, own);
  trace.responseText = text;
  trace.isReplay = answer.headers?.['idempotent-replayed'] !== undefined;
  reply.status(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (trace.losesAnswer) loseAnswer(reply);
  else if (answer.file && trace.route.isStream) sendStream(reply, answer.file);
  else if (answer.file) return void sendFile(options, request, reply, answer.file);
  else if (text === undefined) reply.send();
  else reply.type('application/json; charset=utf-8').send(text);
  record(options, request, reply);
}

/** Errors contain no text of callers, so every name in them is translated; in other responses only members are. */
const onWire = ({ wireWords }: HttpOptions, status: number, text: string): string =>
  status >= 400 ? wireWords.renamed(text) : wireWords.outward(text);

/** A file that cannot be read completely is answered, and recorded, as an error. */
function sendFile(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, chunks }: NonNullable<Reply['file']>,
): void {
  reply.raw.once('close', () => record(options, request, reply));
  reply.type(type).send(Readable.from(chunks));
}

/** Recorded when it starts: its duration is that of the client's interest. Proxies must not buffer it. */
function sendStream(reply: FastifyReply, { type, chunks }: NonNullable<Reply['file']>): void {
  reply
    .type(type)
    .header('x-accel-buffering', 'no')
    .send(Readable.from(chunks, { objectMode: false }));
}

/** Keeps the bytes of JSON bodies for signatures and hashes. Forms stay streams. */
function keepRawJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, stream, done) => done(null, stream));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes;
    try {
      const { body, problems } = parseBody(bytes);
      // Operations report them with their other errors; endpoints without a schema reject the body here.
      if (request.trace) request.trace.bodyProblems = problems;
      else if (problems.length > 0) throw new InvalidFields(problems);
      done(null, body);
    } catch (error) {
      done(error as ApiError);
    }
  });
}

/** Fastify requires a content type for QUERY requests before routing, although no route accepts QUERY. */
const isUnrouted = (error: unknown): boolean =>
  (error as { code?: string }).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';

/** True for a browser that opens a path outside of the API. */
function isForPeople({ routes, basePath }: HttpOptions, { method, url, headers }: FastifyRequest): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  const firstPart = (path: string): string | undefined => /^\/[^/?]+/.exec(path)?.[0];
  const isApi = routes.some((route) => firstPart(urlOf(basePath, route)) === firstPart(url));
  return isReading && !isApi && headers.accept?.includes('text/html') === true;
}

function showNotFound({ url, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const context = browserContext(headers['accept-language']);
  const content = notFoundPage(context, url.split('?')[0] ?? '');
  return sendPage(reply, { status: 404, content, language: context.language, policy: notFoundPolicy });
}

function notFound({ routes, basePath }: HttpOptions, request: FastifyRequest): ApiError {
  const [path = ''] = request.url.split('?');
  const allowed = closest(routes.filter((route) => matchesTemplate(urlOf(basePath, route), path))).flatMap(
    ({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]),
  );
  if (allowed.length === 0) {
    const hint = `Operations are under ${basePath}; /docs lists them.`;
    return new ApiError('REFERENCE_NOT_FOUND', `There is no ${path}.`, { hint });
  }
  const message = `${request.method} is not allowed here.`;
  const hint = `Use ${allowed.filter((method) => method !== 'HEAD').join(' or ')}.`;
  return new ApiError('METHOD_NOT_ALLOWED', message, { allowed, hint }, { headers: { allow: allowed.join(', ') } });
}

/** Prefers literal paths to templates that match the same URL. */
function closest(routes: readonly Route[]): readonly Route[] {
  const parametersOf = ({ path }: Route): number => path.split('{').length;
  const fewest = Math.min(...routes.map(parametersOf));
  return routes.filter((route) => parametersOf(route) === fewest);
}

function answerError(options: HttpOptions, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const rejection = toApiError(error);
  // Unexpected errors are logged as failures, and outages as warnings.
  if (rejection.status >= 500 && rejection !== error)
    options.log.error({ requestId: request.id, err: error }, 'request failed');
  else if (rejection.status === 503) options.log.warn({ requestId: request.id, err: error }, 'request rejected');
  const { trace } = request;
  if (trace && isRejectedLogin(request, rejection)) logRejectedLogin(options, request, rejection);
  const text = onWire(options, rejection.status, rejectionText(options, request, rejection));
  if (trace) Object.assign(trace, { code: rejection.code, responseText: text });
  reply.status(rejection.status);
  if (trace?.losesAnswer) loseAnswer(reply);
  else
    reply
      .headers(rejection.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(text);
  if (trace) record(options, request, reply);
  return reply;
}

/** True if credentials were sent and rejected. */
function isRejectedLogin({ trace, headers }: FastifyRequest, { status }: ApiError): boolean {
  if (!trace || trace.caller || trace.operator || trace.route.access === 'PUBLIC') return false;
  return headers.authorization !== undefined && (status === 401 || status === 429);
}

/** Logs the address and the claimed id, never the secret. */
function logRejectedLogin({ log }: HttpOptions, request: FastifyRequest, { message, details }: ApiError): void {
  const { trace, headers, id: requestId, ip: address } = request;
  const access = trace?.route.access;
  const credentials = access === 'OPERATOR' ? 'operator' : access === 'AGENT' ? 'agent' : 'platform';
  const claimedId = access === 'AGENT' ? undefined : claimedIdOf(headers.authorization);
  log.warn({ requestId, credentials, claimedId, address, reason: details?.reason ?? message }, 'login rejected');
}

function claimedIdOf(authorization: string | undefined): string | undefined {
  try {
    return readBasic(authorization).username.slice(0, MAX_CLAIMED_ID);
  } catch {
    return undefined;
  }
}

function rejectionText({ docUrl }: HttpOptions, { id }: FastifyRequest, rejection: ApiError): string {
  const details = {
    ...rejection.details,
    docUrl: docUrl(rejection.code),
    ...(rejection.status === 500 && { requestId: id }),
  };
  const { code, message, status } = rejection;
  return JSON.stringify(errorBody(new ApiError(code, message, details, { status })));
}

/** Unexpected errors become a 500 without details, so that internals are not exposed. */
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
    // Fastify marks errors of the body stream this way; the client has disconnected.
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

/** The HTTP parser failed before there was a request: sends an error of the usual form and closes the connection. */
function answerMalformedRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = malformedRequestStatus[error.code ?? ''] ?? { status: 400, text: 'Bad Request' };
  const rejection = new ApiError('INVALID_REQUEST_FORMAT', status.text, undefined, { status: status.status });
  const body = JSON.stringify(errorBody(rejection));
  const head = [`HTTP/1.1 ${status.status} ${status.text}`, 'Content-Type: application/json; charset=utf-8'];
  socket.end(
    `${head.join('\r\n')}\r\nX-Request-Id: ${uuidv7()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const malformedRequestStatus: Record<string, { status: number; text: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, text: 'Request Header Fields Too Large' },
};

/** Records metrics and the request log once per request, even if the client has disconnected. */
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
  if (!caller || isConsoleRead(request)) return;
  options.requestLog.add(() => ({
    platformId: caller.platform.id,
    id: request.id,
    at: addMs(options.clock.now(), -durationMs),
    method: request.method,
    path: shownPath(options, request, trace.route),
    route,
    status: reply.statusCode,
    code: trace.code,
    durationMs,
    tokenId: caller.tokenId,
    idempotencyKey: request.headers[IDEMPOTENCY_HEADER] as string | undefined,
    isReplay: trace.isReplay ?? false,
    warnings: trace.warnings,
    requestBody: redactedRequest(trace.route, request.body),
    responseBody: redactedAnswer(trace.route, reply.statusCode, trace.responseText),
  }));
}

/** Reads of the console are left out of the log: a page that follows it would fill it with its own requests. */
const isConsoleRead = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && CONSOLE_SESSION_HEADER in headers && headers.authorization === undefined;

function shownPath({ basePath }: HttpOptions, { url, params }: FastifyRequest, route: Route): string {
  if (route.secretPath) return urlOf(basePath, route);
  return redactedPath(route, url.split('?')[0] ?? '', params);
}
