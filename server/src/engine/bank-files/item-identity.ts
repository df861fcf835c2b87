import { createHash } from 'node:crypto';
import { withoutNoise } from '../providers/protocols/creditor-reference.ts';
import type { Steps } from './interruptible-work.ts';
import { fromDecimal, MAX_DECIMALS } from './money.ts';
import type { CreditNote } from './port.ts';
import { type ReportItem, reportedCredit, type Subject } from './report.ts';

/** Adds a fingerprint and a repetition number to each item, so that the same item in another file is recognized. */
export function* identifyItems(items: readonly ReportItem[]): Steps<ReportItem[]> {
  const seen = new Map<string, number>();
  const count = (text: string): number => {
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return before;
  };
  const identified: ReportItem[] = [];
  for (const item of items) {
    const { subject } = item;
    const credit = reportedCredit(subject);
    const fingerprint = credit ? fingerprintOf(credit, item) : contentOf(item);
    const occurrence = count(fingerprint);
    const identifiedSubject =
      credit && ({ ...subject, credit: { ...credit, fingerprint, repetition: occurrence } } as Subject);
    identified.push({ ...item, ...(identifiedSubject && { subject: identifiedSubject }), occurrence });
    yield;
  }
  return identified;
}

const contentOf = ({ subject, meaning, status, reason, amount, account, date }: ReportItem): string =>
  JSON.stringify([subject, meaning, status, reason, amount, account, date]);

/** Hash over the clearing reference, or else over the fields common to intraday and end-of-day reports. */
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
