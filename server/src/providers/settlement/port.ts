/** What an invoice asks for. */
export interface InvoiceTerms {
  amountMsats: bigint;
  /** On the wall. */
  expiresAt: Date;
}

export interface InvoiceWish extends InvoiceTerms {
  platformId: string;
  /** The transaction that the money is for. */
  id: string;
}

export interface InvoicePayment {
  platformId: string;
  /** Of the payment: paid again under the same id, nothing new happens. */
  id: string;
  invoice: string;
}

/** How money gets from one provider to another. */
export interface Settlement {
  /** Without it nothing is promised to anybody. */
  isConnected: boolean;
  /** What a payer is given; whoever learns that it was paid reports it to the uma slice (`invoicePaid`). */
  invoice(wish: InvoiceWish): Promise<string>;
  /** Undefined: no invoice that could be paid here. `origin`: of whoever gave it. */
  read(invoice: string, origin: string): InvoiceTerms | undefined;
  /** REFUSED: certainly not paid, and never will be. Throws where that is not known: it is asked for again. */
  pay(payment: InvoicePayment): Promise<'PAID' | 'REFUSED'>;
}

/** What somebody tells who has paid an invoice of the simulated network. */
export interface PaidNotice {
  platformId: string;
  id: string;
  paymentId: string;
  proof: string;
}

/** A network between sandboxes: who has an invoice of one can pay it. */
export interface SimulatedSettlement extends Settlement {
  isGenuine(notice: PaidNotice, terms: InvoiceTerms): boolean;
}
