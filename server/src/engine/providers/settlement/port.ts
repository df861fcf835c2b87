export interface InvoiceTerms {
  amountMsats: bigint;
  /** On the wall clock. */
  expiresAt: Date;
}

export interface InvoiceRequest extends InvoiceTerms {
  platformId: string;
  /** The transaction that the money is for. */
  id: string;
}

interface InvoicePayment {
  platformId: string;
  /** Idempotent: an invoice that is paid again under the same id is paid once. */
  id: string;
  invoice: string;
}

/** Transfers money between providers by invoices. */
export interface Settlement {
  /** False: the service neither issues nor pays invoices. */
  isConnected: boolean;
  /** Creates an invoice. The settlement reports its payment to the uma slice (uma/settlement.ts). */
  invoice(request: InvoiceRequest): Promise<string>;
  /** Undefined: not an invoice that can be paid here. `origin`: that of the provider that issued it. */
  read(invoice: string, origin: string): InvoiceTerms | undefined;
  /** REJECTED: not paid, and never will be. Throws when the outcome is unknown: the caller repeats the call. */
  pay(payment: InvoicePayment): Promise<'PAID' | 'REJECTED'>;
}

/** Reports the payment of an invoice of the simulated settlement. */
export interface InvoicePaidNotice {
  platformId: string;
  id: string;
  paymentId: string;
  proof: string;
}

/** Settlement between sandboxes: the holder of an invoice can pay it. */
export interface SimulatedSettlement extends Settlement {
  isGenuine(notice: InvoicePaidNotice, terms: InvoiceTerms): Promise<boolean>;
}
