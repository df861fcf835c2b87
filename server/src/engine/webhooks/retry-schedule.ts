import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { type Delivery, KEPT_TRYING_MS, type OpenStatus } from './delivery-queue.ts';
import type { EventType } from './events.ts';
import type { Attempt } from './sender.ts';

const MAX_RETRY_MS = 30 * MINUTE_MS;
/** Maximum share by which pauses are shortened, so that events that failed together are retried at different times. */
const JITTER = 0.2;

/** Statuses in which an event is sent only once, because a repeated approval request or test has no effect. */
const triedOnce: Readonly<Partial<Record<EventType, readonly OpenStatus[]>>> = {
  TEST: ['PENDING', 'WAITING', 'REDELIVERING'],
  'INCOMING_PAYMENT.PENDING': ['REDELIVERING'],
};

/** The endpoint is permanently gone. */
const GONE = 410;
/** The endpoint has received the event before. */
const DUPLICATE = 409;

export const isGone = ({ status }: Attempt): boolean => status === GONE;

export const hasArrived = ({ status }: Attempt): boolean =>
  status !== undefined && ((status >= 200 && status < 300) || status === DUPLICATE);

export type NextState =
  | { status: 'DELIVERED' | 'FAILED' }
  | { status: 'WAITING' | 'REDELIVERING'; dueAt: Date; tries: number; givesUpAt: Date };

/** Next status after an attempt. REDELIVERING is kept for retries, so that a redelivery never delays other events. */
export function nextStateOf(
  delivery: Delivery,
  attempt: Attempt,
  options: { now: Date; firstRetryMs: number },
): NextState {
  if (hasArrived(attempt)) return { status: 'DELIVERED' };
  if (isGone(attempt) || triedOnce[delivery.type]?.includes(delivery.status)) return { status: 'FAILED' };
  const tries = delivery.tries + 1;
  const dueAt = addMs(options.now, pauseAfter(tries, delivery.id, options.firstRetryMs));
  const givesUpAt = delivery.givesUpAt ?? addMs(options.now, KEPT_TRYING_MS);
  if (dueAt > givesUpAt) return { status: 'FAILED' };
  const status = delivery.status === 'REDELIVERING' ? 'REDELIVERING' : 'WAITING';
  return { status, dueAt, tries, givesUpAt };
}

/** Derives the jitter from the last digits of the id, which are random. */
function pauseAfter(tries: number, id: string, firstRetryMs: number): number {
  const chance = Number.parseInt(id.slice(-4), 16) / 0xffff;
  return Math.min(firstRetryMs * 2 ** (tries - 1), MAX_RETRY_MS) * (1 - JITTER * chance);
}
