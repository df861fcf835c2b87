import type { Page, PageRequest } from '../../foundation/db/page.ts';
import type { PaymentOutcome, Rail } from '../providers/rails/port.ts';

/** The rail whose payments are sent to banks in files. */
export interface BankFilesRail extends Rail {
  isConfigured: boolean;
  overview: ShowBankFiles;
  findings: ListFindings;
  /** Starts to write and to read files at intervals. */
  start(reports: ReportHandlers): void;
  /** Writes the files that are due and processes those in the inbox, once. */
  run(reports: ReportHandlers): Promise<void>;
  /** Waits for the current run. */
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
  /** Number of entries with the same content before it in its file. */
  repetition: number;
}

/** Receivers of outcomes and credits. Both are called again after a crash and must be idempotent. */
export interface ReportHandlers {
  report: (platformId: string, paymentId: string, outcome: PaymentOutcome) => Promise<void>;
  onCredit?: ((credit: Credit) => Promise<CreditResult>) | undefined;
}

export interface CreditResult {
  /** False when the credit matches no account and no payment. */
  isMatched: boolean;
  /** Id under which an unmatched credit waits for an operator, the same in every file that reports it. */
  creditId?: string;
}

/** A credit to one of our accounts that is not the result of one of our payments, as the bank reports it. */
export interface CreditNote {
  account: string;
  /** The bank's reference of the entry, unique together with the amount. */
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
  /** Account and bank of the payer by the names of our account fields: iban, swiftCode, routingNumber, ... */
  payerDetails: Readonly<Record<string, string>>;
  bookedOn?: string | undefined;
  valueOn?: string | undefined;
}

/** State of the bank files for operators: counts, and the newest records of each kind. */
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
    /** Name of the file that the finding comes from, or its hash, or the id of the payment. */
    source: string;
    createdAt: Date;
  }[];
}

export type ShowBankFiles = () => Promise<BankFilesOverview>;
export type ListFindings = (request: PageRequest) => Promise<Page<BankFilesOverview['findings'][number]>>;
