/** Loaded when a program first waits for a payment, like the verifier of webhooks when it is used. */
export { executeAndWait } from './execute-and-wait.ts';
export { waitFor } from './wait-for.ts';
