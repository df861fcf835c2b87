import type { Advice } from './advice.ts';
import { toDecimal } from './money.ts';
import type { Addenda, Entry, NachaFile } from './nacha-read.ts';
import { Unreadable } from './xml.ts';

/** Returns (addenda 99) and notifications of change (addenda 98), each about an entry of ours by its trace. */
export function readReturns({ batches, problems }: NachaFile): Advice[] {
  if (problems.length > 0) throw new Unreadable(problems.slice(0, 3).join('; '));
  return batches.flatMap(({ entries }) => entries.flatMap((entry) => entryAdvices(entry)));
}

function entryAdvices(entry: Entry): Advice[] {
  const advices = entry.addenda.flatMap((addenda) => addendaAdvice(addenda, entry));
  const what = `entry ${entry.trace} has neither a return nor a notification of change`;
  return advices.length > 0 ? advices : [{ about: { level: 'NOTHING', what }, says: 'NOTICE' }];
}

function addendaAdvice(addenda: Addenda, { amount }: Entry): Advice[] {
  if (addenda.type === '705') return [];
  const about = { level: 'PAYMENT', trace: addenda.values.originalTrace } as const;
  const { code } = addenda.values;
  // A notification of change moves no money, and its entry has no amount.
  if (addenda.type === '798') return [{ about, says: 'NOTICE', status: code, reason: addenda.values.corrected }];
  const returned = { value: toDecimal(BigInt(amount), 2), currency: 'USD' };
  return [{ about, says: 'FAILED', status: code, reason: code, amount: returned, isReturn: true }];
}
