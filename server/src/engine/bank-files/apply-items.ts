import { createHash } from 'node:crypto';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { findingText } from './finding-text.ts';
import { type Decimals, fromDecimal } from './money.ts';
import { type BankFinding, notice, type PaymentUpdate, updateFor } from './payment-update.ts';
import type { ReportHandlers } from './port.ts';
import { type ReportItem, reportedCredit } from './report.ts';
import type { ResolvedItem } from './resolve.ts';
import type { BankFilesSettings } from './settings.ts';

/** Another process has taken over the file. */
export class LeaseLost extends Error {}

interface Deps {
  db: Database;
  decimals: Decimals;
  settings: BankFilesSettings;
  reports: ReportHandlers;
}

interface Position {
  /** Hash of the file. */
  source: string;
  /** Position of the first item in the file. */
  place: number;
  at: Date;
  /** End of the lease on the file. */
  until: Date;
}

/**
 * Reports the outcomes concurrently, then records the items before the first failure as handled in one statement. After
 * a crash between the two steps the outcomes are reported again. Each item is about another payment.
 */
export async function applyItems(deps: Deps, items: readonly ResolvedItem[], position: Position): Promise<void> {
  const settled = await Promise.allSettled(items.map((one) => reportOutcome(deps, one)));
  const failed = settled.findIndex(({ status }) => status === 'rejected');
  const updates = settled.slice(0, failed < 0 ? settled.length : failed).flatMap((one) => valuesOf(one));
  if (updates.length > 0 && !(await recordHandled(deps, { items, updates, position }))) throw new LeaseLost();
  const failure = settled[failed];
  if (failure?.status === 'rejected') throw failure.reason;
}

const valuesOf = <T>(settled: PromiseSettledResult<T>): T[] => (settled.status === 'fulfilled' ? [settled.value] : []);

async function reportOutcome(deps: Deps, { item, payment, finding }: ResolvedItem): Promise<PaymentUpdate> {
  if (!payment) return withoutPayment(deps, item, finding);
  const update = updateFor(item, payment, deps.decimals);
  if (update.outcome) await deps.reports.report(payment.platformId, payment.id, update.outcome);
  return update;
}

/** Handles an item without a payment: a credit may belong to a customer, every other item becomes a finding. */
async function withoutPayment(
  { decimals, reports }: Deps,
  item: ReportItem,
  finding: BankFinding | undefined,
): Promise<PaymentUpdate> {
  const { subject, amount, meaning, isReturn } = item;
  const details = reportedCredit(subject);
  // A credit for one of our batches with a different sum is not a customer's credit.
  const isOwnBatch = subject.level === 'BATCH' && finding?.code !== 'UNKNOWN_FILE';
  if (!details || isOwnBatch || meaning !== 'CREDITED' || isReturn) return { finding: finding ?? notice(item) };
  const { fingerprint = '', repetition = 0, ...credit } = details;
  const value = amount && fromDecimal(amount.value, decimals(amount.currency));
  const isMoney = value !== undefined && value > 0n;
  const booked = { ...credit, fingerprint, repetition, amount: value ?? 0n, currency: amount?.currency ?? '' };
  const result = isMoney ? await reports.onCredit?.(booked) : undefined;
  if (result?.isMatched) return {};
  const parts = ['credit from', credit.payerName ?? 'an unknown payer', credit.reference];
  const message = parts.filter(Boolean).join(' ');
  return { finding: { code: 'UNCLAIMED_CREDIT', message, subject: result?.creditId } };
}

interface HandledItems {
  items: readonly ResolvedItem[];
  updates: readonly PaymentUpdate[];
  position: Position;
}

function recordHandled(deps: Deps, { items, updates, position }: HandledItems): Promise<boolean> {
  const reported: object[] = [];
  const findings: object[] = [];
  updates.forEach((update, i) => {
    const one = items[i];
    if (!one) return;
    if (one.payment) reported.push(reportRow(one, update, position.at));
    if (update.finding)
      findings.push(findingRow(deps, one, { ...position, place: position.place + i }, update.finding));
  });
  const effects = [
    ...(reported.length > 0 ? [{ kind: reportKind, rows: reported }] : []),
    ...(findings.length > 0 ? [{ kind: findingKind, rows: findings }] : []),
  ];
  return apply(deps.db, { guard: advance(position, updates.length), effects });
}

/** Guard: fails if another process has handled these items. Also extends the lease. */
const advance = ({ source, place, until }: Position, count: number): Effect => ({
  kind: advanceKind,
  rows: [{ source, place, count, until }],
});

const advanceKind: EffectKind = {
  name: 'bank_inbox_progress',
  statement: (rows) => sql`
    UPDATE bank_inbox i SET handled = i.handled + r.count, lease_until = r.until
    FROM ${rows} AS r(item int, source text, place int, count int, until timestamptz)
    WHERE i.sha256 = r.source AND i.handled = r.place AND i.state = 'RECEIVED' RETURNING r.item`,
};

/** Records the last status that the bank sent. The state changes only together with an outcome. */
const reportRow = ({ item, payment }: ResolvedItem, update: PaymentUpdate, at: Date): object => ({
  platform_id: payment?.platformId,
  id: payment?.id,
  state: update.state,
  status: update.finding && !update.state ? undefined : item.status,
  reason: item.reason,
  at,
});

const reportKind: EffectKind = {
  name: 'bank_payment_reported',
  statement: (rows) => sql`
    UPDATE bank_payments p SET state = COALESCE(r.state, p.state), bank_status = COALESCE(r.status, p.bank_status),
      reason = CASE WHEN r.state IS NULL THEN p.reason ELSE r.reason END, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, state text, status text, reason text, at timestamptz)
    JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.id = r.id`,
};

function findingRow(
  deps: Deps,
  { item, payment }: ResolvedItem,
  { source, place, at }: Position,
  finding: BankFinding,
): object {
  const { code, subject } = finding;
  const message = findingText(deps, { finding, item, payment });
  const bankReference = reportedCredit(item.subject)?.bankReference;
  const identity = subject ? [code, subject] : [code, message, payment?.id, bankReference, item.occurrence];
  const content = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return { source, place, code, message, content, platform_id: payment?.platformId, payment_id: payment?.id, at };
}

/** A finding is stored once, also if several files report the same content. */
const findingKind: EffectKind = {
  name: 'bank_finding_recorded',
  statement: (rows) => sql`
    INSERT INTO bank_findings (source, place, code, message, content, platform_id, payment_id, created_at)
    SELECT source, place, code, message, content, platform_id, payment_id, at
    FROM ${rows} AS r(item int, source text, place int, code text, message text, content text, platform_id text,
      payment_id text, at timestamptz)
    JOIN guarded USING (item) ON CONFLICT DO NOTHING`,
};
