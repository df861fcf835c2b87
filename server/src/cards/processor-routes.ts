import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../http/drain.ts';
import type { Metrics } from '../http/metrics.ts';
import { checker } from '../http/validation.ts';
import type { Clock } from '../kernel/clock.ts';
import { InvalidFields } from '../kernel/errors.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../kernel/processor-signature.ts';
import { type AuthorizationResult, decideAndWrite, revertLateApproval, timedOut } from './processor-authorizations.ts';
import { type ProcessorDeps, receiveEvent } from './processor-events.ts';
import { readCardOfMessage } from './processor-messages.ts';
import { type AuthorizationAnswer, AuthorizationMessage, EventMessage } from './processor-schemas.ts';
import { requireSignature } from './processor-signature.ts';

const MAX_BODY = 64 * 1024;
/** Networks wait about two seconds. */
const DECISION_LIMIT_MS = 1_500;

interface ProcessorOptions extends ProcessorDeps {
  secret: string;
  drain: Drain;
  log: Logger;
  metrics: Metrics;
}

/** The endpoints of the issuer-processor: outside the API of platforms, every message signed. */
export function addProcessor(app: FastifyInstance, { secret, drain, log, metrics, ...deps }: ProcessorOptions): void {
  const verifyAuthorization = messageVerifier(AuthorizationMessage, { secret, clock: deps.clock });
  const verifyEvent = messageVerifier(EventMessage, { secret, clock: deps.clock });
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime: durationMs }) =>
        metrics.requests.observe({ method, route: routeOptions.url ?? '', status }, durationMs),
      );
      scope.post('/authorizations', { bodyLimit: MAX_BODY }, async (request) => {
        const message = verifyAuthorization(request);
        return answerInTime(deps, message, { result: decideMessage(deps, message), log });
      });
      scope.post('/events', { bodyLimit: MAX_BODY }, async (request) => receiveEvent(deps, verifyEvent(request)));
    },
    { prefix: '/processor' },
  );
}

/** Returns the message of a request once its signature and its shape are verified. */
function messageVerifier<S extends TSchema>(schema: S, { secret, clock }: { secret: string; clock: Clock }) {
  const check = checker(schema);
  return ({ headers, rawBody = Buffer.alloc(0), body }: FastifyRequest): Static<S> => {
    const { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature } = headers;
    const signed = { timestamp: textOf(timestamp), signature: textOf(signature), body: rawBody };
    requireSignature(signed, secret, clock.now());
    const errors = check(body);
    if (errors.length > 0) throw new InvalidFields(errors);
    return body as Static<S>;
  };
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);

/** Reads the card with its funding sources, then decides and writes. A repeated message gets the stored answer. */
async function decideMessage(deps: ProcessorDeps, message: AuthorizationMessage): Promise<AuthorizationResult> {
  const { answer, ...card } = await readCardOfMessage<AuthorizationAnswer>(deps.db, message);
  return answer ? { answer } : decideAndWrite(deps, card, message);
}

/** Declines when the limit is over; an approval that comes later is reverted. */
async function answerInTime(
  deps: ProcessorDeps,
  message: AuthorizationMessage,
  { result, log }: { result: Promise<AuthorizationResult>; log: Logger },
): Promise<AuthorizationAnswer> {
  const inTime = await within(DECISION_LIMIT_MS, result);
  if (inTime) return inTime.answer;
  result
    .then((late) => revertLateApproval(deps, message, late))
    .catch((err) => log.error({ err, messageId: message.messageId }, 'a late card approval was not reverted'));
  return timedOut(message);
}

/** The value, or undefined when it takes longer. */
function within<T>(ms: number, value: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(resolve, ms, undefined);
    value.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
