import type { Database } from '../../../db/database.ts';
import { rows, type Sql, sql } from '../../../db/sql.ts';
import { addMs, type Clock, HOUR_MS, MINUTE_MS } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { closesWithin, localTime } from './calendar.ts';
import type { Directories } from './directories.ts';
import type { Decimals } from './money.ts';
import type { NachaRequest } from './nacha.ts';
import type { WrittenFile } from './pain001.ts';
import { bankOf } from './parties.ts';
import type { FilePayment } from './payment.ts';
import { type QueuedRow, restored } from './queue.ts';
import { NotWritable, render, unwritable } from './render.ts';
import type { Format } from './schemes.ts';
import type { BankFilesSettings } from './settings.ts';

const MAX_PAYMENTS = 2_000;
/** Before the cut-off, what waits no longer waits for others. */
const CLOSING_MS = 5 * MINUTE_MS;
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const TRACES = 10_000_000;

export interface OutboxNeeds {
  db: Database;
  clock: Clock;
  settings: BankFilesSettings;
  decimals: Decimals;
  directories: Directories;
}

/** The files that are made here: by format and bank, with the currencies that go into them. */
export interface Channel {
  format: Format;
  bank: string;
  currencies: readonly string[];
}

export function channelsOf({ accounts }: BankFilesSettings): Channel[] {
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

/** Gathers what waits into a file of the channel, if it has waited long enough. True: there may be more. */
export async function planFile(needs: OutboxNeeds, channel: Channel): Promise<boolean> {
  if (!(await isDue(needs, channel))) return false;
  const { db, settings, decimals } = needs;
  const at = needs.clock.now();
  const { day } = localTime(at, settings.timeZone);
  const id = newId('BankFile');
  const messageId = id.replace(/^\w+:/, '').replaceAll('-', '');
  return db.transaction(async (query) => {
    const waiting = await query<QueuedRow>(sql`
      SELECT platform_id, id, payment FROM bank_payments p WHERE ${isWaiting(channel, at)}
      ORDER BY queued_at, platform_id, id LIMIT ${MAX_PAYMENTS} FOR UPDATE SKIP LOCKED`);
    const numbers = await numbersOf(query, { channel, day, count: waiting.length });
    if (!numbers || waiting.length === 0) return false;
    const request = { messageId, at, payments: waiting.map(restored), settings, decimals, ...numbers };
    const { file, payments, setAside } = renderWhatCanBe(channel.format, request);
    if (setAside.length > 0) await query(recordSetAside(setAside, at));
    if (!file) return false;
    await query(placePayments(id, payments, file, at));
    await query(sql`
      INSERT INTO bank_files (id, name, message_id, format, bank, state, content, payments, day, attempt, created_at)
      VALUES (${id}, ${file.name}, ${messageId}, ${channel.format}, ${channel.bank}, 'PLANNED', ${file.content},
        ${payments.length}, ${day}, 0, ${at})`);
    return waiting.length === MAX_PAYMENTS;
  });
}

type Query = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What could not be written is tried again after a while: the settings may have been mended. */
const isWaiting = ({ format, currencies }: Channel, at: Date): Sql => sql`
  p.state = 'QUEUED' AND p.format = ${format} AND p.currency = ANY (${[...currencies]}::text[])
  AND NOT EXISTS (SELECT 1 FROM bank_findings f
    WHERE f.source = p.id AND f.code = 'CANNOT_BE_WRITTEN' AND f.created_at > ${addMs(at, -HOUR_MS)})`;

async function isDue({ db, clock, settings }: OutboxNeeds, channel: Channel): Promise<boolean> {
  const at = clock.now();
  const [queue] = await db.read<{ oldest: Date | null; has_instant: boolean | null; count: bigint }>(sql`
    SELECT min(p.queued_at) AS oldest, bool_or(p.is_instant) AS has_instant, count(*) FROM bank_payments p
    WHERE ${isWaiting(channel, at)}`);
  if (!queue?.oldest) return false;
  const isOld = addMs(queue.oldest, settings.batchMinutes * MINUTE_MS) <= at;
  const isFull = queue.count >= MAX_PAYMENTS;
  return isOld || isFull || queue.has_instant === true || closesWithin(CLOSING_MS, { at, settings });
}

interface SetAside {
  payment: FilePayment;
  problem: string;
}

/** One payment that cannot be written, because the settings have changed since it was taken, does not stop the others. */
function renderWhatCanBe(format: Format, request: NachaRequest) {
  try {
    return { file: render(format, request), payments: request.payments, setAside: [] };
  } catch (error) {
    if (!(error instanceof NotWritable)) throw error;
  }
  const problems = request.payments.map((payment) => unwritable(format, { ...request, payments: [payment] }));
  const payments = request.payments.filter((_, i) => problems[i] === undefined);
  const setAside = request.payments.flatMap((payment, i): SetAside[] => {
    const problem = problems[i];
    return problem === undefined ? [] : [{ payment, problem }];
  });
  return { file: payments.length > 0 ? render(format, { ...request, payments }) : undefined, payments, setAside };
}

function recordSetAside(setAside: readonly SetAside[], at: Date): Sql {
  const found = setAside.map(({ payment, problem }) => ({ platform_id: payment.platformId, id: payment.id, problem }));
  return sql`
    INSERT INTO bank_findings (source, place, code, message, platform_id, payment_id, created_at)
    SELECT id, 0, 'CANNOT_BE_WRITTEN', problem, platform_id, id, ${at}
    FROM ${rows(found)} AS r(platform_id text, id text, problem text)
    ON CONFLICT (source, place) DO UPDATE SET message = EXCLUDED.message, created_at = EXCLUDED.created_at`;
}

interface NumbersWanted {
  channel: Channel;
  day: string;
  count: number;
}

/** The numbers that only ACH has; undefined where the letters of the day are used up, and tomorrow has new ones. */
async function numbersOf(query: Query, { channel, day, count }: NumbersWanted) {
  if (channel.format !== 'NACHA' || count === 0) return { modifier: '', firstTrace: 0 };
  const name = `trace ${channel.bank}`;
  // Also holds back another process that plans a file of the same day: it counts after us.
  const [counter] = await query<{ first: bigint }>(sql`
    INSERT INTO bank_counters AS c (name, value) VALUES (${name}, ${1 + count})
    ON CONFLICT (name) DO UPDATE SET value =
      CASE WHEN c.value + ${count} > ${TRACES} THEN 1 ELSE c.value END + ${count}
    RETURNING c.value - ${count} AS first`);
  const [made] = await query<{ count: bigint }>(
    sql`SELECT count(*) FROM bank_files WHERE format = 'NACHA' AND bank = ${channel.bank} AND day = ${day}`,
  );
  const modifier = MODIFIERS.charAt(Number(made?.count ?? 0));
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
    WITH found_after_all AS (
      DELETE FROM bank_findings WHERE code = 'CANNOT_BE_WRITTEN' AND source = ANY (${payments.map(({ id }) => id)}::text[]))
    UPDATE bank_payments p SET state = 'IN_FILE', file_id = ${fileId}, batch_id = r."batchId", place = r.place,
      trace = r.trace, updated_at = ${at}
    FROM ${rows(placed)} AS r(platform_id text, id text, place int, "batchId" text, trace text)
    WHERE p.platform_id = r.platform_id AND p.id = r.id`;
}
