/** Math.min for bigint. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let result = first;
  for (const other of others) if (other < result) result = other;
  return result;
}

export function largest(first: bigint, ...others: readonly bigint[]): bigint {
  let result = first;
  for (const other of others) if (other > result) result = other;
  return result;
}
