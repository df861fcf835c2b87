import type { Database } from '../../../db/database.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Advice, Subject } from './advice.ts';
import { type Decimals, fromDecimal } from './money.ts';
import type { Finding, KnownPayment } from './settle.ts';
import { wordsOf } from './settle.ts';

/** One advice about one payment, or one that no payment of ours answers to. */
export interface Task {
  advice: Advice;
  payment?: PaymentRow;
  finding?: Finding;
}

export interface PaymentRow extends KnownPayment {
  endToEndId: string;
  batchId: string | null;
}

interface Needs {
  db: Database;
  decimals: Decimals;
}

/** The payments that an advice is about. The same file always comes out as the same list, whatever has happened since. */
export async function resolve({ db, decimals }: Needs, advice: Advice): Promise<Task[]> {
  const { about } = advice;
  if (about.level === 'NOTHING') return [{ advice }];
  if (about.level === 'PAYMENT') {
    const payment = await findPayment(db, about);
    return [payment ? { advice, payment } : { advice, finding: unknownPayment(advice, about) }];
  }
  const members = await findPayments(db, membersOf(about));
  if (members.length === 0) return [{ advice, finding: { code: 'UNKNOWN_FILE', message: unknownFile(advice, about) } }];
  const difference = sumDifference(advice, members, decimals);
  if (difference) return [{ advice, finding: difference }];
  const meant = members.filter(({ endToEndId, batchId }) => !isExcepted(about.except, endToEndId, batchId));
  return meant.map((payment) => ({ advice, payment }));
}

type Named = Extract<Subject, { level: 'PAYMENT' }>;

async function findPayment(db: Database, { endToEndId, trace }: Named): Promise<PaymentRow | undefined> {
  const [byId] = endToEndId ? await findPayments(db, sql`p.end_to_end_id = ${endToEndId}`) : [];
  if (byId || !trace) return byId;
  // Traces come round again after ten million: the latest is meant.
  const byTrace = await findPayments(db, sql`p.trace = ${trace}`);
  return byTrace.at(-1);
}

const membersOf = (about: Extract<Subject, { level: 'BATCH' | 'FILE' }>): Sql =>
  about.level === 'FILE' ? sql`f.message_id = ${about.messageId}` : sql`p.batch_id = ${about.batchId}`;

const findPayments = (db: Database, which: Sql): Promise<PaymentRow[]> =>
  db.read<PaymentRow>(sql`
    SELECT p.platform_id AS "platformId", p.id, p.direction, p.currency, p.amount, p.state,
      p.end_to_end_id AS "endToEndId", p.batch_id AS "batchId", f.message_id AS "messageId"
    FROM bank_payments p LEFT JOIN bank_files f ON f.id = p.file_id
    WHERE ${which} ORDER BY f.created_at, p.file_id, p.place`);

const isExcepted = (except: readonly string[], endToEndId: string, batchId: string | null): boolean =>
  except.includes(endToEndId) || (batchId !== null && except.includes(batchId));

/** A booking over a whole batch confirms it only where the sums agree. */
function sumDifference({ amount }: Advice, members: readonly PaymentRow[], decimals: Decimals): Finding | undefined {
  const currency = members[0]?.currency ?? '';
  const sum = members.reduce((total, member) => total + member.amount, 0n);
  if (!amount || (amount.currency === currency && fromDecimal(amount.value, decimals(currency)) === sum))
    return undefined;
  const message = `${amount.value} ${amount.currency} is not the sum of the batch, ${sum} ${currency} in the smallest unit`;
  return { code: 'AMOUNT_MISMATCH', message };
}

function unknownPayment(advice: Advice, { endToEndId, trace, credit }: Named): Finding {
  const name = endToEndId ?? trace ?? credit?.bankReference ?? 'without reference';
  return { code: 'UNKNOWN_PAYMENT', message: `${wordsOf(advice)}: no payment of ours is ${name}` };
}

const unknownFile = (advice: Advice, about: Extract<Subject, { level: 'BATCH' | 'FILE' }>): string =>
  `${wordsOf(advice)}: no file of ours is ${about.level === 'FILE' ? about.messageId : about.batchId}`;
