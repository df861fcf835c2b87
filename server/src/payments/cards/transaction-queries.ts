import type { Database } from '../../foundation/db/database.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { type CardTransaction, getCardTransaction, readCardTransactions } from '../card-transactions/record.ts';
import type { CardTransactionStatus } from '../card-transactions/status.ts';

/** Finds the purchase with this transaction token of the processor. */
export async function findPurchaseByToken(
  db: Database,
  platformId: string,
  token: string,
): Promise<CardTransaction | undefined> {
  const [purchase] = await readCardTransactions(db, sql`platform_id = ${platformId} AND reference = ${token}`);
  return purchase;
}

/** Returns a purchase of this card in one of these statuses; throws 400 otherwise. */
export async function getPurchaseOfCard(
  db: Database,
  { platformId, cardId, id }: { platformId: string; cardId: string; id: string },
  { verb, statuses }: { verb: string; statuses: readonly CardTransactionStatus[] },
): Promise<CardTransaction> {
  const purchase = await getCardTransaction(db, platformId, id);
  if (purchase.cardId !== cardId) {
    throw new InvalidFields(
      [{ field: 'cardTransactionId', message: 'cardTransactionId belongs to another card.' }],
      `It was made with ${purchase.cardId}.`,
    );
  }
  if (statuses.includes(purchase.status)) return purchase;
  throw new ApiError('INVALID_INPUT', `A card transaction that is ${purchase.status} cannot be ${verb}.`, {
    reason: 'CARD_TRANSACTION_STATUS',
    status: purchase.status,
    hint: `It must be ${statuses.join(' or ')}.`,
  });
}

/** Merchant credits to a card that have not cleared, oldest first. */
export const readOpenCredits = (
  db: Database,
  { platformId, cardId, descriptor }: { platformId: string; cardId: string; descriptor: string },
): Promise<CardTransaction[]> =>
  readCardTransactions(
    db,
    sql`${isOpenOfCard(platformId, cardId)} AND direction = 'CREDIT' AND details -> 'merchant' ->> 'descriptor' = ${descriptor}`,
  );

export const readOpenPurchases = (db: Database, platformId: string, cardId: string): Promise<CardTransaction[]> =>
  readCardTransactions(db, isOpenOfCard(platformId, cardId));

const isOpenOfCard = (platformId: string, cardId: string): Sql => sql`
  platform_id = ${platformId} AND card_id = ${cardId} AND status IN ('AUTHORIZED', 'PARTIALLY_SETTLED')`;
