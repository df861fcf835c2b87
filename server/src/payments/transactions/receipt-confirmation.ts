import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { getTransaction, type Transaction, transactionJson } from './record.ts';

interface ReceiptConfirmation {
  platform: Platform;
  transactionId: string;
  receipt: Receipt;
  confirmedAt: Date;
}

/** Records when the customer received the receipt. A repeated confirmation replaces the time. */
export function confirmReceipt(
  db: Database,
  { platform, transactionId, receipt, confirmedAt }: ReceiptConfirmation,
): Promise<string> {
  return retryOnConflict('transaction', async () => {
    const transaction = await getTransaction(db, platform.id, transactionId);
    const text = JSON.stringify(transactionJson({ ...transaction, receiptConfirmedAt: confirmedAt }));
    const effects = receipt.record({ status: 200, text });
    return (await apply(db, { guard: confirmation(transaction, confirmedAt), effects })) ? text : undefined;
  });
}

/** Does not raise the version, because no step writes the column. The guard keeps response and row consistent. */
const confirmation = ({ platformId, id, version }: Transaction, at: Date): Effect => ({
  kind: confirmKind,
  rows: [{ platform_id: platformId, id, version: version.toString(), at }],
});

const confirmKind: EffectKind = {
  name: 'receipt_confirmed',
  statement: (rows) => sql`
    UPDATE transactions t SET receipt_confirmed_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, version bigint, at timestamptz)
    WHERE t.platform_id = r.platform_id AND t.id = r.id AND t.version = r.version RETURNING r.item`,
};
