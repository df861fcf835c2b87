import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Foreseen, PayoutFailure, RailPayment } from '../port.ts';
import type { Decimals } from './money.ts';
import { type FilePayment, toFilePayment } from './payment.ts';
import { unwritable } from './render.ts';
import { formatOf, schemeOf } from './schemes.ts';
import type { BankFilesSettings } from './settings.ts';

interface Needs {
  db: Database;
  settings: BankFilesSettings;
  decimals: Decimals;
}

export type PaymentState = 'QUEUED' | 'REFUSED' | 'WITHDRAWN' | 'IN_FILE' | 'COMPLETED' | 'FAILED' | 'RETURNED';

/** Keeps a payment until a file takes it. One that no file can carry is refused, once and for all. */
export async function enqueuePayment({ db, settings, decimals }: Needs, payment: RailPayment): Promise<Foreseen[]> {
  const waiting = toFilePayment(payment);
  const format = waiting && formatOf(payment, settings);
  if (!waiting || !format) return refused('QUOTE_EXECUTION_FAILED');
  const { platformId, id, direction, currency, amount, at } = payment;
  const problem = unwritable(format, { at, payments: [waiting], settings, decimals });
  const state: PaymentState = problem === undefined ? 'QUEUED' : 'REFUSED';
  const isInstant = format === 'PAIN_001' && schemeOf(payment)?.isInstant === true;
  await db.write(sql`
    INSERT INTO bank_payments (platform_id, id, end_to_end_id, format, direction, currency, amount, is_instant, payment,
      state, reason, queued_at, updated_at)
    VALUES (${platformId}, ${id}, ${waiting.endToEndId}, ${format}, ${direction}, ${currency}, ${amount}, ${isInstant},
      ${stored(waiting)}::jsonb, ${state}, ${problem}, ${at}, ${at})
    ON CONFLICT (platform_id, id) DO NOTHING`);
  const [row] = await db.read<{ state: PaymentState }>(
    sql`SELECT state FROM bank_payments WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row?.state === 'REFUSED') return refused('ACCOUNT_INVALID');
  return row?.state === 'WITHDRAWN' ? [{ afterMs: 0, outcome: { type: 'CANCELLED' } }] : [];
}

const refused = (reason: PayoutFailure): Foreseen[] => [{ afterMs: 0, outcome: { type: 'FAILED', reason } }];

export interface QueuedRow {
  platform_id: string;
  id: string;
  payment: StoredPayment;
}

type StoredPayment = Omit<FilePayment, 'amount' | 'at'> & { amount: string; at: string };

const stored = (payment: FilePayment): string => JSON.stringify({ ...payment, amount: `${payment.amount}` });

export const restored = ({ payment }: QueuedRow): FilePayment => ({
  ...payment,
  amount: BigInt(payment.amount),
  at: new Date(payment.at),
});
