import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { enqueue, type NewJob } from '../jobs/queue.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import type { Transaction } from './record.ts';

/** How long money that was announced is waited for. */
export const AWAITED_MS = 30 * MINUTE_MS;
export const AWAITED_JOB = 'payment.awaited';

/** Another institution has only announced it: approving it credits nothing yet. */
export const isAnnounced = ({ type, terms }: Transaction): boolean => type === 'INCOMING' && terms?.rail === 'UMA';

interface Approved {
  clockOffsetMs: number;
  /** What the platform tells of the receiver, for the sending institution. */
  information?: Readonly<Record<string, unknown>> | undefined;
}

/** From now on the money is waited for, and not for ever. */
export const awaitEffects = (transaction: Transaction, { clockOffsetMs, information }: Approved): Effect[] => [
  enqueue([awaitedJob(transaction, clockOffsetMs)]),
  ...(information && Object.keys(information).length > 0 ? [informationKept(transaction, information)] : []),
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

const informationKept = ({ platformId, id }: Transaction, information: Readonly<Record<string, unknown>>): Effect => ({
  kind: informationKind,
  rows: [{ platform_id: platformId, transaction_id: id, information }],
});

const informationKind: EffectKind = {
  name: 'uma_approval_told',
  statement: (rows) => sql`
    INSERT INTO uma_approvals (platform_id, transaction_id, information)
    SELECT r.platform_id, r.transaction_id, r.information
    FROM ${rows} AS r(item int, platform_id text, transaction_id text, information jsonb) JOIN guarded USING (item)`,
};

export async function readInformation(db: Database, platformId: string, transactionId: string) {
  const [row] = await db.read<{ information: Record<string, unknown> }>(sql`
    SELECT information FROM uma_approvals
    WHERE platform_id = ${platformId} AND transaction_id = ${transactionId}`);
  return row?.information ?? {};
}
