/** Serializes equal values to equal text: sorts members, omits white space and undefined members. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
