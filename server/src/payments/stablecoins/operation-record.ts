import type { payments } from '../../engine/ledger/recipes.ts';
import type { BurnRail, OperationStatus } from '../../engine/providers/stablecoin/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  jsonb,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  timestamptz,
} from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { AccountIdentity } from '../../parties/accounts/internal-accounts.ts';
import type { Coin } from './coin-record.ts';
import { deliveryOf } from './delivery-times.ts';

export const stablecoinOperationTypes = ['MINT', 'BURN'] as const;
export type OperationType = (typeof stablecoinOperationTypes)[number];

export interface OperationSource {
  type: string;
  externalAccountId?: string;
  accountId?: string;
  sourceTokenIdentifier?: string;
  cryptoNetwork?: string;
}

/** Payment from an internal account for an operation; input of its ledger entries. */
export interface OperationPayment {
  account: AccountIdentity;
  currency: string;
  /** Digits, because JSON has no bigint. */
  amount: string;
}

export const operations = table('stablecoin_operations', {
  platformId: text(),
  id: text(),
  stablecoinId: text(),
  type: text<OperationType>(),
  status: text<OperationStatus>(),
  /** In the smallest unit of the coin. */
  amount: bigint(),
  source: jsonb<OperationSource>(),
  destination: jsonb<{ accountId: string; rail?: BurnRail }>(),
  payment: nullable(jsonb<OperationPayment>()),
  description: nullable(text()),
  providerOrderId: nullable(text()),
  providerStatus: nullable(text()),
  fundingInstructions: nullable(jsonb<Readonly<Record<string, unknown>>>()),
  failureReason: nullable(text()),
  expiresAt: nullable(timestamptz()),
  fundedAt: nullable(timestamptz()),
  pollJobId: nullable(text()),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

export type Operation = RecordOf<typeof operations>;
export type OperationRow = RowOf<typeof operations>;

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

/** Input for the ledger entries of a payment without fees and conversion. */
export const paymentOf = ({ account, currency, amount }: OperationPayment): Parameters<typeof payments.execute>[0] => ({
  source: account.id,
  sent: { currency, amount: BigInt(amount) },
  fees: { platform: 0n, service: 0n },
  received: { currency, amount: BigInt(amount) },
});

export async function getOperation(db: Database, platformId: string, id: string): Promise<Operation> {
  const operation = await findOperation(db, platformId, id);
  if (operation) return operation;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such stablecoin operation.', {
    hint: 'GET /stablecoins/{stablecoinId}/operations lists them.',
  });
}

export async function findOperation(db: Database, platformId: string, id: string): Promise<Operation | undefined> {
  const [row] = await db.read<OperationRow>(
    sql`SELECT ${operations.columns} FROM stablecoin_operations WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row && operations.fromRow(row);
}

export const insertOperation = (operation: Operation): Effect => ({
  kind: insertKind,
  rows: [operations.toRow(operation)],
});

const insertKind = operations.insertKind('stablecoin_operation_created');

/** Guard of every change: requires that the operation is unchanged since it was read. */
export const updateOperation = (operation: Operation): Effect => ({
  kind: updateKind,
  rows: [operations.toRow(operation)],
});

const updateKind: EffectKind = {
  name: 'stablecoin_operation_updated',
  statement: (rows) => sql`
    UPDATE stablecoin_operations o SET status = r.status, provider_order_id = r.provider_order_id,
      provider_status = r.provider_status, funding_instructions = r.funding_instructions,
      failure_reason = r.failure_reason, funded_at = r.funded_at, poll_job_id = r.poll_job_id, version = r.version,
      updated_at = r.updated_at
    FROM ${rows} AS r(${operations.rowType})
    WHERE o.platform_id = r.platform_id AND o.id = r.id AND o.version = r.version - 1 RETURNING r.item`,
};
