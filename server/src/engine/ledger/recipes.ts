/** Ledger entries per business event, as pure functions: one per row of the table of recipes in docs/ledger.md. */
export * as cards from './recipes/cards.ts';
export * as credits from './recipes/credits.ts';
export * as payments from './recipes/payments.ts';
export { nthPhase, phases } from './recipes/phases.ts';
