export interface InvoiceTerms {
  amountMsats: bigint;
  /** Real time, not the clock of the platform. */
  expiresAt: Date;
}

export interface InvoiceRequest extends InvoiceTerms {
  platformId: string;
  /** Id of the transaction to fund. */
  id: string;
}

interface InvoicePayment {
  platformId: string;
  /** Idempotency key: repeated payments of an invoice with the same id pay it once. */
  id: string;
  invoice: string;
}

/** Transfers money between providers by paying invoices. */
export interface Settlement {
  /** False if the service neither issues nor pays invoices. */
  isConnected: boolean;
  /** Creates an invoice. Its payment is reported to the uma module (uma/settlement.ts). */
  invoice(request: InvoiceRequest): Promise<string>;
  /** Returns undefined if the invoice cannot be paid here. `origin` is the origin of the provider that issued it. */
  read(invoice: string, origin: string): InvoiceTerms | undefined;
  /** REJECTED: not paid, and never will be. Throws if the outcome is unknown, and the caller repeats the call. */
  pay(payment: InvoicePayment): Promise<'PAID' | 'REJECTED'>;
}

/** Reports that an invoice of the simulated settlement was paid. */
export interface InvoicePaidNotice {
  platformId: string;
  id: string;
  paymentId: string;
  proof: string;
}

/** Settlement between sandboxes: anyone with an invoice can pay it. */
export interface SimulatedSettlement extends Settlement {
  isGenuine(notice: InvoicePaidNotice, terms: InvoiceTerms): Promise<boolean>;
}
