import type { Page, PageRequest } from '../../foundation/db/page.ts';
import type { PaymentOutcome, Rail } from '../providers/rails/port.ts';

/** The rail whose payments are sent to banks in files. */
export interface BankFilesRail extends Rail {
  isConfigured: boolean;
  overview: ShowBankFiles;
  findings: ListFindings;
  /** Starts writing and reading files at intervals. */
  start(reports: ReportHandlers): void;
  /** Writes due files and processes the inbox once. */
  run(reports: ReportHandlers): Promise<void>;
  /** Stops the intervals and waits for the current run. */
  stop(): Promise<void>;
}

/** A credit to one of our accounts. Its bank reference and fingerprint are the same in every file that reports it. */
export interface Credit extends CreditNote, CreditIdentity {
  amount: bigint;
  currency: string;
}

export interface CreditIdentity {
  /** Hash of the entry's content: the same in every file that reports it. */
  fingerprint: string;
  /** Number of earlier entries with the same content in the same file. */
  repetition: number;
}

/** Receivers of outcomes and credits. Both are called again after a crash and must be idempotent. */
export interface ReportHandlers {
  report: (platformId: string, paymentId: string, outcome: PaymentOutcome) => Promise<void>;
  onCredit?: ((credit: Credit) => Promise<CreditResult>) | undefined;
}

export interface CreditResult {
  /** False if the credit matches neither an account nor a payment. */
  isMatched: boolean;
  /** Id of an unmatched credit that waits for an operator; the same in every file that reports the credit. */
  creditId?: string;
}

/** A credit to one of our accounts, as reported by the bank, that does not result from our payments. */
export interface CreditNote {
  account: string;
  /** The bank's reference of the entry; unique in combination with the amount. */
  bankReference?: string | undefined;
  /** Reference of the clearing system, for example the trace number of an ACH entry. */
  clearingReference?: string | undefined;
  endToEndId?: string | undefined;
  /** Remittance information of the payer. Customers put the reference of their account here. */
  reference?: string | undefined;
  /** Every text of the entry that can contain the reference of the payer. */
  remittance: readonly string[];
  payerName?: string | undefined;
  payerAccount?: string | undefined;
  /** Payer's account and bank, keyed by our account fields: iban, swiftCode, routingNumber, ... */
  payerDetails: Readonly<Record<string, string>>;
  bookedOn?: string | undefined;
  valueOn?: string | undefined;
}

/** State of the bank files for operators: counts and the newest records of each kind. */
export interface BankFilesOverview {
  isConfigured: boolean;
  payments: { state: string; currency: string; count: number }[];
  files: { name: string; format: string; state: string; payments: number; createdAt: Date; writtenAt: Date | null }[];
  inbox: {
    name: string;
    kind: string | null;
    state: string;
    handled: number;
    error: string | null;
    receivedAt: Date;
  }[];
  findings: {
    code: string;
    message: string;
    platformId: string | null;
    transactionId: string | null;
    /** Origin of the finding: name or hash of a file, or id of a payment. */
    source: string;
    createdAt: Date;
  }[];
}

export type ShowBankFiles = () => Promise<BankFilesOverview>;
export type ListFindings = (request: PageRequest) => Promise<Page<BankFilesOverview['findings'][number]>>;
