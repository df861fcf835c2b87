import { toBankText } from './bank-text.ts';
import { achEffectiveDay, localTime, sameDaySettlement } from './calendar.ts';
import { BLOCK_LINES, FILLER, writeRecord } from './nacha-records.ts';
import type { FileRequest, WrittenFile } from './pain001.ts';
import type { FilePayment } from './payment.ts';
import type { AchOrigin } from './settings.ts';

export interface NachaRequest extends FileRequest {
  /** File ID modifier, which distinguishes the files of a day: A to Z, then 0 to 9. */
  modifier: string;
  /** Trace number of the first entry. */
  firstTrace: number;
}

const transactionCodes = {
  PAYOUT: { CHECKING: 22, SAVINGS: 32 },
  PULL: { CHECKING: 27, SAVINGS: 37 },
} as const;

const serviceClasses = { PAYOUT: 220, PULL: 225 } as const;

/** Writes an ACH file with one batch per direction, entry class (PPD for people, CCD for companies) and settlement. */
export function writeNacha(request: NachaRequest): WrittenFile {
  const ach = request.settings.accounts['USD']?.ach;
  if (!ach) throw new Error('accounts.USD.ach is not configured');
  const batches = toBatches(request, ach);
  const written = batches.map((batch) => writeBatch(batch, request, ach));
  const records = [fileHeader(request, ach), ...written.flatMap(({ lines }) => lines)];
  const blocks = Math.ceil((records.length + 1) / BLOCK_LINES);
  const lines = [...records, fileControl(written, blocks)];
  while (lines.length < blocks * BLOCK_LINES) lines.push(FILLER);
  const places = new Map(
    batches.flatMap(({ id, entries }) => entries.map(({ payment, trace }) => [payment, { batchId: id, trace }])),
  );
  return {
    content: lines.map((line) => `${line}\n`).join(''),
    places: request.payments.map((payment) => places.get(payment) ?? { batchId: '' }),
  };
}

/** Effective day, and the descriptive date: the day of the file, or the marker of a same-day entry. */
interface Settlement {
  day: string;
  description: string;
}

interface Batch {
  id: string;
  number: number;
  direction: FilePayment['direction'];
  entryClass: 'PPD' | 'CCD';
  settlement: Settlement;
  entries: { payment: FilePayment; trace: string }[];
}

function toBatches(request: NachaRequest, ach: AchOrigin): Batch[] {
  const { messageId, payments, firstTrace } = request;
  const batches = new Map<string, Batch>();
  for (const payment of payments) {
    const { direction, beneficiary, rail } = payment;
    const entryClass = beneficiary.isBusiness ? 'CCD' : 'PPD';
    const number = batches.size + 1;
    const settlement = settlementOf(rail, request, ach);
    const key = `${direction} ${entryClass} ${settlement.description}`;
    const batch = batches.get(key) ?? {
      id: `${messageId}-${number}`,
      number,
      direction,
      entryClass,
      settlement,
      entries: [],
    };
    batch.entries.push({ payment, trace: '' });
    batches.set(key, batch);
  }
  let next = firstTrace;
  for (const { entries } of batches.values()) {
    for (const entry of entries) entry.trace = ach.odfiRoutingNumber.slice(0, 8) + `${next++}`.padStart(7, '0');
  }
  return [...batches.values()];
}

/** After the cut-off a same-day entry settles on the next banking day, like a standard entry. */
function settlementOf(rail: string, { at, settings }: NachaRequest, { sameDayCutOff }: AchOrigin): Settlement {
  const sameDay =
    rail === 'ACH_SAME_DAY' && sameDayCutOff ? sameDaySettlement(sameDayCutOff, { at, settings }) : undefined;
  return sameDay
    ? { day: sameDay.day, description: sameDay.marker }
    : { day: achEffectiveDay({ at, settings }), description: short(localTime(at, settings.timeZone).day) };
}

interface Totals {
  lines: readonly string[];
  entryCount: number;
  hash: bigint;
  totalDebit: bigint;
  totalCredit: bigint;
}

function writeBatch(batch: Batch, request: NachaRequest, ach: AchOrigin): Totals {
  const { settings } = request;
  const { number: batchNumber, direction, entryClass, settlement, entries } = batch;
  const serviceClass = serviceClasses[direction];
  const odfi = ach.odfiRoutingNumber.slice(0, 8);
  const header = writeRecord('5', {
    serviceClass,
    companyName: toBankText(settings.company.name, 16),
    companyId: ach.companyId,
    entryClass,
    entryDescription: ach.entryDescription ?? 'PAYMENT',
    descriptiveDate: settlement.description,
    effectiveDate: short(settlement.day),
    originatorStatus: '1',
    odfi,
    batchNumber,
  });
  const details = entries.flatMap(({ payment, trace }) => writeEntry(payment, trace));
  const sum = entries.reduce((total, { payment }) => total + payment.amount, 0n);
  const totals = {
    entryCount: details.length,
    hash: entries.reduce(
      (total, { payment }) => total + BigInt((payment.account['routingNumber'] ?? '').slice(0, 8)),
      0n,
    ),
    totalDebit: direction === 'PULL' ? sum : 0n,
    totalCredit: direction === 'PAYOUT' ? sum : 0n,
  };
  const { hash, ...counted } = totals;
  const control = { ...counted, serviceClass, entryHash: lastTen(hash), companyId: ach.companyId, odfi, batchNumber };
  return { lines: [header, ...details, writeRecord('8', control)], ...totals };
}

function writeEntry(payment: FilePayment, trace: string): string[] {
  const { account, beneficiary, amount, direction, endToEndId, remittanceInformation, reference } = payment;
  const { routingNumber = '', accountNumber = '', bankAccountType = 'CHECKING' } = account;
  const information = toBankText(remittanceInformation, 80) || toBankText(reference, 80);
  const entry = writeRecord('6', {
    transactionCode: transactionCodes[direction][bankAccountType === 'SAVINGS' ? 'SAVINGS' : 'CHECKING'],
    rdfi: routingNumber.slice(0, 8),
    checkDigit: routingNumber.slice(8),
    accountNumber,
    amount,
    individualId: endToEndId.slice(-15),
    individualName: toBankText(beneficiary.name, 22),
    addendaIndicator: information ? 1 : 0,
    trace,
  });
  if (!information) return [entry];
  return [entry, writeRecord('705', { information, sequence: 1, entrySequence: trace.slice(-7) })];
}

function fileHeader({ at, settings, modifier, messageId }: NachaRequest, ach: AchOrigin): string {
  const { day, time } = localTime(at, settings.timeZone);
  return writeRecord('1', {
    priority: '01',
    destination: ` ${ach.destinationRoutingNumber ?? ach.odfiRoutingNumber}`,
    origin: ach.originId.padStart(10),
    date: short(day),
    time: time.replace(':', ''),
    modifier,
    recordSize: '094',
    blockingFactor: BLOCK_LINES,
    format: 1,
    destinationName: ach.odfiName,
    originName: toBankText(settings.company.name, 23),
    reference: messageId.slice(-8),
  });
}

function fileControl(batches: readonly Totals[], blockCount: number): string {
  const sum = (pick: (totals: Totals) => bigint): bigint => batches.reduce((total, batch) => total + pick(batch), 0n);
  return writeRecord('9', {
    batchCount: batches.length,
    blockCount,
    entryCount: batches.reduce((total, { entryCount }) => total + entryCount, 0),
    entryHash: lastTen(sum(({ hash }) => hash)),
    totalDebit: sum(({ totalDebit }) => totalDebit),
    totalCredit: sum(({ totalCredit }) => totalCredit),
  });
}

/** Entry hashes are truncated to ten digits. */
export const lastTen = (hash: bigint): string => `${hash % 10_000_000_000n}`;

const short = (day: string): string => day.slice(2).replaceAll('-', '');
