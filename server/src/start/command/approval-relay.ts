import { RequestRejected } from '../../foundation/runtime/errors.ts';
import type { Api, Json } from './api.ts';
import { type Forwarded, type Forwarding, post } from './forwarding.ts';

/** Less than the 5 seconds in which the service expects a decision. */
const TIMEOUT_MS = 4_000;
const MAX_REASON = 1_000;

/** API operation for a decision of the receiver. */
interface Decision {
  operation: 'approve' | 'reject';
  body: Json;
}

/** Decisions by response status, as in docs/webhooks.md; undefined if the receiver decides later by itself. */
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

/** Sends the request to the receiver once, like the service to an endpoint. */
export const askReceiver = (forwarding: Forwarding): Promise<Forwarded> =>
  post({ ...forwarding, timeoutMs: TIMEOUT_MS });

/** Applies the receiver's decision to a payment, and returns the result. */
export async function relayResponse(api: Api, transactionId: string, { status = 0, error, answer }: Forwarded) {
  const decide = decisions[status];
  const decision = decide ? decide(parsed(answer)) : rejection(`The receiver answered ${error ?? status}.`);
  if (!decision) return 'deferred';
  try {
    await api.post(`/transactions/${transactionId}/${decision.operation}`, decision.body);
    return decision.operation === 'approve' ? 'approved' : 'rejected';
  } catch (problem) {
    // The payment may need no approval, or may have been decided by others.
    if (problem instanceof RequestRejected) return problem.code;
    throw problem;
  }
}

/** A response that is not JSON has no members. */
function parsed(answer = ''): Json {
  try {
    return JSON.parse(answer) ?? {};
  } catch {
    return {};
  }
}
