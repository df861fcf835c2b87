import { uuidv7 } from '../kernel/ids.ts';
import type { Attempt } from './courier.ts';
import type { DisabledReason, Endpoint } from './endpoints.ts';

/** Shown where the endpoint did not even answer. */
const NO_ANSWER = 504;

const reasons: Readonly<Record<DisabledReason, string>> = {
  GONE: 'The endpoint answered 410.',
  FAILING: 'Nothing has arrived for five days.',
};

/** The line of the request log that tells a platform why it gets no more events, without the query of its address. */
export function disabledEntry({ platformId, url }: Endpoint, reason: DisabledReason, attempt: Attempt) {
  const { origin, pathname } = new URL(url);
  const told = {
    reason,
    message: `${reasons[reason]} The endpoint is disabled, and events are SKIPPED from now on.`,
    hint: 'Set webhookEndpoint with PATCH /config, then POST /webhooks/redeliver with the time of this line as since.',
  };
  return {
    platformId,
    id: uuidv7(),
    at: attempt.at,
    method: 'POST',
    path: `${origin}${pathname}`,
    route: 'webhookEndpoint',
    status: attempt.status ?? NO_ANSWER,
    code: 'WEBHOOK_ENDPOINT_DISABLED',
    durationMs: attempt.latencyMs,
    tokenId: '',
    isReplay: false,
    requestBody: null,
    responseText: JSON.stringify(told),
    isSecret: false,
  };
}
