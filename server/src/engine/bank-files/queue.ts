import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { ExpectedOutcome, PayoutFailure, RailPayment } from '../providers/rails/port.ts';
import type { Decimals } from './money.ts';
import { type FilePayment, toFilePayment } from './payment.ts';
import { reasonNotWritable } from './render.ts';
import { transferSchemeOf } from './schemes.ts';
import { type BankFilesSettings, formatOf } from './settings.ts';

interface Deps {
  db: Database;
  settings: BankFilesSettings;
  decimals: Decimals;
}

export type PaymentState = 'QUEUED' | 'REJECTED' | 'WITHDRAWN' | 'IN_FILE' | 'COMPLETED' | 'FAILED' | 'RETURNED';

/** Queues a payment for the next file. A payment that cannot be written to any file is REJECTED permanently. */
export async function enqueuePayment(
  { db, settings, decimals }: Deps,
  payment: RailPayment,
): Promise<ExpectedOutcome[]> {
  const filePayment = toFilePayment(payment);
  const format = filePayment && formatOf(payment, settings);
  if (!filePayment || !format) return rejected('QUOTE_EXECUTION_FAILED');
  const { platformId, id, direction, currency, amount, at } = payment;
  const problem = reasonNotWritable(format, { at, payments: [filePayment], settings, decimals });
  const state: PaymentState = problem === undefined ? 'QUEUED' : 'REJECTED';
  const isInstant = format === 'PAIN_001' && transferSchemeOf(payment)?.isInstant === true;
  await db.write(sql`
    INSERT INTO bank_payments (platform_id, id, end_to_end_id, format, direction, currency, amount, is_instant, payment,
      state, reason, queued_at, updated_at)
    VALUES (${platformId}, ${id}, ${filePayment.endToEndId}, ${format}, ${direction}, ${currency}, ${amount}, ${isInstant},
      ${toStored(filePayment)}::jsonb, ${state}, ${problem}, ${at}, ${at})
    ON CONFLICT (platform_id, id) DO NOTHING`);
  const [row] = await db.read<{ state: PaymentState }>(
    sql`SELECT state FROM bank_payments WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row?.state === 'REJECTED') return rejected('ACCOUNT_INVALID');
  return row?.state === 'WITHDRAWN' ? [{ afterMs: 0, outcome: { type: 'CANCELLED' } }] : [];
}

const rejected = (reason: PayoutFailure): ExpectedOutcome[] => [{ afterMs: 0, outcome: { type: 'FAILED', reason } }];

export interface QueuedRow {
  platform_id: string;
  id: string;
  payment: StoredPayment;
}

type StoredPayment = Omit<FilePayment, 'amount' | 'at'> & { amount: string; at: string };

const toStored = (payment: FilePayment): string => JSON.stringify({ ...payment, amount: `${payment.amount}` });

export const fromStored = ({ payment }: QueuedRow): FilePayment => ({
  ...payment,
  amount: BigInt(payment.amount),
  at: new Date(payment.at),
});
