/** Which moves make up which event: pure functions, one per row of the chart in docs/ledger.md. */
export * as cards from './recipes/cards.ts';
export * as payments from './recipes/payments.ts';
export { nthPhase, phases } from './recipes/phases.ts';
