import type { Hint, HintTopic } from '../../foundation/kernel/hints.ts';

/** Topics by the part of an event type before the dot. */
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

/** The platform decides on these payments. */
const AWAITS_APPROVAL = 'INCOMING_PAYMENT.PENDING';

export interface EventHintRow {
  platform_id: string;
  id: string;
  type: string;
  resource_id: string;
}

/** An event reports its resource, and is itself a delivery. */
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

/** An attempt of a delivery has ended. */
export const hintOfAttempt = (platformId: string, eventId: string, at: Date): Hint => ({
  platformId,
  topic: 'delivery',
  resourceId: eventId,
  key: `${eventId} ${at.getTime()}`,
});
