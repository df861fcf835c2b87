import type { Hint, HintTopic } from '../../foundation/kernel/hints.ts';

/** Topics by the first part of an event type. */
const topicsByPrefix: Readonly<Record<string, HintTopic>> = {
  OUTGOING_PAYMENT: 'transaction',
  INCOMING_PAYMENT: 'transaction',
  INTERNAL_ACCOUNT: 'account',
  EXTERNAL_ACCOUNT: 'account',
  BULK_UPLOAD: 'customer',
  CUSTOMER: 'customer',
  VERIFICATION: 'review',
  CARD: 'card',
  CARD_TRANSACTION: 'card',
  CARD_DISPUTE: 'card',
  AGENT_ACTION: 'approval',
};

/** Event type of payments on which the platform decides. */
const AWAITS_APPROVAL = 'INCOMING_PAYMENT.PENDING';

export interface EventHintRow {
  platform_id: string;
  id: string;
  type: string;
  resource_id: string;
}

/** Hints of an event: its resource has changed, and a delivery was added. */
export function hintsOfEvent({
  platform_id: platformId,
  id: key,
  type,
  resource_id: resourceId,
}: EventHintRow): Hint[] {
  const topic = topicsByPrefix[type.split('.')[0] ?? ''];
  return [
    { platformId, topic: 'delivery', resourceId: key, key },
    ...(topic ? [{ platformId, topic, resourceId, key }] : []),
    ...(type === AWAITS_APPROVAL ? [{ platformId, topic: 'approval' as const, resourceId, key }] : []),
  ];
}

/** Hint that an attempt of a delivery has ended. */
export const hintOfAttempt = (platformId: string, eventId: string, at: Date): Hint => ({
  platformId,
  topic: 'delivery',
  resourceId: eventId,
  key: `${eventId} ${at.getTime()}`,
});
