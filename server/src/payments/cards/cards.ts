import type { Static } from '@sinclair/typebox';
import type { Database } from '../../foundation/db/database.ts';
import { mapPage, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';
import { type CardRow, cardJson, readColumns, toCard } from './record.ts';
import type { CardsQuery } from './schemas.ts';

export async function listCards(db: Database, platformId: string, filter: Static<typeof CardsQuery>) {
  const { cardholderId, accountId, platformCardId, state, sortOrder, ...request } = filter;
  const where = [
    sql`platform_id = ${platformId}`,
    ...(cardholderId ? [sql`cardholder_id = ${cardholderId}`] : []),
    ...(accountId ? [drawsOn(platformId, accountId)] : []),
    ...(platformCardId ? [sql`platform_card_id = ${platformCardId}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
  ];
  const cards = await page<CardRow>(db, {
    keys: idPattern('Card'),
    select: readColumns,
    from: sql`FROM cards`,
    where,
    order: { column: sql`id`, direction: sortOrder === 'asc' ? 'ASC' : 'DESC', keyOf: ({ id }) => id },
    request,
  });
  return mapPage(cards, (row) => cardJson(toCard(row)));
}

const drawsOn = (platformId: string, accountId: string) => sql`id IN (
  SELECT card_id FROM card_funding_sources
  WHERE platform_id = ${platformId} AND account_id = ${accountId} AND detached_at IS NULL)`;
