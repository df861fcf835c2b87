import type { Database } from '../../foundation/db/database.ts';
import type { Finder } from '../../foundation/db/keyed-reads.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { type Decimals, fromDecimal, toDecimal } from './money.ts';
import type { BankFinding, ReportedPayment } from './payment-update.ts';
import { describe } from './payment-update.ts';
import type { ReportItem, Subject } from './report.ts';

/** A report item with its payment; without a payment if none of ours matches. */
export interface ResolvedItem {
  item: ReportItem;
  payment?: PaymentRow;
  finding?: BankFinding;
}

interface PaymentRow extends ReportedPayment {
  endToEndId: string;
  batchId: string | null;
}

interface Deps {
  db: Database;
  decimals: Decimals;
}

/** Finds the payments of an item. Deterministic: the same file always resolves to the same list. */
export async function resolveItem({ db, decimals }: Deps, item: ReportItem): Promise<ResolvedItem[]> {
  const { subject } = item;
  if (subject.level === 'NOTHING') return [{ item }];
  if (subject.level === 'PAYMENT') {
    const payment = await findPayment(db, subject);
    return [payment ? { item, payment } : { item, finding: unknownPayment(item, subject) }];
  }
  const members = await listPayments(db, membersOf(subject));
  if (members.length === 0) return [{ item, finding: { code: 'UNKNOWN_FILE', message: unknownFile(item, subject) } }];
  const difference = sumDifference(item, members, decimals);
  if (difference) return [{ item, finding: difference }];
  const except = new Set(subject.except);
  const affected = members.filter(
    ({ endToEndId, batchId }) => !except.has(endToEndId) && (batchId === null || !except.has(batchId)),
  );
  return affected.map((payment) => ({ item, payment }));
}

type PaymentSubject = Extract<Subject, { level: 'PAYMENT' }>;
type GroupSubject = Extract<Subject, { level: 'BATCH' | 'FILE' }>;

async function findPayment(db: Database, { endToEndId = '', trace = '' }: PaymentSubject) {
  if (!endToEndId && !trace) return undefined;
  return db.readByKey<PaymentRow>(paymentByReference, { end_to_end_id: endToEndId, trace });
}

const membersOf = (subject: GroupSubject): Sql =>
  subject.level === 'FILE' ? sql`f.message_id = ${subject.messageId}` : sql`p.batch_id = ${subject.batchId}`;

const payments = sql`
  SELECT p.platform_id AS "platformId", p.id, p.direction, p.currency, p.amount, p.state,
    p.end_to_end_id AS "endToEndId", p.batch_id AS "batchId", f.message_id AS "messageId"
  FROM bank_payments p LEFT JOIN bank_files f ON f.id = p.file_id`;

const listPayments = (db: Database, which: Sql): Promise<PaymentRow[]> =>
  db.read<PaymentRow>(sql`${payments} WHERE ${which} ORDER BY f.created_at, p.file_id, p.place`);

/** Trace numbers repeat after ten million: the newest payment with the number matches. */
const paymentByReference: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT byid.*, 0 AS rank FROM (${payments} WHERE p.end_to_end_id = k.end_to_end_id) byid
        UNION ALL
        SELECT bytrace.*, 1 FROM (
          ${payments} WHERE p.trace = k.trace ORDER BY f.created_at DESC, p.file_id DESC, p.place DESC LIMIT 1
        ) bytrace
      ) either ORDER BY rank LIMIT 1
    ) found`,
};

/** An entry for a whole batch confirms the batch only if the sums are equal. */
function sumDifference(
  { amount }: ReportItem,
  members: readonly PaymentRow[],
  decimals: Decimals,
): BankFinding | undefined {
  const currency = members[0]?.currency ?? '';
  const sum = members.reduce((total, member) => total + member.amount, 0n);
  if (!amount || (amount.currency === currency && fromDecimal(amount.value, decimals(currency)) === sum))
    return undefined;
  const expected = `${toDecimal(sum, decimals(currency))} ${currency}`;
  const message = `${amount.value} ${amount.currency} is not the sum of the batch, ${expected}`;
  return { code: 'AMOUNT_MISMATCH', message };
}

function unknownPayment(item: ReportItem, { endToEndId, trace, credit }: PaymentSubject): BankFinding {
  const name = endToEndId ?? trace ?? credit?.bankReference ?? 'without reference';
  return { code: 'UNKNOWN_PAYMENT', message: `${describe(item)}: no payment of ours is ${name}` };
}

const unknownFile = (item: ReportItem, subject: GroupSubject): string =>
  `${describe(item)}: no file of ours is ${subject.level === 'FILE' ? subject.messageId : subject.batchId}`;
