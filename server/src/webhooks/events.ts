import { type Effect, type EffectKind, filled, reported, standingOfRow } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../kernel/ids.ts';

/** Every event type and the resource it tells of: the catalogue, the type and the OpenAPI section in one table. */
export const eventResources = {
  'INCOMING_PAYMENT.COMPLETED': 'IncomingTransaction',
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
} as const;
export type EventType = keyof typeof eventResources;

interface NewEvent {
  platformId: string;
  type: EventType;
  resourceId: string;
  /** The resource exactly as its GET returns it. */
  data: object;
  /** Orders the events of one resource; taken from the account's version where `accountId` is given. */
  sequence?: number;
  /** The account whose balances `data` reports by token. */
  accountId?: string;
  at: Date;
}

const eventKind: EffectKind = {
  name: 'events_written',
  statement: (rows) => sql`
    INSERT INTO events (platform_id, id, type, resource_id, sequence, payload, created_at)
    SELECT r.platform_id, r.id, r.type, r.resource_id, COALESCE(s.version, r.sequence), ${filled('payload')}, r.at
    FROM ${rows} AS r(item int, platform_id text, id text, type text, resource_id text, sequence bigint,
      account_id text, payload text, at timestamptz)
    JOIN guarded USING (item) ${standingOfRow}`,
};

/** Events as rows of the same statement as the change they tell of, their bytes fixed at that moment. */
export function emit(events: readonly NewEvent[]): Effect {
  return { kind: eventKind, rows: events.map(eventRow) };
}

function eventRow({ platformId, type, resourceId, data, sequence, accountId, at }: NewEvent): object {
  const id = newId('Webhook');
  const payload = { id, type, timestamp: at, sequence: sequence ?? reported.version, data };
  return {
    platform_id: platformId,
    id,
    type,
    resource_id: resourceId,
    sequence: sequence ?? null,
    account_id: accountId ?? null,
    payload: JSON.stringify(payload),
    at,
  };
}
