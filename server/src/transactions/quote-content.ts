import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { assert } from '../kernel/errors.ts';
import { packedParameter, unpackText } from '../kernel/packed-text.ts';
import type { RailPayment } from '../providers/rails/port.ts';
import { readPayment, storePayment } from './legs.ts';

/** Placeholder for the status in the stored body of a quote. JSON escapes quotes, so no text inside it can match. */
export const OPEN_STATUS = '"status":"~"';

/** Part of a quote that never changes and is never searched, packed in one column. */
interface QuoteContent {
  /** Body as the API returns it, with OPEN_STATUS in place of its status. */
  body: string;
  /** Payment submitted to the rail first: the payout, or the pull that funds it. */
  handedOff: RailPayment;
}

/** JSON escapes line breaks, so the first one separates the two texts. */
const SEPARATOR = '\n';

/** As a parameter of a statement. */
export const storeQuoteContent = ({ body, handedOff }: QuoteContent): string =>
  packedParameter(`${body}${SEPARATOR}${JSON.stringify(storePayment(handedOff))}`);

export function readQuoteContent(packed: Buffer): { body: string; handedOff: () => RailPayment } {
  const text = unpackText(packed);
  const end = text.indexOf(SEPARATOR);
  return { body: text.slice(0, end), handedOff: () => readPayment(JSON.parse(text.slice(end + 1))) };
}

/** The payment of an executed quote, for a job that another process continues. */
export async function getHandedOff(db: Database, platformId: string, quoteId: string): Promise<RailPayment> {
  const [row] = await db.read<{ content: Buffer }>(
    sql`SELECT content FROM quotes WHERE platform_id = ${platformId} AND id = ${quoteId}`,
  );
  assert(row, 'an executed quote is stored');
  return readQuoteContent(row.content).handedOff();
}
