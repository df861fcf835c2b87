import { enqueue } from '../../engine/jobs/queue.ts';
import type { Entry, OtherBook } from '../../engine/ledger/post.ts';
import { phases } from '../../engine/ledger/recipes.ts';
import { SERVICE_BOOK } from '../../engine/ledger/service-book.ts';
import type { PaymentOutcome } from '../../engine/providers/rails/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import type { BankCredit } from './record.ts';

/** Account and holder to which a return is paid, by the names of our account fields. */
export interface ReturnPayee {
  name?: string;
  details: Readonly<Record<string, string>>;
}

export const RETURN_JOB = 'credit.return';

interface NewReturn {
  payee: ReturnPayee;
  /** Entries that put the amount in transit. */
  entries: readonly Entry[];
  at: Date;
}

/** Starts the payment to the payer: its entries in the service's books, its row and the job that submits it. */
export function beginReturn({ id: creditId }: Pick<BankCredit, 'id'>, { payee, entries, at }: NewReturn) {
  const id = newId('BankReturn');
  const otherBook: OtherBook = { platformId: SERVICE_BOOK, transactionId: id, phase: phases.execute, entries };
  const job = {
    platformId: SERVICE_BOOK,
    kind: RETURN_JOB,
    resourceId: id,
    runAt: at,
    createdAt: at,
    clockOffsetMs: 0,
  };
  const effects: Effect[] = [{ kind: returnKind, rows: [{ id, credit_id: creditId, payee, at }] }, enqueue([job])];
  return { otherBook, effects };
}

const returnKind: EffectKind = {
  name: 'bank_return_begun',
  statement: (rows) => sql`
    INSERT INTO bank_returns (id, credit_id, payee, state, created_at, updated_at)
    SELECT id, credit_id, payee, 'SENT', at, at
    FROM ${rows} AS r(item int, id text, credit_id text, payee jsonb, at timestamptz) JOIN guarded USING (item)`,
};

type ReturnState = 'SENT' | 'COMPLETED' | 'FAILED';

export interface BankReturn {
  id: string;
  creditId: string;
  payee: ReturnPayee;
  state: ReturnState;
  createdAt: Date;
}

export async function findReturn(db: Database, id: string): Promise<BankReturn | undefined> {
  const [row] = await db.read<BankReturn>(sql`
    SELECT id, credit_id AS "creditId", payee, state, created_at AS "createdAt" FROM bank_returns WHERE id = ${id}`);
  return row;
}

interface ReturnChange {
  sent: BankReturn;
  to: ReturnState;
  outcome: PaymentOutcome;
  at: Date;
}

const changeRow = ({ sent, to, outcome, at }: ReturnChange) => ({
  id: sent.id,
  from_state: sent.state,
  state: to,
  reason: 'reason' in outcome ? outcome.reason : null,
  at,
});

const rowType = sql`(item int, id text, from_state text, state text, reason text, at timestamptz)`;

/** Guard: of concurrent outcomes exactly one takes effect. */
export const claimReturn = (change: ReturnChange): Effect => ({ kind: claimKind, rows: [changeRow(change)] });

const claimKind: EffectKind = {
  name: 'bank_return_claimed',
  statement: (rows) => sql`
    UPDATE bank_returns b SET state = r.state, reason = r.reason, updated_at = r.at
    FROM ${rows} AS r${rowType} WHERE b.id = r.id AND b.state = r.from_state RETURNING r.item`,
};

/** Effect without a guard: aborts the statement when the return is in another state. */
export const changeReturn = (change: ReturnChange): Effect => ({ kind: changeKind, rows: [changeRow(change)] });

const changeKind: EffectKind = {
  name: 'bank_return_changed',
  statement: (rows) => sql`
    UPDATE bank_returns b SET state = CASE WHEN b.state = r.from_state THEN r.state END, reason = r.reason,
      updated_at = r.at
    FROM ${rows} AS r${rowType} JOIN guarded USING (item) WHERE b.id = r.id`,
};
