import type { Database } from '../../foundation/db/database.ts';
import { rows, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, type Clock, HOUR_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { closesWithin, localTime } from './calendar.ts';
import type { Directories } from './directories.ts';
import { withDetails } from './finding-text.ts';
import { type Decimals, toDecimal } from './money.ts';
import type { NachaRequest } from './nacha.ts';
import type { WrittenFile } from './pain001.ts';
import { bankOf } from './parties.ts';
import type { FilePayment } from './payment.ts';
import { fromStored, type QueuedRow } from './queue.ts';
import { reasonNotWritable, renderFile, UnwritablePayment } from './render.ts';
import type { Format } from './schemes.ts';
import { type BankFilesSettings, ownAccountOf } from './settings.ts';

const MAX_PAYMENTS = 2_000;
/** When the cut-off is this close, queued payments are written without waiting for the interval. */
const CLOSING_MS = 5 * MINUTE_MS;
/** File ID modifiers of ACH, one for each file of a day. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Trace numbers have seven digits and wrap around. */
const TRACES = 10_000_000;

export interface OutboxDeps {
  db: Database;
  clock: Clock;
  settings: BankFilesSettings;
  decimals: Decimals;
  directories: Directories;
}

/** Payments of one channel share files: one format and one bank, in the currencies of our accounts there. */
interface FileChannel {
  format: Format;
  bank: string;
  currencies: readonly string[];
}

export function channelsOf({ accounts }: BankFilesSettings): FileChannel[] {
  const list = Object.entries(accounts).map(([currency, account]) => ({ currency, bank: bankOf(account) }));
  const transfers = [...new Set(list.map(({ bank }) => bank))].map((bank) => ({
    format: 'PAIN_001' as const,
    bank,
    currencies: list.filter((one) => one.bank === bank).map(({ currency }) => currency),
  }));
  const ach = accounts['USD']?.ach;
  if (!ach) return transfers;
  return [...transfers, { format: 'NACHA', bank: ach.odfiRoutingNumber, currencies: ['USD'] }];
}

/** Plans one file of the channel when it is due. Returns true when more payments may be queued. */
export async function planFile(deps: OutboxDeps, channel: FileChannel): Promise<boolean> {
  if (!(await isDue(deps, channel))) return false;
  const { db, settings, decimals } = deps;
  const at = deps.clock.now();
  const { day } = localTime(at, settings.timeZone);
  const id = newId('BankFile');
  const messageId = id.replace(/^\w+:/, '').replaceAll('-', '');
  return db.transaction(async (query) => {
    const queued = await query<QueuedRow>(sql`
      SELECT platform_id, id, payment FROM bank_payments p WHERE ${isQueued(channel, at)}
      ORDER BY queued_at, platform_id, id LIMIT ${MAX_PAYMENTS} FOR UPDATE SKIP LOCKED`);
    const numbers = await reserveNumbers(query, { channel, day, count: queued.length });
    if (!numbers || queued.length === 0) return false;
    const request = { messageId, at, payments: queued.map(fromStored), settings, decimals, ...numbers };
    const { file, payments, skipped } = renderWritable(channel.format, request);
    if (skipped.length > 0) await query(recordSkipped(deps, skipped, at));
    if (!file) return false;
    await query(placePayments(id, payments, file, at));
    await query(sql`
      INSERT INTO bank_files (id, name, message_id, format, bank, state, content, payments, day, attempt, created_at)
      VALUES (${id}, ${file.name}, ${messageId}, ${channel.format}, ${channel.bank}, 'PLANNED', ${file.content},
        ${payments.length}, ${day}, 0, ${at})`);
    return queued.length === MAX_PAYMENTS;
  });
}

type Query = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A payment that could not be written is retried after an hour, because the settings may have been corrected. */
const isQueued = ({ format, currencies }: FileChannel, at: Date): Sql => sql`
  p.state = 'QUEUED' AND p.format = ${format} AND p.currency = ANY (${[...currencies]}::text[])
  AND NOT EXISTS (SELECT 1 FROM bank_findings f
    WHERE f.source = p.id AND f.code = 'CANNOT_BE_WRITTEN' AND f.created_at > ${addMs(at, -HOUR_MS)})`;

async function isDue({ db, clock, settings }: OutboxDeps, channel: FileChannel): Promise<boolean> {
  const at = clock.now();
  const [queue] = await db.read<{ oldest: Date | null; has_instant: boolean | null; count: bigint }>(sql`
    SELECT min(p.queued_at) AS oldest, bool_or(p.is_instant) AS has_instant, count(*) FROM bank_payments p
    WHERE ${isQueued(channel, at)}`);
  if (!queue?.oldest) return false;
  const isOld = addMs(queue.oldest, settings.batchMinutes * MINUTE_MS) <= at;
  const isFull = queue.count >= MAX_PAYMENTS;
  const { sameDayCutOff } = (channel.format === 'NACHA' && settings.accounts['USD']?.ach) || {};
  const isClosing = [settings.cutOff, ...(sameDayCutOff ? [sameDayCutOff] : [])].some((cutOff) =>
    closesWithin(CLOSING_MS, { at, settings: { ...settings, cutOff } }),
  );
  return isOld || isFull || queue.has_instant === true || isClosing;
}

interface SkippedPayment {
  payment: FilePayment;
  problem: string;
}

/** Skips payments that a change of settings made unwritable, so that the other payments are sent. */
function renderWritable(format: Format, request: NachaRequest) {
  try {
    return { file: renderFile(format, request), payments: request.payments, skipped: [] };
  } catch (error) {
    if (!(error instanceof UnwritablePayment)) throw error;
  }
  const problems = request.payments.map((payment) => reasonNotWritable(format, { ...request, payments: [payment] }));
  const payments = request.payments.filter((_, i) => problems[i] === undefined);
  const skipped = request.payments.flatMap((payment, i): SkippedPayment[] => {
    const problem = problems[i];
    return problem === undefined ? [] : [{ payment, problem }];
  });
  return { file: payments.length > 0 ? renderFile(format, { ...request, payments }) : undefined, payments, skipped };
}

function recordSkipped(
  { settings, decimals }: Pick<OutboxDeps, 'settings' | 'decimals'>,
  skipped: readonly SkippedPayment[],
  at: Date,
): Sql {
  const findings = skipped.map(({ payment: { platformId, id, amount, currency }, problem }) => ({
    platform_id: platformId,
    id,
    problem: withDetails(problem, {
      amount: `${toDecimal(amount, decimals(currency))} ${currency}`,
      date: at.toISOString(),
      account: ownAccountOf(settings, currency),
    }),
  }));
  return sql`
    INSERT INTO bank_findings (source, place, code, message, platform_id, payment_id, created_at)
    SELECT id, 0, 'CANNOT_BE_WRITTEN', problem, platform_id, id, ${at}
    FROM ${rows(findings)} AS r(platform_id text, id text, problem text)
    ON CONFLICT (source, place) DO UPDATE SET message = EXCLUDED.message, created_at = EXCLUDED.created_at`;
}

interface NumberRange {
  channel: FileChannel;
  day: string;
  count: number;
}

/** Reserves the file ID modifier and trace numbers of ACH. Returns undefined when the day has no modifier left. */
async function reserveNumbers(query: Query, { channel, day, count }: NumberRange) {
  if (channel.format !== 'NACHA' || count === 0) return { modifier: '', firstTrace: 0 };
  const name = `trace ${channel.bank}`;
  // The row lock serializes processes that plan files of the same day, so that they see each other's counts.
  const [counter] = await query<{ first: bigint }>(sql`
    INSERT INTO bank_counters AS c (name, value) VALUES (${name}, ${1 + count})
    ON CONFLICT (name) DO UPDATE SET value =
      CASE WHEN c.value + ${count} > ${TRACES} THEN 1 ELSE c.value END + ${count}
    RETURNING c.value - ${count} AS first`);
  const [files] = await query<{ count: bigint }>(
    sql`SELECT count(*) FROM bank_files WHERE format = 'NACHA' AND bank = ${channel.bank} AND day = ${day}`,
  );
  const modifier = MODIFIERS.charAt(Number(files?.count ?? 0));
  return modifier ? { modifier, firstTrace: Number(counter?.first ?? 1) } : undefined;
}

function placePayments(fileId: string, payments: readonly FilePayment[], { places }: WrittenFile, at: Date): Sql {
  const placed = payments.map(({ platformId, id }, place) => ({
    platform_id: platformId,
    id,
    place,
    ...places[place],
  }));
  return sql`
    WITH written_after_all AS (
      DELETE FROM bank_findings WHERE code = 'CANNOT_BE_WRITTEN' AND source = ANY (${payments.map(({ id }) => id)}::text[]))
    UPDATE bank_payments p SET state = 'IN_FILE', file_id = ${fileId}, batch_id = r."batchId", place = r.place,
      trace = r.trace, updated_at = ${at}
    FROM ${rows(placed)} AS r(platform_id text, id text, place int, "batchId" text, trace text)
    WHERE p.platform_id = r.platform_id AND p.id = r.id`;
}
