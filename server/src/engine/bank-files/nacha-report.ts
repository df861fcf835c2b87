import type { Steps } from './interruptible-work.ts';
import { toDecimal } from './money.ts';
import { type Addenda, isCredit, type NachaBatch, type NachaEntry, type NachaFile } from './nacha-read.ts';
import type { ReportItem } from './report.ts';
import { UnreadableFile } from './xml.ts';

/** Reads returns (addenda 99) and notifications of change (addenda 98) of our entries, and credits to our accounts. */
export function* achItems({ batches, problems }: NachaFile, isOurs: (account: string) => boolean): Steps<ReportItem[]> {
  if (problems.length > 0) throw new UnreadableFile(problems.slice(0, 3).join('; '));
  const items: ReportItem[] = [];
  for (const batch of batches) {
    for (const entry of batch.entries) {
      for (const item of entryItems(entry, batch, isOurs)) items.push(item);
      yield;
    }
  }
  return items;
}

function entryItems(entry: NachaEntry, batch: NachaBatch, isOurs: (account: string) => boolean): ReportItem[] {
  const date = dateOf(batch);
  const items = entry.addenda.flatMap((addenda) => addendaItem(addenda, entry));
  if (items.length > 0) return items.map((item) => ({ ...item, date }));
  if (isCredit(entry) && BigInt(entry.amount) > 0n && isOurs(entry.accountNumber)) return [creditItem(entry, batch)];
  const what = `entry ${entry.trace} is neither a return nor a notification of change nor a credit to an account of ours`;
  const amount = { value: toDecimal(BigInt(entry.amount), 2), currency: 'USD' };
  return [{ subject: { level: 'NOTHING', what }, meaning: 'NOTICE', amount, date, account: entry.accountNumber }];
}

function dateOf({ header }: NachaBatch): string | undefined {
  const [year, month, day] = [0, 2, 4].map((at) => header.effectiveDate.slice(at, at + 2));
  return day ? `20${year}-${month}-${day}` : undefined;
}

/** An ACH entry names the paying company, but neither its account nor a reference of the bank. */
function creditItem(entry: NachaEntry, batch: NachaBatch): ReportItem {
  const { header } = batch;
  const information = entry.addenda.flatMap(({ type, values }) => (type === '705' ? [values.information] : []));
  const date = dateOf(batch);
  const credit = {
    account: entry.accountNumber,
    clearingReference: entry.trace,
    reference: [...information, entry.individualId].join(' ').trim() || undefined,
    remittance: [...information, entry.individualId, header.entryDescription, header.discretionary].filter(Boolean),
    payerName: header.companyName || undefined,
    payerDetails: {},
    bookedOn: date,
  };
  return {
    subject: { level: 'PAYMENT', credit },
    meaning: 'CREDITED',
    status: 'BOOK',
    account: entry.accountNumber,
    date,
    amount: { value: toDecimal(BigInt(entry.amount), 2), currency: 'USD' },
  };
}

function addendaItem(addenda: Addenda, { amount }: NachaEntry): ReportItem[] {
  if (addenda.type === '705') return [];
  const subject = { level: 'PAYMENT', trace: addenda.values.originalTrace } as const;
  const { code } = addenda.values;
  // A notification of change has an entry without an amount.
  if (addenda.type === '798') return [{ subject, meaning: 'NOTICE', status: code, reason: addenda.values.corrected }];
  const returned = { value: toDecimal(BigInt(amount), 2), currency: 'USD' };
  return [{ subject, meaning: 'FAILED', status: code, reason: code, amount: returned, isReturn: true }];
}
