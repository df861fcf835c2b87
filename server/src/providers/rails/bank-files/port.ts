import type { Outcome, Rail } from '../port.ts';

/** What the house sees of the rail whose payments go out in files. */
export interface BankFilesRail extends Rail {
  isConfigured: boolean;
  overview: ShowBankFiles;
  /** Begins to write and to read files; the outcomes go to `reports`. */
  start(reports: Reports): void;
  /** One round: what is due goes out, what has come is taken in. */
  run(reports: Reports): Promise<void>;
  /** Ends after the round that is under way. */
  stop(): Promise<void>;
}

/** Money that arrived. `id` stays the same however often it is told. */
export interface Credit extends CreditNote {
  id: string;
  amount: bigint;
  currency: string;
}

/** Who is told what became of payments. Each may be told again, and takes effect once. */
export interface Reports {
  report: (platformId: string, paymentId: string, outcome: Outcome) => Promise<void>;
  /** False where nobody knows what the money is for. */
  onCredit?: ((credit: Credit) => Promise<boolean>) | undefined;
}

/** Money that arrived on one of our accounts, and that no payment of ours explains. */
export interface CreditNote {
  account: string;
  /** The bank's own reference of the booking. */
  bankReference?: string | undefined;
  endToEndId?: string | undefined;
  /** What the payer wrote: where customers put the reference of their account. */
  reference?: string | undefined;
  payerName?: string | undefined;
  payerAccount?: string | undefined;
  bookedOn?: string | undefined;
  valueOn?: string | undefined;
}

/** What an operator sees of the files that go to and come from banks: counts, and the newest of each kind. */
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
    /** The file that says so, by its name where it is known. */
    source: string;
    createdAt: Date;
  }[];
}

export type ShowBankFiles = () => Promise<BankFilesOverview>;
