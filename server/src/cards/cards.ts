import type { Database } from '../db/database.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { idPattern } from '../kernel/ids.ts';
import { type CardRow, cardJson, readColumns, toCard } from './record.ts';
import type { CardState } from './states.ts';

export interface CardFilter extends PageRequest {
  cardholderId?: string | undefined;
  /** Of an account that the card draws on. */
  accountId?: string | undefined;
  platformCardId?: string | undefined;
  state?: CardState | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

export async function listCards(db: Database, platformId: string, filter: CardFilter) {
  const { cardholderId, accountId, platformCardId, state, sortOrder, ...request } = filter;
  const where = [
    sql`platform_id = ${platformId}`,
    ...(cardholderId ? [sql`cardholder_id = ${cardholderId}`] : []),
    ...(accountId ? [drawsOn(platformId, accountId)] : []),
    ...(platformCardId ? [sql`platform_card_id = ${platformCardId}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
  ];
  const found = await page<CardRow>(db, {
    keys: idPattern('Card'),
    select: readColumns,
    from: sql`FROM cards`,
    where,
    order: { column: sql`id`, direction: sortOrder === 'asc' ? 'ASC' : 'DESC', keyOf: ({ id }) => id },
    request,
  });
  return mapPage(found, (row) => cardJson(toCard(row)));
}

const drawsOn = (platformId: string, accountId: string) => sql`id IN (
  SELECT card_id FROM card_funding_sources
  WHERE platform_id = ${platformId} AND account_id = ${accountId} AND detached_at IS NULL)`;
