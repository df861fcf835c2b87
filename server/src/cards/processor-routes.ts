import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../http/drain.ts';
import type { Metrics } from '../http/metrics.ts';
import { checker } from '../http/validation.ts';
import { InvalidFields } from '../kernel/errors.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../kernel/processor-signature.ts';
import type { News, ProcessorNeeds, Question } from './processor-messages.ts';
import { hear } from './processor-news.ts';
import { type Decision, decide, tooLate, withdraw } from './processor-questions.ts';
import { ProcessorNews, ProcessorQuestion } from './processor-schemas.ts';
import { requireSignature } from './processor-signature.ts';

const MAX_BODY = 64 * 1024;
/** Networks wait about two seconds; an answer that comes later than this is no. */
export const DECISION_LIMIT_MS = 1_500;

export interface ProcessorOptions extends ProcessorNeeds {
  secret: string;
  drain: Drain;
  log: Logger;
  metrics: Metrics;
}

/** What the issuer-processor calls: outside the API of platforms, every message signed. */
export function addProcessor(app: FastifyInstance, { secret, drain, log, metrics, ...needs }: ProcessorOptions): void {
  const questionOf = reader<Question>(ProcessorQuestion);
  const newsOf = reader<News>(ProcessorNews);
  const requireSigned = (request: FastifyRequest): void => {
    const { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature } = request.headers;
    const signed = { timestamp: textOf(timestamp), signature: textOf(signature), body: request.rawBody ?? NOTHING };
    requireSignature(signed, secret, needs.clock.now());
  };
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.addHook('preHandler', async (request) => requireSigned(request));
      scope.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime: durationMs }) =>
        metrics.requests.observe({ method, route: routeOptions.url ?? '', status }, durationMs),
      );
      scope.post('/authorizations', { bodyLimit: MAX_BODY }, async ({ body }) =>
        decideInTime(needs, questionOf(body), log),
      );
      scope.post('/events', { bodyLimit: MAX_BODY }, async ({ body }) => hear(needs, newsOf(body)));
    },
    { prefix: '/processor' },
  );
}

/** The body, once it has its shape. */
function reader<T>(schema: TSchema): (body: unknown) => T {
  const check = checker(schema);
  return (body) => {
    const errors = check(body);
    if (errors.length > 0) throw new InvalidFields(errors);
    return body as T;
  };
}

const NOTHING = Buffer.alloc(0);
const textOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);

/** When the time is up the answer is no, and stays no: what comes of it later is taken back. */
async function decideInTime(needs: ProcessorNeeds, question: Question, log: Logger): Promise<Decision> {
  const deciding = decide(needs, question);
  const inTime = await within(DECISION_LIMIT_MS, deciding);
  if (inTime) return inTime.decision;
  deciding
    .then((late) => withdraw(needs, question, late))
    .catch((err) => log.error({ err, messageId: question.messageId }, 'a late card decision was not withdrawn'));
  return tooLate(question);
}

/** What comes in this time, or undefined. */
function within<T>(ms: number, coming: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(resolve, ms, undefined);
    coming.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
