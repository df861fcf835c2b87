import type { CardNetwork } from '../../engine/providers/card-network/port.ts';
import { rawSql, type Sql, sql } from '../../foundation/db/sql.ts';

/** Messages of the card network and outcomes of pulls, by the kind of event that results. */
const messages = {
  AUTHORIZATION: { outcome: 'AUTHORIZED', title: 'The card network requested an authorization' },
  INQUIRY: { outcome: 'INQUIRED', title: 'The card network inquired the balance' },
  DECLINE: { outcome: 'DECLINED', title: 'The card network advised another amount, which was declined' },
  ADVICE: { outcome: 'ADVISED', title: 'The card network advised another amount' },
  CLEARING: { outcome: 'CLEARED', title: 'The card network cleared an amount' },
  EXPIRY: { outcome: 'RELEASED', title: 'The authorization was reversed, cleared with 0, or has expired' },
  RETURN: { outcome: 'RETURNED', title: 'The merchant refunded an amount' },
  RETURN_REVERSAL: { outcome: 'RETURN_REVERSED', title: 'The merchant reversed a refund' },
  CREDIT_REVERSAL: { outcome: 'CREDIT_REVERSED', title: 'The card network reversed a credit' },
  DISPUTE_OPENED: { outcome: 'DISPUTED', title: 'The cardholder disputed an amount' },
  DISPUTE_CREDIT: { outcome: 'DISPUTE_CREDITED', title: 'The disputed amount was credited' },
  DISPUTE_CREDIT_REVERSAL: {
    outcome: 'DISPUTE_CREDIT_REVERSED',
    title: 'The credit of the disputed amount was reversed',
  },
  DISPUTE_WON: { outcome: 'DISPUTE_WON', title: 'The card network decided the dispute for the cardholder' },
  DISPUTE_LOST: { outcome: 'DISPUTE_LOST', title: 'The card network decided the dispute for the merchant' },
  PULL_CONFIRMED: { outcome: 'PULL_CONFIRMED', title: 'The funding source confirmed the pull' },
  PULL_FAILED: { outcome: 'PULL_FAILED', title: 'The funding source did not confirm the pull' },
} as const;
type MessageKind = keyof typeof messages;

export const cardOutcomes = Object.values(messages).map(({ outcome }) => outcome);

const kinds = rawSql(
  Object.keys(messages)
    .map((kind) => `'${kind}'`)
    .join(', '),
);

/** Body of a timeline entry for a message. */
export interface CardMessage {
  leg: 'CARD';
  event: MessageKind;
  amount: number;
  currency: string;
  /** Reason of a decline. */
  declined: string | null;
  /** The clearing exceeded the reserve and caused another pull. */
  hasPull: boolean;
  descriptor: string;
  transactionId: string;
}

/** SQL: id, at and body of each message of a purchase. A declined authorization is one message with two events. */
export const cardMessages = ({ platformId, key }: { platformId: string; key: string }): Sql => sql`
  SELECT 'card/' || lpad(c.n::text, 6, '0') AS id, c.created_at AS at, jsonb_build_object('leg', 'CARD', 'event', c.kind,
    'amount', c.amount, 'currency', COALESCE(t.sent_currency, t.received_currency),
    'declined', CASE WHEN c.kind = 'DECLINE' THEN c.reason ELSE after.reason END,
    'hasPull', before.kind IN ('PULL', 'ADVANCE') AND first.kind IS DISTINCT FROM 'AUTHORIZATION',
    'descriptor', t.details -> 'merchant' ->> 'descriptor', 'transactionId', t.id) AS body
  FROM transactions t
  JOIN card_transaction_events c ON c.platform_id = t.platform_id AND c.transaction_id = t.id AND c.kind IN (${kinds})
  LEFT JOIN card_transaction_events after ON after.platform_id = c.platform_id
    AND after.transaction_id = c.transaction_id AND after.n = c.n + 1 AND after.kind = 'DECLINE' AND c.kind = 'AUTHORIZATION'
  LEFT JOIN card_transaction_events before ON before.platform_id = c.platform_id
    AND before.transaction_id = c.transaction_id AND before.n = c.n - 1 AND before.created_at = c.created_at
  LEFT JOIN card_transaction_events first ON first.platform_id = c.platform_id
    AND first.transaction_id = c.transaction_id AND first.n = c.n - 2 AND first.created_at = c.created_at
  WHERE t.platform_id = ${platformId} AND t.id = ${key} AND t.type = 'CARD'
    AND NOT (c.kind = 'DECLINE' AND before.kind IS NOT DISTINCT FROM 'AUTHORIZATION')`;

const byAuthorization: readonly MessageKind[] = ['AUTHORIZATION', 'ADVICE', 'PULL_CONFIRMED', 'PULL_FAILED'];

export function cardMessage(
  { event, declined, hasPull, descriptor, transactionId }: CardMessage,
  network: Pick<CardNetwork, 'authorizationRule' | 'laterPullRule'>,
) {
  const { outcome, title } = messages[event];
  const rule =
    event === 'CLEARING'
      ? hasPull && network.laterPullRule(transactionId)
      : byAuthorization.includes(event) && network.authorizationRule(descriptor);
  return {
    title,
    outcome: declined ? 'DECLINED' : outcome,
    ...(declined && { reason: declined }),
    ...(rule && { rule }),
  };
}
