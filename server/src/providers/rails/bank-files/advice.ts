import type { CreditNote } from './port.ts';

/** One thing that a file of a bank says, in the order in which it says it. */
export interface Advice {
  about: Subject;
  says: Saying;
  /** The bank's own words: a status, a reason, whatever helps the one who looks into it. */
  status?: string | undefined;
  reason?: string | undefined;
  /** As told, where it is told: must be that of the payment, or the sum of the batch. */
  amount?: Money | undefined;
  /** Whether money came back that had gone out. */
  isReturn?: boolean;
}

/** NOTED has no effect on money. DEBITED and CREDITED are bookings on our account. NOTICE is for an operator. */
export type Saying = 'COMPLETED' | 'FAILED' | 'NOTED' | 'DEBITED' | 'CREDITED' | 'NOTICE';

export interface Money {
  /** A decimal number. */
  value: string;
  currency: string;
}

export type Subject =
  | {
      level: 'PAYMENT';
      endToEndId?: string | undefined;
      trace?: string | undefined;
      messageId?: string | undefined;
      /** What is known of money that arrived, in case that no payment of ours explains it. */
      credit?: CreditNote | undefined;
    }
  /** All of a batch or file but those payments and batches that the file speaks of by themselves. */
  | { level: 'BATCH'; batchId: string; messageId?: string | undefined; except: readonly string[] }
  | { level: 'FILE'; messageId: string; except: readonly string[] }
  | { level: 'NOTHING'; what: string };

export interface Advised {
  kind: 'pain.002' | 'camt.053' | 'ACH returns';
  advices: Advice[];
}
