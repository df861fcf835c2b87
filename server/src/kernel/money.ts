/** Largest amount any request may name: it survives as a JSON number in every client. */
export const MAX_AMOUNT = 9_000_000_000_000_000;

/** To the JSON edge: a balance beyond the safe range must never be rounded silently. */
export function toJsonAmount(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new Error(`amount ${amount} does not fit a JSON number`);
  return number;
}
