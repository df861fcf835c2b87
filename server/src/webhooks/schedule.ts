import { addMs, DAY_MS, MINUTE_MS } from '../kernel/clock.ts';
import type { Attempt } from './courier.ts';
import type { Delivery, OpenStatus } from './delivery-queue.ts';
import type { EventType } from './events.ts';

const MAX_RETRY_MS = 30 * MINUTE_MS;
const KEPT_TRYING_MS = 7 * DAY_MS;
/** Pauses are shortened by up to this share, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Sent once in these statuses, whatever comes of it: a question that is sent again decides nothing any more. */
const triedOnce: Readonly<Partial<Record<EventType, readonly OpenStatus[]>>> = {
  TEST: ['PENDING', 'WAITING', 'REDELIVERING'],
  'INCOMING_PAYMENT.PENDING': ['REDELIVERING'],
};

/** The endpoint says that it is gone for good. */
const GONE = 410;
/** The endpoint has the event already. */
const DUPLICATE = 409;

export const isGone = ({ status }: Attempt): boolean => status === GONE;

export const hasArrived = ({ status }: Attempt): boolean =>
  status !== undefined && ((status >= 200 && status < 300) || status === DUPLICATE);

export type Verdict =
  | { status: 'DELIVERED' | 'FAILED' }
  | { status: 'WAITING' | 'REDELIVERING'; dueAt: Date; tries: number; givesUpAt: Date };

/** What follows from an attempt: the end, or another one later. A redelivery is retried as such: it holds up nobody. */
export function verdictOf(delivery: Delivery, attempt: Attempt, options: { now: Date; firstRetryMs: number }): Verdict {
  if (hasArrived(attempt)) return { status: 'DELIVERED' };
  if (isGone(attempt) || triedOnce[delivery.type]?.includes(delivery.status)) return { status: 'FAILED' };
  const tries = delivery.tries + 1;
  const dueAt = addMs(options.now, pauseAfter(tries, delivery.id, options.firstRetryMs));
  const givesUpAt = delivery.givesUpAt ?? addMs(options.now, KEPT_TRYING_MS);
  if (dueAt > givesUpAt) return { status: 'FAILED' };
  const status = delivery.status === 'REDELIVERING' ? 'REDELIVERING' : 'WAITING';
  return { status, dueAt, tries, givesUpAt };
}

/** The last digits of an id are random, and differ from one event to the next: chance enough. */
function pauseAfter(tries: number, id: string, firstRetryMs: number): number {
  const chance = Number.parseInt(id.slice(-4), 16) / 0xffff;
  return Math.min(firstRetryMs * 2 ** (tries - 1), MAX_RETRY_MS) * (1 - JITTER * chance);
}
