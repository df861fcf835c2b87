import type { Entry, OtherBook } from '../../engine/ledger/post.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { RailReport } from './rail-reports.ts';
import type { Step, Transaction } from './record.ts';
import type { PullState } from './status.ts';

/** A change of a transaction with its effects: steps, each with one event, and ledger entries. Written in one statement. */
export interface PaymentTransition {
  steps: readonly Step[];
  /** Phase of the entries; undefined when no money moves. */
  phase?: string;
  entries: readonly Entry[];
  /** A second phase posted in the same statement. */
  next?: { phase: string; entries: readonly Entry[] };
  /** Entries in the service's own books, in the same statement. */
  otherBook?: OtherBook;
  /** New state of the pull; unchanged by default. */
  pull?: PullState;
  /** The transition starts the payment: its customer and its external accounts must still exist. */
  isStart?: boolean;
  /** Posts to frozen and closed accounts as well: money that returned belongs to its owner. */
  isForced?: boolean;
  /** Alternative when an account no longer holds the amount that is taken back from it. */
  onOverdraft?: PaymentTransition;
}

/** A transition of a transaction as it was read. */
export interface TransitionRequest {
  transaction: Transaction;
  transition: PaymentTransition;
  /** Report of the rail that caused the transition, stored for the timeline. */
  report?: RailReport;
  /** Further effects of the same statement. */
  effects?: readonly Effect[];
}
