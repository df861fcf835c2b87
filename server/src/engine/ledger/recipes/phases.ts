/** Phases of a transaction. The phase is part of the key of a ledger entry: a transaction passes each at most once. */
export const phases = {
  /** Money arrived from outside. */
  fund: 'fund',
  /** From one internal account to another, finished at once. */
  transfer: 'transfer',
  execute: 'execute',
  complete: 'complete',
  refund: 'refund',
  /** The bank returned a completed payout. */
  return: 'return',
  /** The bank took back a collected amount. */
  recall: 'recall',
  suspend: 'suspend',
  /** An operator resumes a suspended payment. */
  resume: 'resume',
  authorize: 'authorize',
  clear: 'clear',
  release: 'release',
  merchantRefund: 'merchant-refund',
  /** A step of the dispute of a purchase. */
  dispute: 'dispute',
  /** An operator assigned a bank credit to an account. */
  assign: 'assign',
  /** The return of a bank credit failed. */
  fail: 'fail',
} as const;

/** Phases that repeat within a transaction: an authorization is raised, a purchase clears in parts. */
export type RecurringPhase = (typeof phases)['authorize' | 'clear' | 'release' | 'merchantRefund' | 'dispute'];

export const nthPhase = (phase: RecurringPhase, nth: number): string => `${phase}:${nth}`;
