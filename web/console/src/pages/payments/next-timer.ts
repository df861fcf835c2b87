import type { TransactionOneOf } from '../../api/client.ts';
import { spanText } from '../../parts/time.tsx';
import { usePlatformClock } from './clock.ts';

/** The next moment at which the sandbox does something with a payment. */
export interface NextTimer {
  kind: string;
  /** Whole seconds on the clock of the platform until then, at least one. */
  seconds: number;
}

/** Jobs of payments, as they are announced. */
const titles: Readonly<Record<string, string>> = {
  'payment.submit': 'the payment is submitted to its rail',
  'payment.outcome': 'the rail reports an outcome',
  'payment.watch': 'the service checks whether the rail has reported',
  'payment.awaited': 'the wait for the money ends',
  'payment.undecided': 'the wait for an approval ends',
  'quote.expire': 'the quote expires',
  'quote.authorization-lapse': 'the wait for the authorization ends',
  'card-transaction.expire': 'the reservation expires',
};

/** Undefined in production, and when nothing is scheduled for the payment. */
export function useNextTimer(transaction: TransactionOneOf | undefined): NextTimer | undefined {
  const { clock } = usePlatformClock();
  const ids = [transaction?.id, transaction && 'quoteId' in transaction ? transaction.quoteId : undefined];
  const next = clock?.pending.find(({ resourceId }) => ids.includes(resourceId));
  if (!clock || !next) return undefined;
  const seconds = Math.max(1, Math.ceil((Date.parse(next.at) - Date.parse(clock.now)) / 1_000));
  return { kind: next.kind, seconds };
}

export const inText = ({ seconds }: NextTimer): string => spanText(0, seconds * 1_000);

export const nextText = (next: NextTimer | undefined): string | undefined =>
  next && `In ${inText(next)} ${titles[next.kind] ?? next.kind}`;
