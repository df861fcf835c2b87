import { createHash } from 'node:crypto';
import { withoutNoise } from '../kernel/creditor-reference.ts';
import { fromDecimal, MAX_DECIMALS } from './money.ts';
import type { CreditNote } from './port.ts';
import { type ReportItem, reportedCredit, type Subject } from './report.ts';

/** Identifies the credits of a file by their content, so that other files that report them are recognized. */
export function identifyCredits(items: readonly ReportItem[]): ReportItem[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const { subject } = item;
    const credit = reportedCredit(subject);
    if (!credit) return item;
    const fingerprint = fingerprintOf(credit, item);
    const repetition = seen.get(fingerprint) ?? 0;
    seen.set(fingerprint, repetition + 1);
    return { ...item, subject: { ...subject, credit: { ...credit, fingerprint, repetition } } as Subject };
  });
}

/** Clearing reference, or else the fields that intraday and end-of-day reports have in common. */
function fingerprintOf(credit: CreditNote, { amount }: ReportItem): string {
  const { account, clearingReference, bookedOn, endToEndId, payerAccount, reference } = credit;
  const money = [account, `${fromDecimal(amount?.value ?? '', MAX_DECIMALS)}`, amount?.currency];
  const rest = clearingReference
    ? ['cleared', clearingReference]
    : [bookedOn?.slice(0, 'YYYY-MM-DD'.length), endToEndId, payerAccount, withoutNoise([reference])];
  return createHash('sha256')
    .update(JSON.stringify([...money, ...rest]))
    .digest('hex');
}
