import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { type ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { addressGroup } from '../../foundation/kernel/ip-networks.ts';
import { admit, hook } from './admission.ts';
import { BODY_LIMIT } from './api-errors.ts';
import { forwardedFor } from './forwarded.ts';
import { parseBody } from './json.ts';
import { runForm, runPlain, withFault } from './operation-run.ts';
import { prefersStrict, STRICT_HANDLING } from './prefer-header.ts';
import { respondToMalformedRequest, respondWithError } from './rejections.ts';
import { dropResponse, send } from './responses.ts';
import type { Reply, Route } from './route.ts';
import { urlOf } from './route-url.ts';
import type { HttpOptions } from './server-options.ts';
import { isForPeople, notFound, showNotFound } from './unknown-paths.ts';
import { validator } from './validation.ts';

/** As long as any accepted URL, so that the path schema checks every parameter and names it in the error. */
const MAX_PARAM_LENGTH = 16_384;
/** Maximum time for a request to arrive completely. */
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;

/** Runs every request through the same steps: route, authentication, rate, permission, shape, idempotency, handler. */
export function createServer(options: HttpOptions): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // By default Node checks for late requests only every 30 seconds, and a body may take the longer of both timeouts.
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
    clientErrorHandler: respondToMalformedRequest,
    frameworkErrors: (error, request, reply) =>
      void respondWithError(options, request, addCommonHeaders(request, reply), error),
  });
  options.drain.watch(app.server);
  app.decorateRequest('trace').decorateRequest('rawBody');
  keepRawJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Rewritten before Fastify derives `request.ip` from the header.
    if (options.isTrustedProxy) request.headers['x-forwarded-for'] = forwardedFor(request.headers);
    addCommonHeaders(request, reply);
    if (options.isServed(request)) return done();
    if (isForPeople(options, request)) return void showNotFound(request, reply);
    done(notFound(options, request));
  });
  app.setErrorHandler((error, request, reply) =>
    respondWithError(options, request, reply, isUnrouted(error) ? notFound(options, request) : error),
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

function addRoute(app: FastifyInstance, options: HttpOptions, route: Route): void {
  const validate = validator(route);
  const deprecation = deprecationHeaders(options.basePath, route);
  app.route({
    method: route.method,
    url: urlOf(options.basePath, route).replaceAll(/\{(\w+)\}/g, ':$1'),
    // Runs before the body is read, so that rejected callers cost little.
    onRequest: hook((request, reply) => {
      const isStrict = prefersStrict(request.headers.prefer);
      request.trace = { startedAt: monotonicMs(), route, prefersStrict: isStrict };
      if (deprecation) reply.headers(deprecation);
      if (isStrict) reply.header('preference-applied', STRICT_HANDLING);
      options.drain.admit(reply);
      return admit(options, route, request, reply);
    }),
    handler: (request, reply) => {
      const response = (): Promise<Reply> =>
        route.form
          ? runForm(options, { route, form: route.form, request, validate })
          : runPlain(options, { route, request, validate });
      const responding = request.trace?.caller?.platform.hasFaults ? withFault(options, request, response) : response();
      responding
        .then((response) => {
          if (!response) return dropResponse(reply);
          if (route.access === 'PUBLIC') options.guesses.giveBack(addressGroup(request.ip));
          send(options, request, reply, response);
        })
        .catch((error) => reply.send(error));
    },
  });
}

/** Deprecation header (RFC 9745) and link to the successor (RFC 8288). */
function deprecationHeaders(basePath: string, { deprecated }: Route): Record<string, string> | undefined {
  if (!deprecated) return undefined;
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1_000}`,
    link: `<${basePath}${deprecated.successor}>; rel="successor-version"`,
  };
}

/** Keeps the bytes of JSON bodies for signatures and hashes. Forms are passed on as streams. */
function keepRawJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, stream, done) => done(null, stream));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes;
    try {
      const { body, problems } = parseBody(bytes);
      // Operations report the problems with their other errors; endpoints without a schema reject the body here.
      if (request.trace) request.trace.bodyProblems = problems;
      else if (problems.length > 0) throw new InvalidFields(problems);
      done(null, body);
    } catch (error) {
      done(error as ApiError);
    }
  });
}

/** Fastify demands a content type for QUERY requests before routing, although no route accepts QUERY. */
const isUnrouted = (error: unknown): boolean =>
  (error as { code?: string }).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
