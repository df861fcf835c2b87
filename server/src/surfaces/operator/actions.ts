import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { mapPage, type Page, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { jsonb, nullable, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { earliestId, idPattern, newId } from '../../foundation/kernel/ids.ts';

/** Recorded actions of operators and commands. Records reads only of identity data, and of platforms by people. */
export const operatorActionNames = [
  'OPERATOR_CREATED',
  'OPERATOR_REVOKED',
  'OPERATOR_INVITED',
  'PASSKEY_ENROLLED',
  'OPERATOR_LOGGED_IN',
  'SESSION_ENDED',
  'PLATFORM_READ',
  'KEYS_ROTATED',
  'PLATFORM_CREATED',
  'TOKEN_CREATED',
  'JOB_RETRIED',
  'LEDGER_AUDITED',
  'ARCHIVE_RESTORED',
  'INTERNAL_ACCOUNT_FROZEN',
  'INTERNAL_ACCOUNT_UNFROZEN',
  'CUSTOMER_UNLOCKED',
  'CUSTOMER_SCA_REGION_CHANGED',
  'UMA_KEYS_GIVEN',
  'SENDER_DOMAIN_ALLOWED',
  'SENDER_DOMAIN_REMOVED',
  'CARD_CLOSED',
  'PAYMENT_REFUNDED',
  'CREDIT_ASSIGNED',
  'CREDIT_RETURNED',
  'REVIEW_READ',
  'DOCUMENT_READ',
  'REVIEW_APPROVED',
  'REVIEW_REJECTED',
  'REVIEW_CHANGES_REQUESTED',
] as const;
export type ActionName = (typeof operatorActionNames)[number];

/** An operator, or the system user running a command. */
export type Actor = { operatorId: string; systemUser?: undefined } | { systemUser: string; operatorId?: undefined };

interface NewAction {
  operatorId?: string | undefined;
  systemUser?: string | undefined;
  action: ActionName;
  platformId?: string | undefined;
  resourceId?: string;
  details: object;
  /** Wall time, independent of sandbox clocks. */
  at: Date;
}

const actions = table('operator_actions', {
  id: text(),
  operatorId: nullable(text()),
  osUser: nullable(text()),
  action: text<ActionName>(),
  platformId: nullable(text()),
  resourceId: nullable(text()),
  details: jsonb<object>(),
  createdAt: timestamptz(),
});

/** Audit log entry, written in the statement of the action. */
export function recordAction({ operatorId, systemUser, platformId, resourceId, at, ...action }: NewAction): Effect {
  const record = {
    ...action,
    id: newId('OperatorAction'),
    operatorId: operatorId ?? null,
    osUser: systemUser ?? null,
    platformId: platformId ?? null,
    resourceId: resourceId ?? null,
    createdAt: at,
  };
  return { kind: actionKind, rows: [actions.toRow(record)] };
}

const actionKind = actions.insertKind('action_recorded');

interface OperatorActionFilter extends PageRequest {
  platformId?: string | undefined;
  operatorId?: string | undefined;
  action?: ActionName | undefined;
  resourceId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

export async function listOperatorActions(
  db: Database,
  { platformId, operatorId, action, resourceId, since, until, ...request }: OperatorActionFilter,
): Promise<Page<object>> {
  const where = [
    sql`true`,
    ...(platformId === undefined ? [] : [sql`platform_id = ${platformId}`]),
    ...(operatorId === undefined ? [] : [sql`operator_id = ${operatorId}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(resourceId === undefined ? [] : [sql`resource_id = ${resourceId}`]),
    // Ids begin with the time, so a period is a range of ids.
    ...(since === undefined ? [] : [sql`a.id >= ${earliestId('OperatorAction', new Date(since))}`]),
    ...(until === undefined ? [] : [sql`a.id < ${earliestId('OperatorAction', new Date(until))}`]),
  ];
  return mapPage(
    await page<ActionRow>(db, {
      keys: idPattern('OperatorAction'),
      select: sql`${actions.columnsOf('a')}, o.name AS operator_name`,
      from: sql`FROM operator_actions a LEFT JOIN operators o ON o.id = a.operator_id`,
      where,
      order: { column: sql`a.id`, direction: 'DESC', keyOf: ({ id }) => id },
      request,
    }),
    actionJson,
  );
}

type ActionRow = RowOf<typeof actions> & { operator_name: string | null };

const actionJson = (row: ActionRow) => ({
  id: row.id,
  ...(row.operator_id && { operatorId: row.operator_id, operatorName: row.operator_name }),
  ...(row.os_user && { systemUser: row.os_user }),
  action: row.action,
  ...(row.platform_id && { platformId: row.platform_id }),
  ...(row.resource_id && { resourceId: row.resource_id }),
  details: row.details,
  createdAt: row.created_at,
});
