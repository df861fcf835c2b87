import type { Static } from '@sinclair/typebox';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { mapPage, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bigint, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import type { DisputeCreditStatus, DisputeReason, DisputeStatus } from '../card-transactions/dispute.ts';
import { type CardTransaction, idOfKey, keyOf } from '../card-transactions/record.ts';
import type { CardDisputesQuery } from './dispute-schemas.ts';
import type { PurchaseTransition } from './transaction-transitions.ts';

const disputes = table('card_disputes', {
  platformId: text(),
  id: text(),
  cardId: text(),
  transactionId: text(),
  customerId: text(),
  platformCustomerId: text(),
  status: text<DisputeStatus>(),
  creditStatus: text<DisputeCreditStatus>(),
  reason: text<DisputeReason>(),
  amount: bigint(),
  currency: text(),
  version: bigint(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  closedAt: nullable(timestamptz()),
});

type DisputeRecord = RecordOf<typeof disputes>;
type DisputeRow = RowOf<typeof disputes>;

const writtenKind = disputes.upsertKind('card_dispute_written', ['platformId', 'id'], 'createdAt');

/** Row and event of a changed dispute, in the statement that changes its purchase. */
export function writeDispute(purchase: CardTransaction, { dispute }: PurchaseTransition): Effect[] {
  if (!dispute) return [];
  const record = recordOf(purchase);
  const { platformId, id, version, updatedAt: at } = record;
  const type = `CARD_DISPUTE.${dispute.event}` as const;
  return [
    { kind: writtenKind, rows: [disputes.toRow(record)] },
    emit([{ platformId, type, resourceId: id, data: recordJson(record), sequence: Number(version), at }]),
  ];
}

/** The newest dispute of a purchase, as the API returns it. */
export const newestDisputeJson = (purchase: CardTransaction) => recordJson(recordOf(purchase));

function recordOf(purchase: CardTransaction): DisputeRecord {
  const { dispute } = purchase;
  assert(dispute, 'the purchase has a dispute');
  const { openedAt: createdAt, version, ...members } = dispute;
  return {
    ...members,
    platformId: purchase.platformId,
    cardId: purchase.cardId,
    transactionId: keyOf(purchase.id),
    customerId: purchase.customerId,
    platformCustomerId: purchase.platformCustomerId,
    currency: purchase.currency,
    version: BigInt(version),
    createdAt,
    updatedAt: purchase.updatedAt,
  };
}

const recordJson = (record: DisputeRecord) => ({
  id: record.id,
  cardId: record.cardId,
  cardTransactionId: idOfKey(record.transactionId),
  customerId: record.customerId,
  platformCustomerId: record.platformCustomerId,
  status: record.status,
  creditStatus: record.creditStatus,
  reason: record.reason,
  amount: { amount: toJsonAmount(record.amount), currency: currencyJson(record.currency) },
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  ...(record.closedAt && { closedAt: record.closedAt }),
});

/** A dispute of this platform, or 404 REFERENCE_NOT_FOUND. */
export async function getDispute(db: Database, platformId: string, id: string) {
  const [row] = await db.readPipelined<DisputeRow>(
    sql`SELECT ${disputes.columns} FROM card_disputes WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return recordJson(disputes.fromRow(row));
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such dispute.', {
    hint: 'GET /card-disputes lists the disputes.',
  });
}

export async function listDisputes(db: Database, platformId: string, filter: Static<typeof CardDisputesQuery>) {
  const { cardId, cardTransactionId, status, sortOrder, ...request } = filter;
  const found = await page<DisputeRow>(db, {
    keys: idPattern('CardDispute'),
    select: disputes.columns,
    from: sql`FROM card_disputes`,
    where: [
      sql`platform_id = ${platformId}`,
      ...(cardId ? [sql`card_id = ${cardId}`] : []),
      ...(cardTransactionId ? [sql`transaction_id = ${keyOf(cardTransactionId)}`] : []),
      ...(status ? [sql`status = ${status}`] : []),
    ],
    order: { column: sql`id`, direction: sortOrder === 'asc' ? 'ASC' : 'DESC', keyOf: ({ id }) => id },
    request,
  });
  return mapPage(found, (row) => recordJson(disputes.fromRow(row)));
}
