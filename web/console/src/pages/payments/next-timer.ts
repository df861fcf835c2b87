import type { TransactionOneOf } from '../../api/client.ts';
import { spanText } from '../../parts/time-text.ts';
import { usePlatformClock } from './clock.ts';

/** The next moment at which the sandbox does something with a payment. */
export interface NextTimer {
  /** The event in words. */
  title: string;
  resourceId: string;
  /** Time on the clock of the platform until then. */
  inText: string;
}

/** Undefined in production, and when nothing is scheduled for the payment. */
export function useNextTimer(transaction: TransactionOneOf | undefined): NextTimer | undefined {
  const { clock } = usePlatformClock();
  const ids = [transaction?.id, transaction && 'quoteId' in transaction ? transaction.quoteId : undefined];
  const next = clock?.pending.find(({ resourceId }) => ids.includes(resourceId));
  if (!clock || !next) return undefined;
  const { title, resourceId, at } = next;
  return {
    title,
    resourceId,
    inText: spanText(Date.parse(clock.now), Math.max(Date.parse(at), Date.parse(clock.now))),
  };
}

export const nextText = (next: NextTimer | undefined): string | undefined =>
  next && `In ${next.inText}: ${next.title.charAt(0).toLowerCase()}${next.title.slice(1)}`;
