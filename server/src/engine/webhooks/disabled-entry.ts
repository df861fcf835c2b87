import { uuidv7 } from '../../foundation/kernel/ids.ts';
import type { DisabledReason, Endpoint } from './endpoints.ts';
import type { Attempt } from './sender.ts';

/** Logged status if the endpoint did not respond. */
const NO_RESPONSE = 504;

const reasons: Readonly<Record<DisabledReason, string>> = {
  GONE: 'The endpoint answered 410.',
  FAILING: 'Nothing has arrived for five days.',
};

/** Request log entry with the reason for disabling an endpoint. The query of the endpoint URL is omitted. */
export function disabledEntry({ platformId, url }: Endpoint, reason: DisabledReason, attempt: Attempt) {
  const { origin, pathname } = new URL(url);
  const answer = {
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
    status: attempt.status ?? NO_RESPONSE,
    code: 'WEBHOOK_ENDPOINT_DISABLED',
    durationMs: attempt.latencyMs,
    tokenId: '',
    isReplay: false,
    requestBody: null,
    responseBody: answer,
  };
}
