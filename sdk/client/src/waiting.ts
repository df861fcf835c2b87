/** Loaded on demand, when a program first waits for a payment. */
export { executeAndWait } from './execute-and-wait.ts';
export { waitFor } from './wait-for.ts';
