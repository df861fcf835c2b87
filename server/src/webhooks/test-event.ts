import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Platform } from '../kernel/callers.ts';
import { SECOND_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Courier } from './courier.ts';
import { payloadOf, recordOutcomes } from './delivery-queue.ts';
import { requireEndpoint, type SwitchOff } from './endpoints.ts';
import { emit, type NewEvent } from './events.ts';
import { hasArrived, isGone } from './schedule.ts';

const TEST_TIMEOUT_MS = 10 * SECOND_MS;

interface TestNeeds {
  db: Database;
  courier: Courier;
  switchOff: SwitchOff;
}

/** For the statement that sets an endpoint: it is tried once, in the background. */
export const announceEndpoint = (platformId: string, at: Date): Effect =>
  emit([testEvent(platformId, { at, delivery: 'PENDING' })]);

/** Sends a test event while the caller waits, and tells what the endpoint said to it. */
export async function sendTest({ db, courier, switchOff }: TestNeeds, platform: Platform, at: Date) {
  const endpoint = await requireEndpoint(db, platform.id);
  const { url } = endpoint;
  const event = testEvent(platform.id, { at, delivery: 'DIRECT' });
  await apply(db, { effects: [emit([event])] });
  const parcel = { platformId: platform.id, id: event.id, payload: await payloadOf(db, platform.id, event.id) };
  const attempt = await courier.send(parcel, { url, mode: platform.mode, timeoutMs: TEST_TIMEOUT_MS });
  const status = hasArrived(attempt) ? 'DELIVERED' : 'FAILED';
  await recordOutcomes(db, [{ platformId: platform.id, id: event.id, status, attempt }]);
  if (isGone(attempt)) await switchOff(endpoint, 'GONE', attempt);
  if (attempt.status === undefined) throw notReached(url, attempt.error);
  return { url, response_status: attempt.status, response_body: attempt.answer };
}

function testEvent(platformId: string, how: Pick<NewEvent, 'at' | 'delivery'>): NewEvent & { id: string } {
  const id = newId('Webhook');
  // About nothing but itself: no other event ever waits for it.
  return { id, platformId, type: 'TEST', resourceId: id, sequence: 1, data: {}, ...how };
}

const notReached = (url: string, reason = 'CONNECTION_FAILED'): ApiError =>
  new ApiError('WEBHOOK_DELIVERY_ERROR', 'The webhook endpoint could not be reached.', {
    reason,
    url,
    hint: 'Check that webhookEndpoint is right and that the machine behind it answers within 10 seconds.',
  });
