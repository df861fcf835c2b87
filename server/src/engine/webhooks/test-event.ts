import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { ADDRESS_NOT_ALLOWED, type AddressPolicy } from './addresses.ts';
import { recordOutcomes } from './delivery-outcomes.ts';
import { readPayload } from './delivery-queue.ts';
import { requireEndpoint } from './endpoints.ts';
import { emit, type NewEvent } from './events.ts';
import { hasArrived, isGone } from './retry-schedule.ts';
import type { Attempt } from './sender.ts';
import type { Webhooks } from './service.ts';

const TEST_TIMEOUT_MS = 10 * SECOND_MS;

interface TestDeps {
  db: Database;
  webhooks: Webhooks;
}

/** Test event for the statement that sets an endpoint. It is sent once, in the background. */
export const announceEndpoint = (platformId: string, at: Date): Effect =>
  emit([testEvent(platformId, { at, delivery: 'PENDING' })]);

/** Sends a test event during the request, and returns the response of the endpoint. */
export async function sendTest({ db, webhooks }: TestDeps, platform: Platform, at: Date) {
  const endpoint = await requireEndpoint(db, platform.id);
  const { url } = endpoint;
  const event = testEvent(platform.id, { at, delivery: 'DIRECT' });
  await apply(db, { effects: [emit([event])] });
  const parcel = { platformId: platform.id, id: event.id, payload: await readPayload(db, platform.id, event.id) };
  const attempt = await webhooks.sender.send(parcel, { url, mode: platform.mode, timeoutMs: TEST_TIMEOUT_MS });
  const status = hasArrived(attempt) ? 'DELIVERED' : 'FAILED';
  await recordOutcomes(db, [{ platformId: platform.id, id: event.id, status, attempt }]);
  if (isGone(attempt)) await webhooks.switchOff(endpoint, 'GONE', attempt);
  if (attempt.status === undefined) throw notReached(attempt, webhooks.addresses[platform.mode]);
  return { url, response_status: attempt.status, response_body: attempt.answer };
}

function testEvent(platformId: string, how: Pick<NewEvent, 'at' | 'delivery'>): NewEvent & { id: string } {
  const id = newId('Webhook');
  // The event is its own resource, so that no other event waits for it.
  return { id, platformId, type: 'TEST', resourceId: id, sequence: 1, data: {}, ...how };
}

function notReached({ url, error: failure = 'CONNECTION_FAILED' }: Attempt, { rule }: AddressPolicy): ApiError {
  const isRejected = failure === ADDRESS_NOT_ALLOWED;
  return new ApiError('WEBHOOK_DELIVERY_ERROR', 'The webhook endpoint could not be reached.', {
    reason: isRejected ? 'ADDRESS_NOT_ALLOWED' : 'ENDPOINT_NOT_REACHED',
    failure,
    url,
    hint: isRejected
      ? `webhookEndpoint ${rule}`
      : 'Check that webhookEndpoint is right and that the machine behind it answers within 10 seconds.',
  });
}
