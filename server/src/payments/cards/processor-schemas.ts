import { type Static, Type } from '@sinclair/typebox';
import { Amount, Enum } from '../../engine/http/schemas.ts';
import { CardMerchant } from '../card-transactions/schemas.ts';
import { type AuthorizationKind, authorizations } from './transaction-decision.ts';

const Name = Type.String({ minLength: 1, maxLength: 255 });

const members = {
  /** Repeated copies of a message have the same id. */
  messageId: Name,
  processorRef: Name,
  /** Identical in all messages about one purchase. */
  transactionToken: Name,
  amount: Amount({ minimum: 0 }),
  currency: Type.String({ pattern: '^[A-Z]{3,10}$' }),
  merchant: CardMerchant,
};

const authorizationKinds = [...(Object.keys(authorizations) as AuthorizationKind[]), 'AUTHORIZATION_ADVICE'] as const;
const eventKinds = [
  'CLEARING',
  'REVERSAL',
  'REFUND',
  'REFUND_REVERSAL',
  'DISPUTE',
  'DISPUTE_CREDIT',
  'DISPUTE_CREDIT_REVERSAL',
  'DISPUTE_WON',
  'DISPUTE_LOST',
] as const;
export type EventKind = (typeof eventKinds)[number];

const inquiriesHaveNoAmount = {
  if: Type.Object({ kind: Type.Literal('BALANCE_INQUIRY') }),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
  then: Type.Object({ amount: Type.Literal(0) }),
};

/** Requests a decision while the network waits. */
export const AuthorizationMessage = Type.Object({ ...members, kind: Enum(authorizationKinds) }, inquiriesHaveNoAmount);
export type AuthorizationMessage = Static<typeof AuthorizationMessage>;

/** Reports a fact, possibly late or out of order. */
export const EventMessage = Type.Object({ ...members, kind: Enum(eventKinds) });
export type EventMessage = Static<typeof EventMessage>;

export type ProcessorMessage = AuthorizationMessage | EventMessage;

export interface AuthorizationResponse {
  messageId: string;
  decision: 'APPROVED' | 'DECLINED';
  declineReason?: string;
  cardTransactionId?: string;
}

export interface EventResponse {
  messageId: string;
  /** WAITING: the purchase, or the clearing of a refund, has not arrived yet. */
  state: 'APPLIED' | 'WAITING';
  cardTransactionId?: string;
}
