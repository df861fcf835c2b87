import type { CardProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { keyOf } from '../../payments/card-transactions/record.ts';
import { quoteIdOf } from '../../payments/transactions/quote-content.ts';
import { entryJson, type TimelineRow } from './entries.ts';
import { type TimelineKind, timelineKinds } from './entry-kinds.ts';
import { momentsOf, TIMELINE_KEY, timelineOf } from './entry-sources.ts';
import { type Moment, platformTimeAt } from './platform-times.ts';

export const DEFAULT_ENTRIES = 100;
export const MAX_ENTRIES = 200;

export interface TimelineDeps {
  db: Database;
  cards: Pick<CardProviders, 'network'>;
}

interface TimelineQuery extends PageRequest {
  platform: Platform;
  transactionId: string;
  /** All kinds by default. */
  kinds?: readonly TimelineKind[] | undefined;
}

/** Lists the oldest entry first, by real time, because the clock of a sandbox platform may jump between entries. */
export async function listTimeline(
  { db, cards }: TimelineDeps,
  { platform, transactionId, kinds, limit, cursor }: TimelineQuery,
) {
  const { id: platformId, mode } = platform;
  const isCard = transactionId.startsWith('CardTransaction:');
  const key = isCard ? keyOf(transactionId) : transactionId;
  const [transaction] = await db.readPipelined<{ is_quoted: boolean }>(
    sql`SELECT expires_at IS NOT NULL AS is_quoted FROM transactions WHERE platform_id = ${platformId} AND id = ${key} AND (type = 'CARD') = ${isCard}`,
  );
  if (!transaction) {
    throw new ApiError('TRANSACTION_NOT_FOUND', 'There is no such transaction.', {
      hint: 'GET /transactions lists the transactions.',
    });
  }
  const quoteId = transaction.is_quoted ? quoteIdOf(key) : null;
  const subject = { platformId, transactionId, key, quoteId };
  const found = await page<TimelineRow>(db, {
    keys: TIMELINE_KEY,
    select: sql`key, id, kind, at, wall_at, body`,
    from: timelineOf(subject, kinds ?? timelineKinds),
    where: [sql`true`],
    order: { column: sql`key`, direction: 'ASC', keyOf: ({ key }) => key },
    request: { limit: limit ?? DEFAULT_ENTRIES, cursor },
  });
  const moments = found.data.some(({ at }) => at === null) ? await db.read<Moment>(momentsOf(subject)) : [];
  return mapPage(found, ({ at, ...row }) =>
    entryJson({ ...row, at: at ?? platformTimeAt(moments, row.wall_at) }, cards.network[mode]),
  );
}
