/** What a transaction passes through; the key of its moves, so each at most once. */
export const phases = {
  /** Money arrived from outside. */
  fund: 'fund',
  /** From one internal account to another, finished at once. */
  transfer: 'transfer',
  execute: 'execute',
  complete: 'complete',
  refund: 'refund',
  /** The bank sent back what had been completed. */
  return: 'return',
  /** The bank took back what it had let us collect. */
  recall: 'recall',
  suspend: 'suspend',
  /** An operator takes up what was suspended. */
  resume: 'resume',
  authorize: 'authorize',
  clear: 'clear',
  release: 'release',
  merchantRefund: 'merchant-refund',
} as const;

/** Where a transaction may pass a phase several times (an authorization is raised, a purchase clears in parts). */
export type RecurringPhase = (typeof phases)['authorize' | 'clear' | 'release' | 'merchantRefund'];

export const nthPhase = (phase: RecurringPhase, nth: number): string => `${phase}:${nth}`;
