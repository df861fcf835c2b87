import type { Database } from '../../../db/database.ts';
import { apply, type Effect, type EffectKind } from '../../../db/effects.ts';
import { sql } from '../../../db/sql.ts';
import type { Advice } from './advice.ts';
import { type Decimals, fromDecimal } from './money.ts';
import type { Reports } from './port.ts';
import type { Task } from './resolve.ts';
import { type Finding, notice, settle, type Verdict } from './settle.ts';

/** Another process has gone on with the file: it is no longer ours. */
export class Overtaken extends Error {}

interface Needs {
  db: Database;
  decimals: Decimals;
  reports: Reports;
}

interface Moment {
  /** The file by its hash, and the place in it. */
  source: string;
  place: number;
  at: Date;
  /** How long the file is ours. */
  until: Date;
}

/** Tells first, and writes down after: what was not written down is told again. */
export async function carryOut(needs: Needs, { advice, payment, finding }: Task, moment: Moment): Promise<void> {
  const { db, decimals, reports } = needs;
  const verdict: Verdict = payment
    ? settle(advice, payment, decimals)
    : await withoutPayment(needs, advice, finding, moment);
  if (payment && verdict.outcome) await reports.report(payment.platformId, payment.id, verdict.outcome);
  const effects = [
    ...(payment ? [paymentTold({ payment, verdict, advice, at: moment.at })] : []),
    ...(verdict.finding ? [findingRecorded(verdict.finding, payment, moment)] : []),
  ];
  const isOurs = await apply(db, { guard: progress(moment), effects });
  if (!isOurs) throw new Overtaken();
}

/** What no payment answers to: money that arrived may be a customer's, all else is for an operator. */
async function withoutPayment(
  { decimals, reports }: Needs,
  advice: Advice,
  finding: Finding | undefined,
  moment: Moment,
) {
  const { about, amount, says, isReturn } = advice;
  if (about.level !== 'PAYMENT' || !about.credit || says !== 'CREDITED' || isReturn) {
    return { finding: finding ?? notice(advice) };
  }
  const { credit } = about;
  const value = amount && fromDecimal(amount.value, decimals(amount.currency));
  const id = credit.bankReference ? `${credit.account} ${credit.bankReference}` : `${moment.source} ${moment.place}`;
  const isTaken =
    value !== undefined &&
    (await reports.onCredit?.({ ...credit, id, amount: value, currency: amount?.currency ?? '' }));
  if (isTaken) return {};
  const words = [amount?.value, amount?.currency, 'from', credit.payerName ?? 'somebody', credit.reference];
  const message = words.filter(Boolean).join(' ');
  return { finding: { code: 'UNCLAIMED_CREDIT', message } as const };
}

/** Holds while nobody else has handled this place of the file. */
const progress = ({ source, place, until }: Moment): Effect => ({
  kind: progressKind,
  rows: [{ source, place, until }],
});

const progressKind: EffectKind = {
  name: 'bank_inbox_progress',
  statement: (rows) => sql`
    UPDATE bank_inbox i SET handled = i.handled + 1, lease_until = r.until
    FROM ${rows} AS r(item int, source text, place int, until timestamptz)
    WHERE i.sha256 = r.source AND i.handled = r.place AND i.state = 'RECEIVED' RETURNING r.item`,
};

interface Told {
  payment: NonNullable<Task['payment']>;
  verdict: Verdict;
  advice: Advice;
  at: Date;
}

/** The state moves only with an outcome; the bank's last word is kept beside it. */
function paymentTold({ payment, verdict, advice, at }: Told): Effect {
  const status = verdict.finding && !verdict.state ? undefined : advice.status;
  const row = {
    platform_id: payment.platformId,
    id: payment.id,
    state: verdict.state,
    status,
    reason: advice.reason,
    at,
  };
  return { kind: toldKind, rows: [row] };
}

const toldKind: EffectKind = {
  name: 'bank_payment_told',
  statement: (rows) => sql`
    UPDATE bank_payments p SET state = COALESCE(r.state, p.state), bank_status = COALESCE(r.status, p.bank_status),
      reason = CASE WHEN r.state IS NULL THEN p.reason ELSE r.reason END, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, state text, status text, reason text, at timestamptz)
    JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.id = r.id`,
};

function findingRecorded({ code, message }: Finding, payment: Task['payment'], { source, place, at }: Moment): Effect {
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
