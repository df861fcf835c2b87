import type { AccountFace } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import type { payments } from '../ledger/recipes.ts';
import type { BurnRail, OperationStatus } from '../providers/stablecoin/port.ts';
import type { Coin } from './coin-record.ts';
import { deliveryOf } from './deliveries.ts';

export const operationTypes = ['MINT', 'BURN'] as const;
export type OperationType = (typeof operationTypes)[number];

export interface OperationSource {
  type: string;
  externalAccountId?: string;
  accountId?: string;
  sourceTokenIdentifier?: string;
  cryptoNetwork?: string;
}

/** What an internal account pays for an operation; everything that its moves are computed from. */
export interface OperationPayment {
  account: AccountFace;
  currency: string;
  amount: bigint;
}

export interface Operation {
  platformId: string;
  id: string;
  stablecoinId: string;
  type: OperationType;
  status: OperationStatus;
  /** In the smallest unit of the coin. */
  amount: bigint;
  source: OperationSource;
  destination: { accountId: string; rail?: BurnRail };
  payment: OperationPayment | null;
  description: string | null;
  providerOrderId: string | null;
  providerStatus: string | null;
  fundingInstructions: Readonly<Record<string, unknown>> | null;
  failureReason: string | null;
  expiresAt: Date | null;
  fundedAt: Date | null;
  lookId: string | null;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
}

export const operationJson = (operation: Operation, coin: Coin) => ({
  id: operation.id,
  stablecoinId: operation.stablecoinId,
  operationType: operation.type,
  status: operation.status,
  amount: operation.amount.toString(),
  provider: coin.provider,
  providerEnvironment: coin.environment,
  stablecoinProviderAccountId: coin.linkId,
  source: operation.source,
  ...(operation.fundingInstructions && { fundingInstructions: operation.fundingInstructions }),
  destination: operation.destination,
  estimatedDelivery: deliveryOf(operation, coin),
  ...(operation.expiresAt && { expiresAt: operation.expiresAt }),
  ...(operation.providerStatus && { providerStatus: operation.providerStatus }),
  ...(operation.failureReason && { failureReason: operation.failureReason }),
  ...(operation.description && { description: operation.description }),
  createdAt: operation.createdAt,
  updatedAt: operation.updatedAt,
});

/** As the recipes of payments take it: no fees, no conversion. */
export const paymentOf = ({ account, currency, amount }: OperationPayment): Parameters<typeof payments.execute>[0] => ({
  source: account.id,
  sent: { currency, amount },
  fees: { platform: 0n, service: 0n },
  received: { currency, amount },
});

export async function findOperation(db: Database, platformId: string, id: string): Promise<Operation> {
  const operation = await readOperation(db, platformId, id);
  if (operation) return operation;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such stablecoin operation.', {
    hint: 'GET /stablecoins/{stablecoinId}/operations lists them.',
  });
}

export async function readOperation(db: Database, platformId: string, id: string): Promise<Operation | undefined> {
  const [row] = await db.read<OperationRow>(
    sql`SELECT ${operationColumns} FROM stablecoin_operations WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row && toOperation(row);
}

export const operationColumns = sql`platform_id, id, stablecoin_id, type, status, amount, source, destination, payment,
  description, provider_order_id, provider_status, funding_instructions, failure_reason, expires_at, funded_at, look_id,
  version, created_at, updated_at`;

const rowType = sql`AS r(item int, platform_id text, id text, stablecoin_id text, type text, status text, amount bigint,
  source jsonb, destination jsonb, payment jsonb, description text, provider_order_id text, provider_status text,
  funding_instructions jsonb, failure_reason text, expires_at timestamptz, funded_at timestamptz, look_id text,
  version bigint, created_at timestamptz, updated_at timestamptz)`;

export const insertOperation = (operation: Operation): Effect => ({ kind: insertKind, rows: [toRow(operation)] });

const insertKind: EffectKind = {
  name: 'stablecoin_operation_created',
  statement: (rows) => sql`
    INSERT INTO stablecoin_operations (${operationColumns})
    SELECT ${operationColumns} FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

/** Guard of every change: holds when nobody has changed the operation since it was read at `version - 1`. */
export const updateOperation = (operation: Operation): Effect => ({ kind: updateKind, rows: [toRow(operation)] });

const updateKind: EffectKind = {
  name: 'stablecoin_operation_updated',
  statement: (rows) => sql`
    UPDATE stablecoin_operations o SET status = r.status, provider_order_id = r.provider_order_id,
      provider_status = r.provider_status, funding_instructions = r.funding_instructions,
      failure_reason = r.failure_reason, funded_at = r.funded_at, look_id = r.look_id, version = r.version,
      updated_at = r.updated_at
    FROM ${rows} ${rowType}
    WHERE o.platform_id = r.platform_id AND o.id = r.id AND o.version = r.version - 1 RETURNING r.item`,
};

export interface OperationRow {
  platform_id: string;
  id: string;
  stablecoin_id: string;
  type: OperationType;
  status: OperationStatus;
  amount: bigint;
  source: OperationSource;
  destination: Operation['destination'];
  payment: (Omit<OperationPayment, 'amount'> & { amount: string }) | null;
  description: string | null;
  provider_order_id: string | null;
  provider_status: string | null;
  funding_instructions: Record<string, unknown> | null;
  failure_reason: string | null;
  expires_at: Date | null;
  funded_at: Date | null;
  look_id: string | null;
  version: bigint;
  created_at: Date;
  updated_at: Date;
}

export const toOperation = (row: OperationRow): Operation => ({
  platformId: row.platform_id,
  id: row.id,
  stablecoinId: row.stablecoin_id,
  type: row.type,
  status: row.status,
  amount: row.amount,
  source: row.source,
  destination: row.destination,
  payment: row.payment && { ...row.payment, amount: BigInt(row.payment.amount) },
  description: row.description,
  providerOrderId: row.provider_order_id,
  providerStatus: row.provider_status,
  fundingInstructions: row.funding_instructions,
  failureReason: row.failure_reason,
  expiresAt: row.expires_at,
  fundedAt: row.funded_at,
  lookId: row.look_id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (operation: Operation) => ({
  platform_id: operation.platformId,
  id: operation.id,
  stablecoin_id: operation.stablecoinId,
  type: operation.type,
  status: operation.status,
  amount: operation.amount.toString(),
  source: operation.source,
  destination: operation.destination,
  payment: operation.payment && { ...operation.payment, amount: operation.payment.amount.toString() },
  description: operation.description,
  provider_order_id: operation.providerOrderId,
  provider_status: operation.providerStatus,
  funding_instructions: operation.fundingInstructions,
  failure_reason: operation.failureReason,
  expires_at: operation.expiresAt,
  funded_at: operation.fundedAt,
  look_id: operation.lookId,
  version: operation.version.toString(),
  created_at: operation.createdAt,
  updated_at: operation.updatedAt,
});
