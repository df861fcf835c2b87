import { RequestRejected } from '../../foundation/runtime/errors.ts';
import type { Api, Json } from './api.ts';
import { type Forwarded, type Forwarding, post } from './forwarding.ts';

/** Below the 5 seconds in which the service expects a decision. */
const TIMEOUT_MS = 4_000;
const MAX_REASON = 1_000;

/** The operation that has the effect of a response; undefined if the receiver decides later by itself. */
interface Decision {
  operation: 'approve' | 'reject';
  body: Json;
}

/** Answers as docs/webhooks.md describes them for endpoints. */
const decisions: Readonly<Record<number, (answer: Json) => Decision | undefined>> = {
  200: ({ receiverCustomerInfo }) => ({ operation: 'approve', body: { receiverCustomerInfo } }),
  202: () => undefined,
  204: () => ({ operation: 'approve', body: {} }),
  403: ({ reason }) => ({ operation: 'reject', body: { reason } }),
  422: ({ requiredFields }) => rejection(`The receiver requires ${[requiredFields].flat().join(', ')}.`),
};

const rejection = (reason: string): Decision => ({
  operation: 'reject',
  body: { reason: reason.slice(0, MAX_REASON) },
});

/** Asks the receiver once, as the service asks an endpoint. */
export const askReceiver = (forwarding: Forwarding): Promise<Forwarded> =>
  post({ ...forwarding, timeoutMs: TIMEOUT_MS });

/** Decides a payment as the receiver has answered, and returns what happened to it. */
export async function relayResponse(api: Api, transactionId: string, { status = 0, error, answer }: Forwarded) {
  const decide = decisions[status];
  const decision = decide ? decide(parsed(answer)) : rejection(`The receiver answered ${error ?? status}.`);
  if (!decision) return 'deferred';
  try {
    await api.post(`/transactions/${transactionId}/${decision.operation}`, decision.body);
    return decision.operation === 'approve' ? 'approved' : 'rejected';
  } catch (problem) {
    // Not every pending payment is an approval request, and others may have decided it.
    if (problem instanceof RequestRejected) return problem.code;
    throw problem;
  }
}

/** A response that is not JSON contains no members. */
function parsed(answer = ''): Json {
  try {
    return JSON.parse(answer) ?? {};
  } catch {
    return {};
  }
}
