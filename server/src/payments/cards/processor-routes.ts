import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../../engine/http/drain.ts';
import type { Metrics } from '../../engine/http/metrics.ts';
import { reader } from '../../engine/http/validation.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../engine/providers/protocols/processor-signature.ts';
import { addMs, type Clock } from '../../foundation/kernel/clock.ts';
import { decideAndWrite } from './processor-authorizations.ts';
import { type ProcessorDeps, platformNow, receiveEvent } from './processor-events.ts';
import { ApprovalConfirmations, timedOut } from './processor-late-responses.ts';
import { getCardOfMessage } from './processor-messages.ts';
import { AuthorizationMessage, type AuthorizationResponse, EventMessage } from './processor-schemas.ts';
import { requireSignature } from './processor-signature.ts';

const MAX_BODY = 64 * 1024;
/** Below the limit of the networks, about two seconds. */
const DECISION_LIMIT_MS = 1_500;

interface ProcessorOptions extends ProcessorDeps {
  secret: string;
  drain: Drain;
  log: Logger;
  metrics: Metrics;
}

/** Endpoints for the issuer-processor: outside the API of platforms; every message is signed. */
export function addProcessor(app: FastifyInstance, { secret, drain, log, metrics, ...deps }: ProcessorOptions): void {
  const verifyAuthorization = messageVerifier(AuthorizationMessage, { secret, clock: deps.clock });
  const verifyEvent = messageVerifier(EventMessage, { secret, clock: deps.clock });
  const confirmations = new ApprovalConfirmations(deps);
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime: durationMs }) =>
        metrics.requests.observe({ method, route: routeOptions.url ?? '', status }, durationMs),
      );
      scope.post('/authorizations', { bodyLimit: MAX_BODY }, async (request) => {
        const message = verifyAuthorization(request);
        return respondInTime({ ...deps, confirmations, log }, message);
      });
      scope.post('/events', { bodyLimit: MAX_BODY }, async (request) => receiveEvent(deps, verifyEvent(request)));
    },
    { prefix: '/processor' },
  );
}

/** Returns the message of a request once its signature and its shape are verified. */
function messageVerifier<S extends TSchema>(schema: S, { secret, clock }: { secret: string; clock: Clock }) {
  const read = reader(schema);
  return ({ headers, rawBody = Buffer.alloc(0), body }: FastifyRequest): Static<S> => {
    const { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature } = headers;
    const signed = { timestamp: textOf(timestamp), signature: textOf(signature), body: rawBody };
    requireSignature(signed, secret, clock.now());
    return read(body);
  };
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);

type RespondingDeps = ProcessorDeps & { confirmations: ApprovalConfirmations; log: Logger };

/** Declines when the time limit is over; a job reverts an approval that was written. */
async function respondInTime(deps: RespondingDeps, message: AuthorizationMessage): Promise<AuthorizationResponse> {
  const limit = { deadline: addMs(deps.clock.now(), DECISION_LIMIT_MS), isOver: false };
  const answer = decideMessage(deps, message, limit);
  const inTime = await within(DECISION_LIMIT_MS, answer);
  if (inTime) return inTime;
  limit.isOver = true;
  answer.catch((err) => deps.log.error({ err, messageId: message.messageId }, 'a late card authorization failed'));
  return timedOut(message);
}

/** Reads the card with its funding sources, then decides and writes. A repeated message gets the stored response. */
async function decideMessage(
  deps: RespondingDeps,
  message: AuthorizationMessage,
  limit: { readonly deadline: Date; readonly isOver: boolean },
): Promise<AuthorizationResponse> {
  const { answer: stored, ...card } = await getCardOfMessage<AuthorizationResponse>(deps.db, message);
  const answer = stored ?? (await decideAndWrite(deps, { ...card, deadline: limit.deadline }, message));
  if (answer.decision === 'DECLINED') return answer;
  const { funding } = card;
  const withdrawal = await deps.confirmations.confirm(funding.platformId, message);
  if (withdrawal === 'TOO_LATE') return timedOut(message);
  if (limit.isOver && withdrawal !== 'NO_JOB') await deps.confirmations.restore(withdrawal, platformNow(deps, funding));
  return answer;
}

/** Returns undefined when the value takes longer. */
function within<T>(ms: number, value: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(resolve, ms, undefined);
    value.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
