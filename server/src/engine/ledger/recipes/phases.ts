/** Phases of a transaction. The phase is part of the entry key, so that each is posted at most once. */
export const phases = {
  /** External money arrived. */
  fund: 'fund',
  /** Payment between two internal accounts, complete immediately. */
  transfer: 'transfer',
  execute: 'execute',
  complete: 'complete',
  refund: 'refund',
  /** The bank returned a completed payout. */
  return: 'return',
  /** The bank took back a collected amount. */
  recall: 'recall',
  suspend: 'suspend',
  /** An operator resumed a suspended payment. */
  resume: 'resume',
  authorize: 'authorize',
  clear: 'clear',
  release: 'release',
  merchantRefund: 'merchant-refund',
  /** Step in the dispute of a purchase. */
  dispute: 'dispute',
  /** An operator assigned a bank credit to an account. */
  assign: 'assign',
  /** The return of a bank credit failed. */
  fail: 'fail',
} as const;

/** Phases that repeat in a transaction: authorizations are raised, purchases clear in parts. */
export type RecurringPhase = (typeof phases)['authorize' | 'clear' | 'release' | 'merchantRefund' | 'dispute'];

export const nthPhase = (phase: RecurringPhase, nth: number): string => `${phase}:${nth}`;
