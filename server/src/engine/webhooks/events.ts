import { balanceOfRow, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { type Arm, type Sql, sql } from '../../foundation/db/sql.ts';
import { storedBalance } from '../../foundation/db/stored-balances.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { type EventHintRow, hintsOfEvent } from './event-hints.ts';
import { dataParameter, uuidIn } from './stored-event.ts';

/** Every event type and its resource: source of the catalogue, the type and the OpenAPI section. */
export const eventResources = {
  'OUTGOING_PAYMENT.PENDING': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.PROCESSING': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.COMPLETED': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.FAILED': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.EXPIRED': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.REFUND_PENDING': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.REFUND_COMPLETED': 'OutgoingTransaction',
  'OUTGOING_PAYMENT.REFUND_FAILED': 'OutgoingTransaction',
  'INCOMING_PAYMENT.PENDING': 'IncomingTransaction',
  'INCOMING_PAYMENT.COMPLETED': 'IncomingTransaction',
  'INCOMING_PAYMENT.FAILED': 'IncomingTransaction',
  'INCOMING_PAYMENT.REFUND_PENDING': 'IncomingTransaction',
  'INCOMING_PAYMENT.REFUND_COMPLETED': 'IncomingTransaction',
  'INCOMING_PAYMENT.REFUND_FAILED': 'IncomingTransaction',
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': 'InternalAccount',
  'INTERNAL_ACCOUNT.STATUS_UPDATED': 'InternalAccount',
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': 'InternalAccount',
  'BULK_UPLOAD.COMPLETED': 'BulkCustomerImportJob',
  'BULK_UPLOAD.FAILED': 'BulkCustomerImportJob',
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': 'ExternalAccount',
  'CUSTOMER.KYC_APPROVED': 'Customer',
  'CUSTOMER.KYC_REJECTED': 'Customer',
  'CUSTOMER.KYC_PENDING': 'Customer',
  'CUSTOMER.KYB_APPROVED': 'Customer',
  'CUSTOMER.KYB_REJECTED': 'Customer',
  'CUSTOMER.KYB_PENDING': 'Customer',
  'VERIFICATION.APPROVED': 'Verification',
  'VERIFICATION.REJECTED': 'Verification',
  'VERIFICATION.RESOLVE_ERRORS': 'Verification',
  'VERIFICATION.IN_PROGRESS': 'Verification',
  'VERIFICATION.PENDING_MANUAL_REVIEW': 'Verification',
  'VERIFICATION.READY_FOR_VERIFICATION': 'Verification',
  'CARD.STATE_CHANGE': 'Card',
  'CARD.FUNDING_SOURCE_CHANGE': 'Card',
  'CARD_TRANSACTION.AUTHORIZED': 'CardTransaction',
  'CARD_TRANSACTION.PARTIALLY_SETTLED': 'CardTransaction',
  'CARD_TRANSACTION.SETTLED': 'CardTransaction',
  'CARD_TRANSACTION.REFUNDED': 'CardTransaction',
  'CARD_TRANSACTION.EXCEPTION': 'CardTransaction',
  'CARD_TRANSACTION.DECLINED': 'CardTransaction',
  'CARD_TRANSACTION.EXPIRED': 'CardTransaction',
  'CARD_DISPUTE.OPENED': 'CardDispute',
  'CARD_DISPUTE.PROVISIONALLY_CREDITED': 'CardDispute',
  'CARD_DISPUTE.PROVISIONAL_CREDIT_REVERSED': 'CardDispute',
  'CARD_DISPUTE.WON': 'CardDispute',
  'CARD_DISPUTE.LOST': 'CardDispute',
  'INVITATION.CLAIMED': 'UmaInvitation',
  'AGENT_ACTION.PENDING_APPROVAL': 'AgentAction',
  'WALLET_OPERATION.COMPLETED': 'CompletedWalletOperation',
  'WALLET_OPERATION.FAILED': 'FailedWalletOperation',
  TEST: 'Nothing',
} as const;
export type EventType = keyof typeof eventResources;

/** Wakes the delivery worker of this process. */
export const EVENTS_SIGNAL = 'events';

export interface NewEvent {
  /** Generated when left out; callers that send the event themselves choose it. */
  id?: string;
  platformId: string;
  type: EventType;
  resourceId: string;
  /** The resource exactly as its GET operation returns it, if there is one. */
  data: object;
  /** Orders the events of one resource; taken from the account's version where `accountId` is given. */
  sequence?: number;
  /** The account whose balances `data` reports by token. */
  accountId?: string;
  at: Date;
  /**
   * Default: sent in the background if the platform has an endpoint. PENDING: sent in any case, because the same statement
   * may set the endpoint. DIRECT: sent once by the request itself (`askApproval`, test events).
   */
  delivery?: 'PENDING' | 'DIRECT';
}

const eventKind = (name: string, follow: Arm): EffectKind => ({
  name,
  follow,
  signal: EVENTS_SIGNAL,
  hints: (row: EventHintRow) => hintsOfEvent(row),
  texts: ['data'],
  statement: (rows, texts) => sql`
    INSERT INTO events (platform_id, id, type, resource_id, sequence, data, balance, created_at)
    SELECT ${uuidIn(sql`r.platform_id`)}, ${uuidIn(sql`r.id`)}, r.type, r.resource_id, COALESCE(s.version, r.sequence),
      r.data::bytea, ${storedBalance}, r.at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, id text, type text, resource_id text, sequence bigint, account_id text,
        at timestamptz)
    ) AS r(data)
    JOIN guarded USING (item) ${balanceOfRow}
    RETURNING events.platform_id, events.id, events.resource_id, events.sequence`,
});

const pending = (from: Sql): Sql => sql`INSERT INTO pending_deliveries SELECT e.platform_id, e.id FROM ${from}`;

/** Each delivery has a kind of its own, so that ordinary events carry no column for it. */
const kinds: Readonly<Record<NonNullable<NewEvent['delivery']> | 'DEFAULT', EffectKind>> = {
  DEFAULT: eventKind('events_written', {
    name: 'events_queued',
    sql: pending(sql`events_written e JOIN webhook_endpoints w ON w.platform_id = 'Platform:' || e.platform_id
      WHERE w.state = 'ACTIVE'`),
  }),
  PENDING: eventKind('events_announced', { name: 'announced_queued', sql: pending(sql`events_announced e`) }),
  DIRECT: eventKind('events_direct', {
    name: 'direct_kept',
    sql: sql`
      INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status)
      SELECT platform_id, id, resource_id, sequence, 'DIRECT' FROM events_direct`,
  }),
};

/** Events as rows of the statement that makes the change; their bytes are fixed then. All have one kind of delivery. */
export function emit(events: readonly NewEvent[]): Effect {
  const delivery = events[0]?.delivery;
  assert(
    events.every((event) => event.delivery === delivery),
    'events of one effect are delivered in one way',
  );
  return { kind: kinds[delivery ?? 'DEFAULT'], rows: events.map(eventRow) };
}

function eventRow(event: NewEvent): object {
  const { id = newId('Webhook'), platformId, type, resourceId, data, sequence, accountId, at } = event;
  return {
    platform_id: platformId,
    id,
    type,
    resource_id: resourceId,
    sequence: sequence ?? null,
    account_id: accountId ?? null,
    data: dataParameter(data, accountId !== undefined),
    at,
  };
}
