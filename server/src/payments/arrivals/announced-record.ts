import { enqueue, type NewJob } from '../../engine/jobs/queue.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { Transaction } from '../transactions/record.ts';

/** Time within which the money of an approved payment must arrive. */
export const AWAITED_MS = 30 * MINUTE_MS;
export const AWAITED_JOB = 'payment.awaited';

/** The payment was announced by another institution: its approval credits nothing until the money arrives. */
export const isAnnounced = ({ type, terms }: Transaction): boolean => type === 'INCOMING' && terms?.rail === 'UMA';

interface Approved {
  clockOffsetMs: number;
  /** Receiver information from the platform, for the sending institution. */
  information?: Readonly<Record<string, unknown>> | undefined;
}

/** Effects of an approval: a job that expires the payment, and the receiver information of the platform. */
export const awaitEffects = (transaction: Transaction, { clockOffsetMs, information }: Approved): Effect[] => [
  enqueue([awaitedJob(transaction, clockOffsetMs)]),
  ...(information && Object.keys(information).length > 0 ? [storeInformation(transaction, information)] : []),
];

export const awaitedUntil = ({ createdAt }: Pick<Transaction, 'createdAt'>): Date => addMs(createdAt, AWAITED_MS);

const awaitedJob = (transaction: Transaction, clockOffsetMs: number): NewJob => ({
  platformId: transaction.platformId,
  kind: AWAITED_JOB,
  resourceId: transaction.id,
  runAt: awaitedUntil(transaction),
  createdAt: transaction.createdAt,
  clockOffsetMs,
});

const storeInformation = ({ platformId, id }: Transaction, information: Readonly<Record<string, unknown>>): Effect => ({
  kind: informationKind,
  rows: [{ platform_id: platformId, transaction_id: id, information }],
});

const informationKind: EffectKind = {
  name: 'uma_approval_information',
  statement: (rows) => sql`
    INSERT INTO uma_approvals (platform_id, transaction_id, information)
    SELECT r.platform_id, r.transaction_id, r.information
    FROM ${rows} AS r(item int, platform_id text, transaction_id text, information jsonb) JOIN guarded USING (item)`,
};

export async function getInformation(db: Database, platformId: string, transactionId: string) {
  const [row] = await db.read<{ information: Record<string, unknown> }>(sql`
    SELECT information FROM uma_approvals
    WHERE platform_id = ${platformId} AND transaction_id = ${transactionId}`);
  return row?.information ?? {};
}
