import type { HeaderSource, RawBody, UnwrapOptions, WebhookEvent } from '../../webhooks/src/index.ts';
import type { WaitOptions } from './execute-and-wait.ts';
import type { AnyTransactionId, OutgoingTransaction, QuoteId, TransactionOneOf } from './generated/types.ts';
import type { WaitForOptions } from './wait-for.ts';

/** Members of every client. */
export interface ClientBase {
  /**
   * Sends a request of your own with the credentials of this client, once: for operations that are newer than this
   * client. `path` begins below the version of the API: `/quotes`.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface QuoteHelpers {
  /**
   * Executes a quote and waits until its payment is settled. Returns the transaction; throws a PaymentError if the
   * payment fails, and a CausewayError if the quote cannot be executed. A second call for the same quote does not pay
   * again: it waits for the same payment.
   */
  executeAndWait(quoteId: QuoteId, options?: WaitOptions): Promise<OutgoingTransaction>;
}

export interface TransactionHelpers {
  /**
   * Reads a transaction until it has a status of `until`, by default any final status, also a failed one. Throws a
   * PaymentError if the payment ends with another status, or has not ended after `timeoutMs`.
   */
  waitFor(transactionId: AnyTransactionId, options?: WaitForOptions): Promise<TransactionOneOf>;
}

export interface WebhookHelpers {
  /**
   * Verifies a webhook and returns its event. `rawBody` are the bytes of the request before any parser. The keys are
   * read from the service once, and again when none of them fits. Throws a WebhookError if the request is not from the
   * service.
   */
  unwrap(rawBody: RawBody, headers: HeaderSource, options?: UnwrapOptions): Promise<WebhookEvent>;
}
