import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { mapPage, type Page, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { idPattern, newId } from '../kernel/ids.ts';

/** What operators do, as their log names it. Of what they read, only people's papers are logged; what was refused is not. */
export const actionNames = [
  'PLATFORM_CREATED',
  'TOKEN_CREATED',
  'JOB_RETRIED',
  'LEDGER_AUDITED',
  'INTERNAL_ACCOUNT_FROZEN',
  'INTERNAL_ACCOUNT_UNFROZEN',
  'CUSTOMER_UNLOCKED',
  'UMA_KEYS_GIVEN',
  'CARD_CLOSED',
  'PAYMENT_REFUNDED',
  'REVIEW_READ',
  'DOCUMENT_READ',
  'REVIEW_APPROVED',
  'REVIEW_REJECTED',
  'REVIEW_CHANGES_REQUESTED',
] as const;
export type ActionName = (typeof actionNames)[number];

interface NewAction {
  operatorId: string;
  action: ActionName;
  platformId?: string | undefined;
  resourceId?: string;
  details: object;
  /** Wall time: an operator stands outside of every platform's clock. */
  at: Date;
}

/** The line in the log, for the same statement as what was done. */
export function recordAction({ operatorId, action, platformId, resourceId, details, at }: NewAction): Effect {
  const row = {
    id: newId('OperatorAction'),
    operator_id: operatorId,
    action,
    platform_id: platformId ?? null,
    resource_id: resourceId ?? null,
    details,
    at,
  };
  return { kind: actionKind, rows: [row] };
}

const actionKind: EffectKind = {
  name: 'action_recorded',
  statement: (rows) => sql`
    INSERT INTO operator_actions (id, operator_id, action, platform_id, resource_id, details, created_at)
    SELECT id, operator_id, action, platform_id, resource_id, details, at
    FROM ${rows} AS r(item int, id text, operator_id text, action text, platform_id text, resource_id text,
      details jsonb, at timestamptz)
    JOIN guarded USING (item)`,
};

export interface ActionFilter extends PageRequest {
  platformId?: string | undefined;
}

export async function listActions(db: Database, { platformId, ...request }: ActionFilter): Promise<Page<object>> {
  const where = [platformId === undefined ? sql`true` : sql`platform_id = ${platformId}`];
  const select = sql`id, operator_id, action, platform_id, resource_id, details, created_at`;
  return mapPage(
    await page<ActionRow>(db, {
      keys: idPattern('OperatorAction'),
      select,
      from: sql`FROM operator_actions`,
      where,
      request,
    }),
    actionJson,
  );
}

interface ActionRow {
  id: string;
  operator_id: string;
  action: ActionName;
  platform_id: string | null;
  resource_id: string | null;
  details: object;
  created_at: Date;
}

const actionJson = (row: ActionRow) => ({
  id: row.id,
  operatorId: row.operator_id,
  action: row.action,
  ...(row.platform_id && { platformId: row.platform_id }),
  ...(row.resource_id && { resourceId: row.resource_id }),
  details: row.details,
  createdAt: row.created_at,
});
