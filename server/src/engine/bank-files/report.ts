import type { CreditIdentity, CreditNote } from './port.ts';

/** One statement in a bank's file about a payment, a batch, a file or none of the three. */
export interface ReportItem {
  subject: Subject;
  meaning: ReportMeaning;
  /** Status and reason codes, as reported by the bank. */
  status?: string | undefined;
  reason?: string | undefined;
  /** Must equal the amount of the payment or the sum of the batch. */
  amount?: ReportedAmount | undefined;
  /** Our account and the date of the entry or report, if the file contains them. */
  account?: string | undefined;
  date?: string | undefined;
  /** Number of earlier equal items in the same file. */
  occurrence?: number;
  /** The funds of a completed payment came back. */
  isReturn?: boolean;
}

/** NOTED is informational. DEBITED and CREDITED are entries on our account. NOTICE is recorded for an operator. */
export type ReportMeaning = 'COMPLETED' | 'FAILED' | 'NOTED' | 'DEBITED' | 'CREDITED' | 'NOTICE';

export interface ReportedAmount {
  /** Decimal number, as reported. */
  value: string;
  currency: string;
}

type CreditDetails = CreditNote & Partial<CreditIdentity>;

export type Subject =
  | {
      level: 'PAYMENT';
      endToEndId?: string | undefined;
      trace?: string | undefined;
      messageId?: string | undefined;
      /** Details of a credit, for a credit that belongs to none of our payments. */
      credit?: CreditDetails | undefined;
    }
  /** A whole batch or file, except payments and batches that the report lists individually. */
  | {
      level: 'BATCH';
      batchId: string;
      messageId?: string | undefined;
      except: readonly string[];
      /** Details of a credit, for a batch that is not ours. */
      credit?: CreditDetails | undefined;
    }
  | { level: 'FILE'; messageId: string; except: readonly string[] }
  | { level: 'NOTHING'; what: string };

export interface BankReport {
  kind: 'pain.002' | 'camt.052' | 'camt.053' | 'camt.054' | 'ACH';
  items: ReportItem[];
}

export const reportedCredit = (subject: Subject): CreditDetails | undefined =>
  subject.level === 'PAYMENT' || subject.level === 'BATCH' ? subject.credit : undefined;
