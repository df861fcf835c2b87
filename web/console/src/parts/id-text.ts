export function partsOf(id: string): { type: string; rest: string } {
  const colon = id.indexOf(':');
  return { type: id.slice(0, Math.max(colon, 0)), rest: id.slice(colon + 1) };
}

/** The id as a short text: `Transaction …1f3a9c02`. */
export const shortId = (id: string): string => {
  const { type, rest } = partsOf(id);
  return `${type} …${rest.slice(-8)}`.trim();
};
