/** Math.min knows no bigint. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const other of others) if (other < found) found = other;
  return found;
}

export function largest(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const other of others) if (other > found) found = other;
  return found;
}
