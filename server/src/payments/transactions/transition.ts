import type { Entry, OtherBook } from '../../engine/ledger/post.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { RailReport } from './rail-reports.ts';
import type { Step, Transaction } from './record.ts';
import type { PullState } from './status.ts';

/** A change of a transaction, written in one statement: steps, each with one event, and ledger entries. */
export interface PaymentTransition {
  steps: readonly Step[];
  /** Phase of the entries; undefined without entries. */
  phase?: string;
  entries: readonly Entry[];
  /** A second phase posted in the same statement. */
  next?: { phase: string; entries: readonly Entry[] };
  /** Entries in the service's own books, written in the same statement. */
  otherBook?: OtherBook;
  /** New state of the pull; absent when unchanged. */
  pull?: PullState;
  /** The transition starts the payment: its customer and its external accounts must still exist. */
  isStart?: boolean;
  /** Posts to frozen and closed accounts too, because returned money belongs to its owner. */
  isForced?: boolean;
  /** Alternative for accounts without enough balance to take the amount back. */
  onOverdraft?: PaymentTransition;
}

/** A transition with the transaction as the caller has read it. */
export interface TransitionRequest {
  transaction: Transaction;
  transition: PaymentTransition;
  /** Report of the rail that caused the transition, stored for the timeline. */
  report?: RailReport;
  /** Further effects of the same statement. */
  effects?: readonly Effect[];
}
