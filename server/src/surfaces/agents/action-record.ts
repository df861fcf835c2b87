import { type Database, nullColumn } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { type PageRequest, page } from '../../foundation/db/page.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';
import { quoteJson, statusAt } from '../../payments/quotes/record.ts';
import {
  findTransactions,
  isQuoted,
  type QuotedTransaction,
  type Transaction,
  transactionJson,
} from '../../payments/transactions/record.ts';
import type { FixedTransferIn } from '../../payments/transfers/transfer-in.ts';
import type { FixedTransferOut } from '../../payments/transfers/transfer-out.ts';

export const actionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;
export type ActionType = (typeof actionTypes)[number];

export const actionStatuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** A requested transfer and its currency. */
export interface RequestedTransfer {
  request: FixedTransferIn | FixedTransferOut;
  currency: string;
}

/** A payment that an agent requested: approved, pending approval, rejected or failed. */
export interface Action {
  platformId: string;
  id: string;
  agentId: string;
  customerId: string;
  platformCustomerId: string;
  type: ActionType;
  status: ActionStatus;
  quoteId: string | null;
  transfer: RequestedTransfer | null;
  transactionId: string;
  rejectionReason: string | null;
  /** Amount that counts towards the limits of the agent, in their currency; null unless APPROVED. */
  spent: bigint | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Resources that the JSON of an action includes. */
export interface About {
  transaction: Transaction;
  /** Time of the read; absent when the action has just changed. */
  now?: Date;
}

/** JSON of an action in the API and in webhooks. */
export function actionJson(action: Action, { transaction, now }: About) {
  const { transfer, rejectionReason } = action;
  return {
    id: action.id,
    agentId: action.agentId,
    customerId: action.customerId,
    platformCustomerId: action.platformCustomerId,
    status: action.status,
    type: action.type,
    ...(isQuoted(transaction) && { quote: quoteAt(transaction, now) }),
    ...(transfer && {
      transferDetails: {
        amount: transfer.request.amount,
        currency: transfer.currency,
        sourceAccountId: transfer.request.source.accountId,
        destinationAccountId: transfer.request.destination.accountId,
      },
    }),
    ...(hasBegun(action) && { transaction: transactionJson(transaction) }),
    ...(rejectionReason && { rejectionReason }),
    createdAt: action.createdAt,
    updatedAt: action.updatedAt,
  };
}

const quoteAt = (transaction: QuotedTransaction, now = transaction.updatedAt) =>
  quoteJson(transaction, statusAt({ status: transaction.status, expiresAt: transaction.quote.expiresAt }, now));

interface Reading {
  platformId: string;
  now: Date;
}
/** Pending and rejected actions have not started a payment. */
const hasBegun = ({ status }: Action): boolean => status === 'APPROVED' || status === 'FAILED';

export interface ActionFilter extends PageRequest {
  agentId?: string | undefined;
  customerId?: string | undefined;
  status?: ActionStatus | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

export async function listActions(db: Database, reading: Reading, filter: ActionFilter) {
  const { platformId } = reading;
  const { agentId, customerId, status, startDate, endDate, sortOrder } = filter;
  const where = [
    sql`platform_id = ${platformId}`,
    agentId === undefined ? undefined : sql`agent_id = ${agentId}`,
    customerId === undefined ? undefined : sql`customer_id = ${customerId}`,
    // A literal lets the planner use the partial index of pending actions.
    status === 'PENDING_APPROVAL' ? sql`status = 'PENDING_APPROVAL'` : status && sql`status = ${status}`,
    startDate === undefined ? undefined : sql`created_at >= ${startDate}`,
    endDate === undefined ? undefined : sql`created_at <= ${endDate}`,
  ].filter((condition) => condition !== undefined);
  const found = await page<ActionRow>(db, {
    keys: idPattern('AgentAction'),
    select: actionColumns,
    from: sql`FROM agent_actions`,
    where,
    order: { column: sql`id`, direction: sortOrder === 'asc' ? 'ASC' : 'DESC', keyOf: ({ id }) => id },
    request: filter,
  });
  return { ...found, data: await shownActions(db, reading, found.data.map(toAction)) };
}

/** JSON of actions, each with its quote and its transaction. */
async function shownActions(db: Database, { platformId, now }: Reading, actions: readonly Action[]) {
  const ids = actions.map(({ transactionId }) => transactionId);
  const transactions = await findTransactions(db, platformId, ids);
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  return actions.flatMap((action) => {
    const transaction = byId.get(action.transactionId);
    return transaction ? [actionJson(action, { transaction, now })] : [];
  });
}

export async function shownAction(db: Database, action: Action, now: Date) {
  const [shown] = await shownActions(db, { platformId: action.platformId, now }, [action]);
  if (!shown) throw noSuchAction();
  return shown;
}

interface ActionPlace {
  platformId: string;
  agentId: string;
  id: string;
}

export async function getAction(db: Database, { platformId, agentId, id }: ActionPlace): Promise<Action> {
  const action = await findAction(db, platformId, sql`agent_id = ${agentId} AND id = ${id}`);
  if (action) return action;
  throw noSuchAction();
}

/** Finds the action of this transaction that waits for an approval. */
export const findWaitingAction = (
  db: Database,
  platformId: string,
  transactionId: string,
): Promise<Action | undefined> =>
  findAction(db, platformId, sql`transaction_id = ${transactionId} AND status = 'PENDING_APPROVAL'`);

export async function waitingActionsOf(db: Database, platformId: string, agentId: string): Promise<Action[]> {
  const found = await db.read<ActionRow>(sql`
    SELECT ${actionColumns} FROM agent_actions
    WHERE platform_id = ${platformId} AND agent_id = ${agentId} AND status = 'PENDING_APPROVAL' ORDER BY id`);
  return found.map(toAction);
}

async function findAction(db: Database, platformId: string, condition: Sql): Promise<Action | undefined> {
  const [row] = await db.read<ActionRow>(
    sql`SELECT ${actionColumns} FROM agent_actions WHERE platform_id = ${platformId} AND ${condition}`,
  );
  return row && toAction(row);
}

const noSuchAction = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such action.', {
    hint: 'GET /agents/approvals lists the actions that wait for an approval.',
  });

export const insertAction = (action: Action): Effect => ({ kind: insertKind, rows: [toRow(action)] });

/** Decides a pending action; rolls back the whole statement if the action was decided before. */
export const decideAction = (action: Action): Effect => ({ kind: decideKind, rows: [toRow(action)] });

/** Whether the statement was rolled back because the action was decided before. */
export const isDecided = (error: unknown): boolean => nullColumn(error) === 'agent_actions.status';

export const OPEN_ACTION = 'agent_actions_open';

const actionColumns = sql`platform_id, id, agent_id, customer_id, platform_customer_id, type, status, quote_id, transfer,
  transaction_id, rejection_reason, spent, created_at, updated_at`;

const rowType = sql`AS r(item int, platform_id text, id text, agent_id text, customer_id text, platform_customer_id text,
  type text, status text, quote_id text, transfer jsonb, transaction_id text, rejection_reason text,
  spent numeric, created_at timestamptz, updated_at timestamptz)`;

const insertKind: EffectKind = {
  name: 'agent_action_made',
  statement: (rows) => sql`
    INSERT INTO agent_actions (${actionColumns}) SELECT ${actionColumns} FROM ${rows} ${rowType}
    JOIN guarded USING (item)`,
};

const decideKind: EffectKind = {
  name: 'agent_action_decided',
  statement: (rows) => sql`
    UPDATE agent_actions a SET status = CASE WHEN a.status = 'PENDING_APPROVAL' THEN r.status END,
      rejection_reason = r.rejection_reason, spent = r.spent, updated_at = r.updated_at
    FROM ${rows} ${rowType} JOIN guarded USING (item)
    WHERE a.platform_id = r.platform_id AND a.id = r.id`,
};

interface ActionRow {
  platform_id: string;
  id: string;
  agent_id: string;
  customer_id: string;
  platform_customer_id: string;
  type: ActionType;
  status: ActionStatus;
  quote_id: string | null;
  transfer: RequestedTransfer | null;
  transaction_id: string;
  rejection_reason: string | null;
  spent: string | null;
  created_at: Date;
  updated_at: Date;
}

const toAction = (row: ActionRow): Action => ({
  platformId: row.platform_id,
  id: row.id,
  agentId: row.agent_id,
  customerId: row.customer_id,
  platformCustomerId: row.platform_customer_id,
  type: row.type,
  status: row.status,
  quoteId: row.quote_id,
  transfer: row.transfer,
  transactionId: row.transaction_id,
  rejectionReason: row.rejection_reason,
  spent: row.spent === null ? null : BigInt(row.spent),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (action: Action): ActionRow => ({
  platform_id: action.platformId,
  id: action.id,
  agent_id: action.agentId,
  customer_id: action.customerId,
  platform_customer_id: action.platformCustomerId,
  type: action.type,
  status: action.status,
  quote_id: action.quoteId,
  transfer: action.transfer,
  transaction_id: action.transactionId,
  rejection_reason: action.rejectionReason,
  spent: action.spent?.toString() ?? null,
  created_at: action.createdAt,
  updated_at: action.updatedAt,
});
