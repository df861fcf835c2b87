import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { type Decimals, fromDecimal } from './money.ts';
import { type BankFinding, notice, type PaymentUpdate, updateFor } from './payment-update.ts';
import type { ReportHandlers } from './port.ts';
import { type ReportItem, reportedCredit } from './report.ts';
import type { ResolvedItem } from './resolve.ts';

/** Another process has claimed the file and continued with it. */
export class LeaseLost extends Error {}

interface Deps {
  db: Database;
  decimals: Decimals;
  reports: ReportHandlers;
}

interface Position {
  /** Hash of the file. */
  source: string;
  place: number;
  at: Date;
  /** End of the lease on the file. */
  until: Date;
}

/** Reports the outcome, then records the item as handled. After a crash in between the outcome is reported again. */
export async function applyItem(
  deps: Deps,
  { item, payment, finding }: ResolvedItem,
  position: Position,
): Promise<void> {
  const { db, decimals, reports } = deps;
  const update: PaymentUpdate = payment
    ? updateFor(item, payment, decimals)
    : await withoutPayment(deps, item, finding);
  if (payment && update.outcome) await reports.report(payment.platformId, payment.id, update.outcome);
  const effects = [
    ...(payment ? [recordReport({ payment, update, item, at: position.at })] : []),
    ...(update.finding ? [recordFinding(update.finding, payment, position)] : []),
  ];
  const isApplied = await apply(db, { guard: advance(position), effects });
  if (!isApplied) throw new LeaseLost();
}

/** An item without a payment: a credit may belong to a customer, everything else is a finding for an operator. */
async function withoutPayment({ decimals, reports }: Deps, item: ReportItem, finding: BankFinding | undefined) {
  const { subject, amount, meaning, isReturn } = item;
  const details = reportedCredit(subject);
  // A credit over one of our batches with another sum is no credit of a customer.
  const isOwnBatch = subject.level === 'BATCH' && finding?.code !== 'UNKNOWN_FILE';
  if (!details || isOwnBatch || meaning !== 'CREDITED' || isReturn) return { finding: finding ?? notice(item) };
  const { fingerprint = '', repetition = 0, ...credit } = details;
  const value = amount && fromDecimal(amount.value, decimals(amount.currency));
  const isMatched =
    value !== undefined &&
    value > 0n &&
    (await reports.onCredit?.({
      ...credit,
      fingerprint,
      repetition,
      amount: value,
      currency: amount?.currency ?? '',
    }));
  if (isMatched) return {};
  const parts = [amount?.value, amount?.currency, 'from', credit.payerName ?? 'an unknown payer', credit.reference];
  const message = parts.filter(Boolean).join(' ');
  return { finding: { code: 'UNCLAIMED_CREDIT', message } as const };
}

/** Guard: holds while no other process has handled this item. Extends the lease. */
const advance = ({ source, place, until }: Position): Effect => ({
  kind: advanceKind,
  rows: [{ source, place, until }],
});

const advanceKind: EffectKind = {
  name: 'bank_inbox_progress',
  statement: (rows) => sql`
    UPDATE bank_inbox i SET handled = i.handled + 1, lease_until = r.until
    FROM ${rows} AS r(item int, source text, place int, until timestamptz)
    WHERE i.sha256 = r.source AND i.handled = r.place AND i.state = 'RECEIVED' RETURNING r.item`,
};

interface ReportedUpdate {
  payment: NonNullable<ResolvedItem['payment']>;
  update: PaymentUpdate;
  item: ReportItem;
  at: Date;
}

/** Stores the last status of the bank; the state changes only together with an outcome. */
function recordReport({ payment, update, item, at }: ReportedUpdate): Effect {
  const status = update.finding && !update.state ? undefined : item.status;
  const row = {
    platform_id: payment.platformId,
    id: payment.id,
    state: update.state,
    status,
    reason: item.reason,
    at,
  };
  return { kind: reportKind, rows: [row] };
}

const reportKind: EffectKind = {
  name: 'bank_payment_reported',
  statement: (rows) => sql`
    UPDATE bank_payments p SET state = COALESCE(r.state, p.state), bank_status = COALESCE(r.status, p.bank_status),
      reason = CASE WHEN r.state IS NULL THEN p.reason ELSE r.reason END, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, state text, status text, reason text, at timestamptz)
    JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.id = r.id`,
};

function recordFinding(
  { code, message }: BankFinding,
  payment: ResolvedItem['payment'],
  { source, place, at }: Position,
): Effect {
  const row = { source, place, code, message, platform_id: payment?.platformId, payment_id: payment?.id, at };
  return { kind: findingKind, rows: [row] };
}

const findingKind: EffectKind = {
  name: 'bank_finding_recorded',
  statement: (rows) => sql`
    INSERT INTO bank_findings (source, place, code, message, platform_id, payment_id, created_at)
    SELECT source, place, code, message, platform_id, payment_id, at
    FROM ${rows} AS r(item int, source text, place int, code text, message text, platform_id text, payment_id text,
      at timestamptz)
    JOIN guarded USING (item) ON CONFLICT DO NOTHING`,
};
